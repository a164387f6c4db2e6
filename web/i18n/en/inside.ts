import { about } from './about.ts'
import { assignments } from './assignments.ts'
import { contents } from './contents.ts'
import { discussions } from './discussions.ts'
import { gradebook } from './gradebook.ts'
import { groups } from './groups.ts'
import { meetings } from './meetings.ts'

/** The words of what is inside a course, which are fetched with its first screen. */
export const inside = { about, assignments, contents, discussions, gradebook, groups, meetings }
