import { createHash } from 'node:crypto'
import type { Add } from './copy.ts'
import { Dice } from './dice.ts'
import type { Plan } from './plan.ts'
import { firsts, lasts } from './words.ts'

/** The sign-in provider of everyone; the subject is the person's number. */
export const issuer = 'university'

/**
 * The token of a person's session, which anyone with the seed knows: for a university of the bench, never a real one.
 */
export const tokenOf = (seed: string, person: number): string =>
  createHash('sha256').update(`${seed}/session/${person}`).digest('base64url')

const DAY_MS = 86_400_000

/** Adds everyone, signed in, and returns their ids by number. */
export function addPeople(plan: Plan, add: Add): string[] {
  const dice = new Dice(plan.seed, 'people')
  const now = plan.now.getTime()
  return Array.from({ length: plan.people }, (_, n) => {
    // In the order in which they first signed in, over five years.
    const created_at = new Date(now - Math.floor((1 - n / plan.people) * 1_800 * DAY_MS) - 30 * DAY_MS)
    const id = dice.id(created_at)
    const [first, last] = [dice.pick(firsts), dice.pick(lasts)]
    const email = `u${n}@university.example.org`
    add('people', { id, email, first, last, img: null, created_at, updated_at: created_at })
    add('identities', { issuer, subject: String(n), person_id: id, created_at })
    addSession(plan, add, n, id)
    if (dice.chance(0.7))
      add('notification_marks', { person_id: id, read_at: new Date(now - dice.roll() * 6 * DAY_MS) })
    return id
  })
}

function addSession({ seed, now }: Plan, add: Add, person: number, person_id: string): void {
  const token_hash = createHash('sha256').update(tokenOf(seed, person)).digest()
  const expires_at = new Date(now.getTime() + 60 * DAY_MS)
  add('sessions', { token_hash, person_id, created_at: now, seen_at: now, expires_at })
}
