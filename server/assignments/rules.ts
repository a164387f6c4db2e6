import type { Assignment, SubmissionForm } from '../../contract/assignments.ts'
import { type DraftEdit, type DraftFields, type DraftSave, draftMost } from '../../contract/drafts.ts'
import type { ErrorCode } from '../../contract/endpoint.ts'
import { abilitiesOf } from '../access/abilities.ts'
import type { Role } from '../access/rules.ts'
import { Refusal } from '../errors.ts'
import { uploadIdOf } from '../uploads/location.ts'
import { optionNamed, optionTyped } from './options.ts'

/** What there is to fill in. */
export interface Fields {
  has_text: boolean
  /** With the ids of its options in their order; null: answered by a text. */
  questions: { id: string; options: string[] | null }[]
  slots: string[]
}

/** What an assignment says of when it is done, and how often. */
export interface Dates {
  due_at: Date | null
  closes_at: Date | null
  /** 0: unlimited */
  attempts_allowed: number
}

/** On which terms a person hands in. */
export interface Terms {
  /** After this it is late. Null: never. */
  due: Date | null
  /** After this nothing is taken. Null: never. */
  closes: Date | null
  /** 0: unlimited */
  attempts: number
}

/**
 * The one place that decides when something is due. Everything that tells, refuses or marks by a date asks it, so that a
 * rule of the course and an exception for a person are to be added here alone.
 */
export const termsOf = ({ due_at, closes_at, attempts_allowed }: Dates): Terms => ({
  due: due_at,
  closes: closes_at,
  attempts: attempts_allowed,
})

/** Whether work that came then is late. It is worked out whenever it is told, so that a due date that moves takes it along. */
export const isLate = ({ due }: Terms, at: Date): boolean => due !== null && at > due

/** Who hands in. */
export interface Hands {
  role: Role
  /** The person, or their group; null: they are in none and it takes one. */
  owner_id: string | null
  /** How many attempts the owner has made. */
  used: number
}

type Reason = NonNullable<Assignment['can']['reason']>

/** Only students hand in. */
export const handsIn = (role: Role): boolean => abilitiesOf(role).work

/** Why nothing would be taken then; null when it would. */
export function whyNotSubmit({ attempts, closes }: Terms, { role, owner_id, used }: Hands, at: Date): Reason | null {
  if (!handsIn(role)) return 'not_student'
  if (owner_id === null) return 'no_group'
  if (attempts > 0 && used >= attempts) return 'attempts_used'
  if (closes && at > closes) return 'assignment_closed'
  return null
}

const codeOf: Record<Reason, ErrorCode> = {
  not_student: 'not_allowed',
  no_group: 'no_group',
  attempts_used: 'attempts_used',
  assignment_closed: 'assignment_closed',
}

export function maySubmit(terms: Terms, hands: Hands, at: Date): Refusal | undefined {
  const reason = whyNotSubmit(terms, hands, at)
  return reason ? new Refusal(codeOf[reason]) : undefined
}

/** What was handed in, told apart; nothing empty is in it, nor a text of white space alone. */
export interface Answers {
  /** `textbox` and `item-…`; of a choice the option's id. */
  texts: Record<string, string>
  /** The upload's id of each `file-…` that the form names. */
  files: Record<string, string>
}

/** The uploads that a form names, whether or not its fields are right. */
export const namedUploads = (form: SubmissionForm): string[] =>
  Object.entries(form).flatMap(([name, value]) => (name.startsWith('file-') ? (uploadIdOf(storable(value)) ?? []) : []))

