import { v7, validate } from 'uuid'

/** A new id: UUIDv7, ordered by time inside, an opaque string outside. */
export const newId = (): string => v7()

export const isId = (text: string): boolean => validate(text)
