import type { Assignment, SubmissionForm } from '../../contract/assignments.ts'
import { type DraftEdit, type DraftFields, type DraftSave, draftMost } from '../../contract/drafts.ts'
import type { ErrorCode } from '../../contract/endpoint.ts'
import { isByIds, isTyped } from '../../contract/questions.ts'
import { abilitiesOf } from '../access/abilities.ts'
import type { Role } from '../access/rules.ts'
import { Refusal } from '../errors.ts'
import { uploadIdOf } from '../uploads/location.ts'
import { optionNamed, optionTyped } from './options.ts'
import { type Asked, answerIn, isPresent, type SlotRow, withAllPlaces, withPresentIds } from './sheet.ts'
import { isOver, type Terms } from './terms.ts'

/** The fields of an assignment. */
export interface Fields {
  has_text: boolean
  /** The questions of the owner, with options in the order in which the owner sees them. */
  questions: ({ id: string } & Asked)[]
  slots: Pick<SlotRow, 'id' | 'max_files'>[]
  /** In minutes; null: none. */
  time_limit: number | null
}

/** A person who hands in. */
export interface HandInState {
  role: Role
  /** The person, or their group; null: the person is in none and the assignment is for groups. */
  owner_id: string | null
  /** How many attempts the owner has made. */
  used: number
  /** When the next attempt began; null: it has not, or it has no time limit. */
  begun: Date | null
}

type Reason = NonNullable<Assignment['can']['reason']>

/** Only students hand in. */
export const handsIn = (role: Role): boolean => abilitiesOf(role).work

/** Why the assignment takes nothing at that time; null: it does. */
export function whyNotSubmit(terms: Terms, { role, owner_id, used, begun }: HandInState, at: Date): Reason | null {
  const { attempts, closes, minutes } = terms
  if (!handsIn(role)) return 'not_student'
  if (owner_id === null) return 'no_group'
  if (attempts > 0 && used >= attempts) return 'attempts_used'
  if (minutes !== null && begun) return isOver(terms, begun, at) ? 'time_is_up' : null
  if (closes && at > closes) return 'assignment_closed'
  return minutes === null ? null : 'not_begun'
}

const codeOf: Record<Reason, ErrorCode> = {
  not_student: 'not_allowed',
  no_group: 'no_group',
  attempts_used: 'attempts_used',
  assignment_closed: 'assignment_closed',
  not_begun: 'not_begun',
  time_is_up: 'time_is_up',
}

export function maySubmit(terms: Terms, hands: HandInState, at: Date): Refusal | undefined {
  const reason = whyNotSubmit(terms, hands, at)
  return reason ? new Refusal(codeOf[reason]) : undefined
}

/** The texts and files of a form, without empty ones. */
export interface Answers {
  /** `textbox` and `item-…`; of a choice the option's id. */
  texts: Record<string, string>
  /** The upload's id for each `file-…` in the form. */
  files: Record<string, string>
}

/** The uploads in a form, whether or not its fields are right. */
export const namedUploads = (form: SubmissionForm): string[] =>
  Object.entries(form).flatMap(([name, value]) => (name.startsWith('file-') ? (uploadIdOf(storable(value)) ?? []) : []))

/** Checks the form against the fields of the assignment. Throws `invalid` with each wrong field. */
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
    } else if (kind.question?.kind === 'one') {
      const id = optionNamed(idsOf(kind.question), value)
      if (id) texts[name] = id
      else wrong[name] = 'is not one of the options'
    } else if (kind.question && isByIds(kind.question.kind)) {
      if (isPresent(kind.question, value)) texts[name] = withAllPlaces(kind.question, answerIn(kind.question, value))
      else wrong[name] = 'names something that is not one of the options'
    } else texts[name] = value
  }
  refuseFields(wrong)
  return { texts, files }
}

/**
 * Something must be filled in, if the assignment has any field. At the end of the time, an empty attempt is handed in
 * too. `response` is what the submission would hold.
 */
export function isBlank(sheet: Fields, response: Record<string, string>): Refusal | undefined {
  if (Object.keys(response).length > 0 || sheet.time_limit !== null || kindsOf(sheet).size === 0) return undefined
  return new Refusal('invalid', { message: 'Nothing is filled in.', fields: { _: 'nothing is filled in' } })
}

/** The text and the choices from a device, and its removed fields. */
export interface ReadSave {
  save: DraftSave
  gone: Record<string, string>
}