/** Reads the form against what there is to fill in. Throws `invalid` with each field that is not right. */
export function readAnswers(sheet: Fields, form: SubmissionForm): Answers {
  const kinds = kindsOf(sheet)
  const texts: Record<string, string> = {}
  const files: Record<string, string> = {}
  const wrong: Record<string, string> = {}
  for (const [name, typed] of Object.entries(form)) {
    const kind = kinds.get(name)
    const value = storable(typed)
    if (!kind) wrong[name] = 'is not a field of this assignment'
    else if (value.trim() === '') continue
    else if (kind.file) {
      const id = uploadIdOf(value)
      if (id) files[name] = id
      else wrong[name] = 'is not the location of an upload'
    } else if (kind.options) {
      const id = optionNamed(kind.options, value)
      if (id) texts[name] = id
      else wrong[name] = 'is not one of the options'
    } else texts[name] = value
  }
  refuseFields(wrong)
  return { texts, files }
}

/** Something must be filled in, if there is anything to fill in. `response` is what the submission would hold. */
export function isBlank(sheet: Fields, response: Record<string, string>): Refusal | undefined {
  if (Object.keys(response).length > 0 || kindsOf(sheet).size === 0) return undefined
  return new Refusal('invalid', { message: 'Nothing is filled in.', fields: { _: 'nothing is filled in' } })
}

/** What a device has typed, and into fields that are gone. */
export interface ReadSave {
  save: DraftSave
  gone: Record<string, string>
}

/**
 * Reads what a device has typed. A device with a fast clock must not win for ever, so nothing is later than now.
 * Throws `invalid` with each field that the assignment has not and that is not among those that are `gone`.
 */
export function readSave(kinds: Map<string, Kind>, gone: Set<string>, { id, fields }: DraftSave, now: Date): ReadSave {
  const unknown = Object.keys(fields).filter((name) => !kinds.has(name) && !gone.has(name))
  refuseFields(Object.fromEntries(unknown.map((name) => [name, 'is not a field of this assignment'])))
  const read = (options: string[] | null | undefined, { value, at, base }: DraftEdit): DraftEdit => ({
    value: (options && optionTyped(options, value)) ?? storable(value),
    at: Math.min(at, now.getTime()),
    ...(base !== undefined && { base: storable(base) }),
  })
  const of = (isThere: boolean) => Object.entries(fields).filter(([name]) => kinds.has(name) === isThere)
  const typed = of(true).map(([name, edit]) => [name, read(kinds.get(name)?.options, edit)] as const)
  const lost = of(false).map(([name, { value }]) => [name, storable(value)] as const)
  return {
    save: { id, fields: Object.fromEntries(typed) },
    gone: Object.fromEntries(lost.filter(([, value]) => value.trim() !== '')),
  }
}

/**
 * The draft with each choice as an option that is there. That of an option that is gone is taken back: an edit after the
 * choice, so that the devices that have it take it in.
 */
export function withPresentOptions(kinds: Map<string, Kind>, fields: DraftFields): DraftFields {
  const chosen = Object.entries(fields).flatMap(([name, { value, at }]) => {
    const options = kinds.get(name)?.options
    if (!options || value === '') return []
    const id = optionTyped(options, value)
    return [[name, id === undefined ? { value: '', at: at + 1 } : { value: id, at }] as const]
  })
  return { ...fields, ...Object.fromEntries(chosen) }
}

export function isTooMuch(fields: DraftFields): Refusal | undefined {
  const many = Object.keys(fields).length > draftMost.fields
  return many || Buffer.byteLength(JSON.stringify(fields)) > draftMost.bytes ? new Refusal('too_large') : undefined
}

export interface Kind {
  file: boolean
  /** The ids. */
  options: string[] | null
}

/** What there is to fill in, by name. */
export function kindsOf({ has_text, questions, slots }: Fields): Map<string, Kind> {
  return new Map<string, Kind>([
    ...(has_text ? [['textbox', { file: false, options: null }] as const] : []),
    ...questions.map(({ id, options }) => [`item-${id}`, { file: false, options }] as const),
    ...slots.map((id) => [`file-${id}`, { file: true, options: null }] as const),
  ])
}

/** PostgreSQL keeps neither NUL nor half a character; nobody types them. */
const storable = (text: string) => text.replaceAll('\0', '').toWellFormed()

export function refuseFields(fields: Record<string, string>): void {
  if (Object.keys(fields).length > 0) throw new Refusal('invalid', { fields })
}
