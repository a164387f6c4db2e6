import type { Work } from '../../contract/staff/grading.ts'
import { itemOf, textbox } from '../assignments/form.ts'
import type { Catalogue } from '../i18n/index.ts'

/** The part of all files. */
export const FILE = 'file'

/** The points of each part, by part. */
export const mostOf = ({ sheet }: Pick<Work, 'sheet'>): Map<string, number> =>
  new Map([
    [textbox, sheet.assignment_score_essay],
    ...sheet.assignment_questionset.map(({ _id, score }) => [itemOf(_id), score] as const),
    [FILE, sheet.assignment_score_file],
  ])

/** The names of a work's parts, by part. */
export function namesOf({ sheet }: Pick<Work, 'sheet'>, t: Catalogue['assignments']): Map<string, string> {
  return new Map([
    [textbox, t.text],
    ...sheet.assignment_questionset.map(({ _id }, index) => [itemOf(_id), t.question(index + 1)] as const),
    [FILE, t.files],
  ])
}