/**
 * Checks what a device has typed. No edit is later than now, so that a device with a fast clock does not win for ever.
 * Throws `invalid` with each field that the assignment neither has nor had (`gone`).
 */
export function readSave(kinds: Map<string, Kind>, gone: Set<string>, { id, fields }: DraftSave, now: Date): ReadSave {
  const unknown = Object.keys(fields).filter((name) => !kinds.has(name) && !gone.has(name))
  refuseFields(Object.fromEntries(unknown.map((name) => [name, 'is not a field of this assignment'])))
  const read = (kind: Kind | undefined, { value, at, base }: DraftEdit): DraftEdit => ({
    value: (kind?.question?.kind === 'one' && optionTyped(idsOf(kind.question), value)) || storable(value),
    at: Math.min(at, now.getTime()),
    ...(base !== undefined && { base: storable(base) }),
  })
  const of = (isThere: boolean) => Object.entries(fields).filter(([name]) => kinds.has(name) === isThere)
  const typed = of(true).map(([name, edit]) => [name, read(kinds.get(name), edit)] as const)
  const lost = of(false).map(([name, { value }]) => [name, storable(value)] as const)
  return {
    save: { id, fields: Object.fromEntries(typed) },
    gone: Object.fromEntries(lost.filter(([, value]) => value.trim() !== '')),
  }
}

/**
 * The draft with each choice as an existing option. A choice of a removed option is cleared as a later edit, so that
 * the devices that have it follow.
 */
export function withPresentOptions(kinds: Map<string, Kind>, fields: DraftFields): DraftFields {
  const chosen = Object.entries(fields).flatMap(([name, { value, at }]) => {
    const question = kinds.get(name)?.question
    if (!question || isTyped(question.kind) || value === '') return []
    const present =
      question.kind === 'one' ? (optionTyped(idsOf(question), value) ?? '') : withPresentIds(question, value)
    const isLess = question.kind === 'one' ? present === '' : present.length < value.length
    return [[name, { value: present, at: isLess ? at + 1 : at }] as const]
  })
  return { ...fields, ...Object.fromEntries(chosen) }
}

export function isTooMuch(fields: DraftFields): Refusal | undefined {
  const many = Object.keys(fields).length > draftMost.fields
  return many || Buffer.byteLength(JSON.stringify(fields)) > draftMost.bytes ? new Refusal('too_large') : undefined
}

export interface Kind {
  file: boolean
  /** Absent: the field is the text, or a file. */
  question?: Asked
}

const idsOf = ({ options }: Asked): string[] => options?.map(({ id }) => id) ?? []

/** The field is a text, in which changes of two people are merged. */
export const isText = ({ file, question }: Kind): boolean => !file && (!question || isTyped(question.kind))

/** The names of the files of a slot; a slot for one file has one name. */
export const filesIn = ({ id, max_files }: Fields['slots'][number]): string[] =>
  Array.from({ length: max_files }, (_, i) => (i === 0 ? `file-${id}` : `file-${id}-${i + 1}`))

/** The slot of a field, and the place of the file in it. */
export function slotIn(name: string): { id: string; n: number } {
  const [, id = '', n = '1'] = /^file-(.{36})(?:-(\d+))?$/.exec(name) ?? []
  return { id, n: Number(n) }
}

/** Why a slot refuses a file; undefined: it takes it. */
export function whyNotTaken(
  { filename, bytes }: { filename: string; bytes: number },
  slot: SlotRow | undefined,
): string | undefined {
  if (!slot) return undefined
  if (slot.max_bytes !== null && bytes > slot.max_bytes) return 'is too large'
  const isTaken = slot.kinds.length === 0 || slot.kinds.some((kind) => filename.toLowerCase().endsWith(`.${kind}`))
  return isTaken ? undefined : 'is not one of the kinds of files that are taken'
}

/** The fields of an assignment, by name. */
export function kindsOf({ has_text, questions, slots }: Fields): Map<string, Kind> {
  return new Map<string, Kind>([
    ...(has_text ? [['textbox', { file: false }] as const] : []),
    ...questions.map((question) => [`item-${question.id}`, { file: false, question }] as const),
    ...slots.flatMap((slot) => filesIn(slot).map((name) => [name, { file: true }] as const)),
  ])
}

/** PostgreSQL keeps neither NUL nor lone surrogates; nobody types them. */
const storable = (text: string) => text.replaceAll('\0', '').toWellFormed()

export function refuseFields(fields: Record<string, string>): void {
  if (Object.keys(fields).length > 0) throw new Refusal('invalid', { fields })
}
