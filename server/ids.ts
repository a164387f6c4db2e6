import { parse, v5, v7, validate } from 'uuid'

/** A new id: UUIDv7, ordered by time inside, an opaque string outside. */
export const newId = (): string => v7()

const repeatable = '5f0c2a1e-7d0b-4c36-9d6f-0b6a54a1c7e2'

/** The same id for the same names, and for no others: UUIDv5. */
export const idOf = (...names: string[]): string => v5(JSON.stringify(names), repeatable)

/** As `idOf`, and in the order of the times given, in ms, and of the places among equal times: UUIDv7. */
export const idAt = ({ at, place }: { at: number; place: number }, ...names: string[]): string =>
  v7({ msecs: at, seq: place, random: parse(idOf(...names)) })

export const isId = (text: string): boolean => validate(text)
