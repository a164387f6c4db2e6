import type { Assignment, Slot, Submission } from '../../contract/assignments.ts'
import { isTyped, kindOf, type Question } from '../../contract/questions.ts'

/* The fields of a worksheet, by their names in the contract. */

export const textbox = 'textbox'
export const itemOf = (questionId: string): string => `item-${questionId}`
export const slotOf = (slotId: string): string => `file-${slotId}`
/** The place of an attempt in the worksheet's address, after `#`. */
export const attemptAnchor = (attempt: number): string => `attempt-${attempt}`
export const isSlot = (name: string): boolean => name.startsWith('file-')

/** Whether a field is a text; otherwise it is a choice or a file. */
export const isTextOf =
  ({ assignment_questionset }: Sheet) =>
  (name: string): boolean =>
    !isSlot(name) &&
    !assignment_questionset.some((question) => itemOf(question._id) === name && !isTyped(kindOf(question)))

/** Whether a field is an ordering. */
export const isOrderOf =
  ({ assignment_questionset }: Pick<Sheet, 'assignment_questionset'>) =>
  (name: string): boolean =>
    assignment_questionset.some((question) => itemOf(question._id) === name && kindOf(question) === 'ordering')

type Options = NonNullable<Question['options']>

/** The option in a draft: by its id, or by its position in a draft from before options had ids. */
export const chosenOf = (options: Options, answer: string): Options[number] | undefined =>
  options.find(({ _id }) => _id === answer) ?? (/^\d+$/.test(answer) ? options[Number(answer)] : undefined)

/** The value of a submission's field for a draft on the present sheet: '' if its option is gone. */
export const submittedIn = ({ response, chosen }: Pick<Submission, 'response' | 'chosen'>, name: string): string =>
  response[name] === undefined ? '' : (chosen[name] ?? response[name])

/** Whether an answer by ids begins with these: the server puts the choices that came since at the end of an order. */
export const beginsWith = (kept: string, ids: string): boolean => kept.startsWith(`${ids.slice(0, -1)},`)

/** The assignment with the sheet of that submission. */
export const askedIn = (assignment: Assignment, { sheet, response }: Submission): Assignment => ({
  ...assignment,
  ...sheet,
  assignment_text: assignment.assignment_text || response[textbox] !== undefined,
})

/** A text as the server stores it: without characters that nobody types. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** Whether a field counts as answered. White space alone does not, though the draft keeps it. */
export const isFilled = (text: string): boolean => text.trim() !== ''

type Sheet = Pick<Assignment, 'assignment_text' | 'assignment_questionset' | 'assignment_file'>

/** The names of a slot's files: the first must be there, the others may. */
export const filesOf = ({ _id, max_files = 1 }: Slot): string[] =>
  Array.from({ length: max_files }, (_, i) => (i === 0 ? slotOf(_id) : `${slotOf(_id)}-${i + 1}`))

/** The names of all fields in page order. */
export const fieldNames = (sheet: Sheet): string[] => [
  ...(sheet.assignment_text ? [textbox] : []),
  ...sheet.assignment_questionset.map(({ _id }) => itemOf(_id)),
  ...sheet.assignment_file.flatMap(filesOf),
]

/** How many attempts are left of a limited number. */
export const attemptsLeft = ({ assignment_attempt, attempts_used, can }: Assignment): number =>
  can.reason === 'attempts_used' ? 0 : Math.max(0, assignment_attempt - attempts_used)

/** Whether the submission is final: the assignment takes nothing more, and no further attempt can begin. */
export function isFinal({ my, assignment_attempt, can: { reason } }: Assignment): boolean {
  const goesOn = reason === null || reason === 'not_begun' || reason === 'time_is_up'
  return !!my && (reason === 'assignment_closed' || (assignment_attempt !== 0 && !goesOn))
}

/** Whether work with a time limit waits for its begin, with a press or with a group: nothing is typed into it yet. */
export const isBeforeBegin = ({ assignment_time_limit, can: { reason } }: Assignment): boolean =>
  reason === 'not_begun' || (reason === 'no_group' && assignment_time_limit !== undefined)

/** Whether a field is a step of the progress, and not a further file of a slot. */
export const isStep = (name: string): boolean => !/^file-.{36}-\d+$/.test(name)

/** 0 to 1; a sheet without fields is complete. */
export const ratioOf = (done: readonly boolean[]): number =>
  done.length === 0 ? 1 : done.filter(Boolean).length / done.length

/** An attached file as a draft stores it: its location, with the name in a part that no server reads. */
export const attachment = (location: string, filename: string): string =>
  `${location}#${encodeURIComponent(filename.toWellFormed())}`

export const locationIn = (attached: string): string => attached.split('#', 1)[0] ?? ''

/** The name of an attached file, or the end of its address when another client attached it. */
export function filenameIn(attached: string): string {
  const [location = '', name] = attached.split('#')
  const text = name || (location.split('?')[0]?.split('/').at(-1) ?? '')
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Whether an attached file is the one at a (signed) address. */
export const isSameFile = (a: string, b: string): boolean => uploadIn(a) !== undefined && uploadIn(a) === uploadIn(b)

const uploadIn = (address: string) => /\/api\/files\/([^/?#]+)/.exec(address)?.[1]?.toLowerCase()
