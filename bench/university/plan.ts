import { previousSemester, type Semester, semesterOf } from '../../contract/semester.ts'
import { Dice } from './dice.ts'

/*
 * The size of the university: at scale 1, 50,000 people and 3,000 courses over 8 semesters, of which 1,000 and two
 * thirds of the students' enrolments are in the present one. Students come and go: each semester has those of a window
 * that moves on with the years.
 */

export interface Options {
  /** Another seed gives other people and courses of the same sizes. */
  seed: string
  /** 1 is the whole university. */
  scale: number
  now: Date
}

export interface SemesterPlan extends Semester {
  /** When its classes begin; those of the present one began ten weeks ago. */
  start: Date
  present: boolean
  courses: CoursePlan[]
}

export interface CoursePlan {
  /** Over all semesters, from 0. */
  number: number
  code: string
  /** Numbers of people, from 0. */
  instructors: number[]
  assistants: number[]
  students: number[]
  /** One of its topics has 200 posts and 2,400 comments. */
  busy: boolean
}

export interface Plan extends Options {
  people: number
  /** People below this number teach, the others study. */
  staff: number
  semesters: SemesterPlan[]
}

const WEEK_MS = 7 * 86_400_000
const LARGEST = 2_000
const whole = { people: 50_000, courses: 3_000, present: 1_000, enrolments: 300_000 }
const semesterCount = 8

export function planOf(options: Options): Plan {
  const { seed, scale, now } = options
  const people = Math.max(40, Math.round(whole.people * scale))
  const staff = Math.max(4, Math.round(people * 0.04))
  const window = Math.round(people * 0.4)
  const present = Math.max(1, Math.round(whole.present * scale))
  const earlier = Math.max(semesterCount - 1, Math.round((whole.courses - whole.present) * scale))
  const calendar = semestersUntil(semesterOf(now))
  let made = 0
  const semesters = calendar.map(({ year, semester }, k): SemesterPlan => {
    const isPresent = k === calendar.length - 1
    const count = isPresent ? present : share(earlier, k, calendar.length - 1)
    const part = count / (present + earlier)
    const first = staff + Math.round(((people - staff - window) * k) / (calendar.length - 1))
    const dice = new Dice(seed, 'semester', year, semester)
    const sizes = sizesOf(dice, {
      count,
      sum: Math.round(whole.enrolments * scale * part),
      largest: Math.min(LARGEST, window),
      large: isPresent ? Math.max(1, Math.round(6 * scale)) : Math.round(scale),
    })
    const deal = dealer(
      dice,
      Array.from({ length: window }, (_, i) => first + i),
    )
    const teach = dealer(
      dice,
      Array.from({ length: staff }, (_, i) => i),
    )
    const courses = sizes.map((size, i): CoursePlan => {
      const leads = dice.pick([1, 1, 1, 2, 3])
      const instructors = teach(Math.min(leads, staff - 1))
      const assistants = teach(Math.min(size > 60 ? 2 : 0, staff - instructors.length)).filter(
        (n) => !instructors.includes(n),
      )
      return {
        number: made++,
        code: String(2_100_000 + i * 37),
        instructors,
        assistants,
        students: deal(size),
        busy: isPresent && i % 40 === 0,
      }
    })
    const weeksAgo = 10 + 20 * (calendar.length - 1 - k)
    // Two days later, so that something is due about now.
    const start = new Date(now.getTime() - weeksAgo * WEEK_MS + WEEK_MS / 3.5)
    return { year, semester, start, present: isPresent, courses }
  })
  return { ...options, people, staff, semesters }
}

/** The earliest first. */
function semestersUntil(last: Semester): Semester[] {
  const list = [last]
  while (list.length < semesterCount) list.unshift(previousSemester(list[0] as Semester))
  return list
}

/** The k-th of so many almost equal parts of a whole number. */
const share = (sum: number, k: number, parts: number) =>
  Math.floor((sum * (k + 1)) / parts) - Math.floor((sum * k) / parts)

interface Sizes {
  count: number
  /** The approximate number of courses of all sizes. */
  sum: number
  largest: number
  /** How many are as large as that. */
  large: number
}

/** The sizes of courses: a few very large, the others mostly 20 to 200, and many more small than large. */
function sizesOf(dice: Dice, { count, sum, largest, large }: Sizes): number[] {
  const big = Array.from({ length: Math.min(large, count) }, () => largest)
  const left = count - big.length
  const drawn = Array.from({ length: left }, () => Math.min(220, Math.max(18, 70 * Math.exp(0.6 * normal(dice)))))
  const factor = (sum - big.length * largest) / drawn.reduce((a, b) => a + b, 0)
  const fits = Math.min(Math.max(factor, 0.3), 2)
  return [...big, ...drawn.map((size) => Math.max(4, Math.min(largest, Math.round(size * fits))))]
}

/** A normal distribution by Box and Muller. */
const normal = (dice: Dice) => Math.sqrt(-2 * Math.log(1 - dice.roll())) * Math.cos(2 * Math.PI * dice.roll())

/** Deals the cards until there are none, then shuffles them again: all get about the same number of courses. */
function dealer(dice: Dice, cards: number[]): (count: number) => number[] {
  let deck: number[] = []
  return (count) => {
    const hand = new Set<number>()
    const twice: number[] = []
    while (hand.size < Math.min(count, cards.length)) {
      if (deck.length === 0) deck = dice.shuffled(cards)
      const card = deck.pop() as number
      if (hand.has(card)) twice.push(card)
      else hand.add(card)
    }
    deck.push(...twice)
    return [...hand]
  }
}
