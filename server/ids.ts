import { v5, v7, validate } from 'uuid'

/** A new id: UUIDv7, ordered by time inside, an opaque string outside. */
export const newId = (): string => v7()

const repeatable = '5f0c2a1e-7d0b-4c36-9d6f-0b6a54a1c7e2'

/** The same id for the same names, and for no others: UUIDv5. */
export const idOf = (...names: string[]): string => v5(JSON.stringify(names), repeatable)

export const isId = (text: string): boolean => validate(text)
