import { randomInt } from 'node:crypto'

/*
 * The options of a question have permanent ids of small letters (migration 046). The API of the specification names an
 * option by its position, so the server accepts and returns positions too.
 */

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

export const newOptionId = (): string => Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join('')

const isPosition = (text: string) => /^(0|[1-9]\d{0,5})$/.test(text)

/** The id that migration 046 gave the option at a position; made-up courses use it too. */
export const firstOptionId = (position: number | string): string =>
  String(position).replace(/\d/g, (digit) => LETTERS[Number(digit)] ?? '')

/** The option that an answer names by id or present position; undefined: there is none. */
export const optionNamed = (ids: string[], answer: string): string | undefined =>
  ids.includes(answer) ? answer : isPosition(answer) ? ids[Number(answer)] : undefined

/**
 * The option that a draft names. A position comes from a device that loaded the page before options had ids: it means
 * the option that was at that position then.
 */
export const optionTyped = (ids: string[], typed: string): string | undefined =>
  isPosition(typed) && ids.includes(firstOptionId(typed)) ? firstOptionId(typed) : optionNamed(ids, typed)
