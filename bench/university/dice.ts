import { hash } from 'node:crypto'

const hex = Array.from({ length: 256 }, (_, n) => n.toString(16).padStart(2, '0'))

/**
 * Random numbers that are the same for the same name (sfc32), whatever was drawn for other names before. So a part of
 * the university does not change when another part is made differently.
 */
export class Dice {
  #a: number
  #b: number
  #c: number
  #counter = 1

  constructor(...name: (string | number)[]) {
    const seed = hash('sha1', name.join('/'))
    this.#a = Number.parseInt(seed.slice(0, 8), 16) | 0
    this.#b = Number.parseInt(seed.slice(8, 16), 16) | 0
    this.#c = Number.parseInt(seed.slice(16, 24), 16) | 0
  }

  /** 32 bits, from 0. */
  bits(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0
    return sum >>> 0
  }

  /** From 0 to below 1. */
  roll(): number {
    return this.bits() / 2 ** 32
  }

  /** A whole number, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.roll() * (most - least + 1))
  }

  chance(part: number): boolean {
    return this.roll() < part
  }

  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.roll() * from.length)] as T
  }

  /** So many sentences, each from the list. */
  text(sentences: readonly string[], least: number, most: number): string {
    let text = this.pick(sentences)
    for (let more = this.between(least, most) - 1; more > 0; more--) text += ` ${this.pick(sentences)}`
    return text
  }

  /** The list in random order. */
  shuffled<T>(list: readonly T[]): T[] {
    const cards = [...list]
    for (let i = cards.length - 1; i > 0; i--) {
      const j = this.between(0, i)
      ;[cards[i], cards[j]] = [cards[j] as T, cards[i] as T]
    }
    return cards
  }

  /** The UUIDv7 of something made at that time. */
  id(at: Date): string {
    const time = at.getTime().toString(16).padStart(12, '0')
    const [a, b, c] = [this.bits(), this.bits(), this.bits()]
    const byte = (bits: number, shift: number) => hex[(bits >>> shift) & 255]
    const head = `${time.slice(0, 8)}-${time.slice(8)}-7${byte(a, 0)}${(a >>> 28).toString(16)}`
    const variant = hex[128 | ((a >>> 8) & 63)]
    return `${head}-${variant}${byte(a, 16)}-${byte(b, 0)}${byte(b, 8)}${byte(b, 16)}${byte(b, 24)}${byte(c, 0)}${byte(c, 8)}`
  }
}
