import { announcements } from './authoring/announcements.ts'
import { answers } from './authoring/answers.ts'
import { attendance } from './authoring/attendance.ts'
import { classes } from './authoring/classes.ts'
import { contents, uploads } from './authoring/contents.ts'
import { copy } from './authoring/copy.ts'
import { courses } from './authoring/courses.ts'
import { dates } from './authoring/dates.ts'
import { discussions } from './authoring/discussions.ts'
import { editor } from './authoring/editor.ts'
import { exceptions } from './authoring/exceptions.ts'
import { form } from './authoring/form.ts'
import { grades } from './authoring/grades.ts'
import { gradeTables } from './authoring/gradeTables.ts'
import { grading } from './authoring/grading.ts'
import { groups } from './authoring/groups.ts'
import { history } from './authoring/history.ts'
import { holidays } from './authoring/holidays.ts'
import { importing } from './authoring/importing.ts'
import { meetings } from './authoring/meetings.ts'
import { offline } from './authoring/offline.ts'
import { combobox, dateTime, present, table, writes } from './authoring/parts.ts'
import { people } from './authoring/people.ts'
import { publishing } from './authoring/publishing.ts'
import { sheet } from './authoring/sheet.ts'
import { shortcuts } from './authoring/shortcuts.ts'
import { statistics } from './authoring/statistics.ts'

/** Words for people who make a course. */
export const authoring = {
  announcements,
  answers,
  attendance,
  classes,
  combobox,
  contents,
  copy,
  courses,
  dates,
  dateTime,
  discussions,
  editor,
  exceptions,
  form,
  grades,
  gradeTables,
  grading,
  groups,
  history,
  holidays,
  importing,
  meetings,
  offline,
  people,
  present,
  publishing,
  sheet,
  shortcuts,
  statistics,
  table,
  uploads,
  writes,
}

type Wide<T> = T extends string
  ? string
  : T extends (...values: infer A) => string
    ? (...values: A) => string
    : { readonly [K in keyof T]: Wide<T[K]> }
export type Authoring = Wide<typeof authoring>
