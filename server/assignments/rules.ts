import type { Assignment, SubmissionForm } from '../../contract/assignments.ts'
import { type DraftFields, draftMost } from '../../contract/drafts.ts'
import type { ErrorCode } from '../../contract/endpoint.ts'
import type { Role } from '../access/rules.ts'
import { Refusal } from '../errors.ts'
import { uploadIdOf } from '../uploads/location.ts'

/** What there is to fill in. */
export interface Fields {
  has_text: boolean
  /** With the number of options; null: answered by a text. */
  questions: { id: string; options: number | null }[]
  slots: string[]
}

/** On which terms somebody hands in. */
export interface Terms {
  due_at: Date | null
  /** 0: unlimited */
  attempts_allowed: number
  /** The person, or their group; null: they are in none and it takes one. */
  owner_id: string | null
}

type Reason = NonNullable<Assignment['can']['reason']>

/** Only students hand in. */
export const handsIn = (role: Role): boolean => role === 'student'

/** Why nothing would be taken from the person now; null when it would. `attempts`: how many there are. */
export function whyNotSubmit(sheet: Terms, role: Role, attempts: number, now: Date): Reason | null {
  if (!handsIn(role)) return 'not_student'
  if (sheet.owner_id === null) return 'no_group'
  if (sheet.attempts_allowed > 0 && attempts >= sheet.attempts_allowed) return 'attempts_used'
  if (sheet.due_at && now > sheet.due_at) return 'assignment_closed'
  return null
}

const codeOf: Record<Reason, ErrorCode> = {
  not_student: 'not_allowed',
  no_group: 'no_group',
  attempts_used: 'attempts_used',
  assignment_closed: 'assignment_closed',
}

export function maySubmit(sheet: Terms, role: Role, attempts: number, now: Date): Refusal | undefined {
  const reason = whyNotSubmit(sheet, role, attempts, now)
  return reason ? new Refusal(codeOf[reason]) : undefined
}

/** What was handed in, told apart; nothing empty is in it, nor a text of white space alone. */
export interface Answers {
  /** `textbox` and `item-…` */
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
    } else if (kind.options !== null && !isIndex(value, kind.options)) wrong[name] = 'is not one of the options'
    else texts[name] = value
  }
  refuseFields(wrong)
  return { texts, files }
}

/** Something must be filled in, if there is anything to fill in. `response` is what the submission would hold. */
export function isBlank(sheet: Fields, response: Record<string, string>): Refusal | undefined {
  if (Object.keys(response).length > 0 || kindsOf(sheet).size === 0) return undefined
  return new Refusal('invalid', { message: 'Nothing is filled in.', fields: { _: 'nothing is filled in' } })
}

/**
 * Reads what a device has typed. A device with a fast clock must not win for ever, so nothing is later than now.
 * Throws `invalid` with each field that the assignment does not have.
 */
export function readDraft(sheet: Fields, fields: DraftFields, now: Date): DraftFields {
  const kinds = kindsOf(sheet)
  const unknown = Object.keys(fields).filter((name) => !kinds.has(name))
  refuseFields(Object.fromEntries(unknown.map((name) => [name, 'is not a field of this assignment'])))
  return Object.fromEntries(
    Object.entries(fields).map(([name, { value, at }]) => [
      name,
      { value: storable(value), at: Math.min(at, now.getTime()) },
    ]),
  )
}

export function isTooMuch(fields: DraftFields): Refusal | undefined {
  const many = Object.keys(fields).length > draftMost.fields
  return many || Buffer.byteLength(JSON.stringify(fields)) > draftMost.bytes ? new Refusal('too_large') : undefined
}

interface Kind {
  file: boolean
  options: number | null
}

function kindsOf({ has_text, questions, slots }: Fields): Map<string, Kind> {
  return new Map<string, Kind>([
    ...(has_text ? [['textbox', { file: false, options: null }] as const] : []),
    ...questions.map(({ id, options }) => [`item-${id}`, { file: false, options }] as const),
    ...slots.map((id) => [`file-${id}`, { file: true, options: null }] as const),
  ])
}

const isIndex = (text: string, count: number) => /^(0|[1-9]\d{0,5})$/.test(text) && Number(text) < count

/** PostgreSQL keeps neither NUL nor half a character; nobody types them. */
const storable = (text: string) => text.replaceAll('\0', '').toWellFormed()

export function refuseFields(fields: Record<string, string>): void {
  if (Object.keys(fields).length > 0) throw new Refusal('invalid', { fields })
}
