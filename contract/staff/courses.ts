import * as z from 'zod/mini'
import { courseTabs, FoundCourse } from '../courses.ts'
import { type Ability, AskedId, endpoint, Id, Time } from '../endpoint.ts'
import { Page, pageQuery } from '../page.ts'
import { bulkQuery, GradesCount } from './bulk.ts'

export const courseNameMost = 200
export const courseNameShortMost = 60
export const courseCodeMost = 40
export const courseSectionMost = 20
export const objectivesMost = 30
export const objectiveMost = 500
export const addressMost = 500
/** The most join links of a course at a time. */
export const joinLinksMost = 20
export const joinPasswordLeast = 4
export const joinPasswordMost = 200
export const joinDaysMost = 365
export const regradeDaysMost = 365

const text = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most))
/** A number, or its text, as answers have it. */
const number = (least: number, most: number) =>
  z.pipe(
    z.union([z.int(), z.string().check(z.regex(/^\d{1,4}$/))]),
    z.pipe(z.transform(Number), z.number().check(z.minimum(least), z.maximum(most))),
  )
/** The address of a web page. Null: none. */
const webAddress = z.nullable(
  z.string().check(
    z.trim(),
    z.maxLength(addressMost),
    z.refine((address) => /^https?:$/.test(URL.parse(address)?.protocol ?? ''), {
      error: 'must be an address that begins with https:// or http://',
    }),
  ),
)

const Tabs = z.array(z.enum(courseTabs)).check(
  z.refine((tabs) => new Set(tabs).size === tabs.length, { error: 'names a tab twice' }),
  z.refine((tabs) => tabs.includes('home'), { error: 'must have the tab home' }),
)

const abilities = ['author', 'people', 'grade', 'release', 'settings'] as const satisfies Ability[]
const AssistantsMay = z
  .array(z.enum(abilities))
  .check(z.refine((all) => new Set(all).size === all.length, { error: 'names an ability twice' }))

/** The rule for late work. */
export const LateRule = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('refuse') }),
  /** How many percent the score loses for each started day, down to `floor` percent of it. */
  z.object({
    kind: z.literal('percent'),
    percent: z.number().check(z.positive(), z.maximum(100)),
    floor: z.number().check(z.minimum(0), z.maximum(100)),
  }),
  /** How many days late each student may be in the whole course. */
  z.object({ kind: z.literal('bank'), days: z.int().check(z.minimum(1), z.maximum(365)) }),
])
export type LateRule = z.output<typeof LateRule>

/** In percent, the share that counts of the score of work that is so many days late. */
export const keptAfter = (rule: LateRule, days: number): number =>
  rule.kind === 'percent' ? Math.max(rule.floor, Math.round((100 - rule.percent * days) * 100) / 100) : 100

/** A drawing of the product, by its number. */
const Cover = z.nullable(z.string().check(z.regex(/^([1-9]|1[0-2])$/)))

const names = {
  course_name: text(courseNameMost),
  course_name_short: text(courseNameShortMost),
  course_code: text(courseCodeMost),
  course_section: z.string().check(z.trim(), z.maxLength(courseSectionMost)),
  course_academic_year: number(1900, 2200),
  course_semester: number(1, 3),
}

export const NewCourse = z.object({
  course_code: names.course_code,
  course_name: names.course_name,
  /** Absent: the name, shortened. */
  course_name_short: z.optional(names.course_name_short),
  course_section: z._default(names.course_section, ''),
  course_academic_year: names.course_academic_year,
  course_semester: names.course_semester,
})
export type NewCourse = z.output<typeof NewCourse>

/** A link with which people join as students. */
export const JoinLink = z.object({
  _id: Id,
  /** A path of this product. */
  location: z.string(),
  created_at: Time,
  expires_at: Time,
  /** How many people joined with it. */
  uses: z.int(),
})
export type JoinLink = z.output<typeof JoinLink>

/** The settings of a course. */
export const CourseSettings = z.object({
  _id: Id,
  revision: z.int(),
  course_name: z.string(),
  course_name_short: z.string(),
  course_code: z.string(),
  course_section: z.string(),
  course_academic_year: z.string(),
  course_semester: z.string(),
  course_image: z.nullable(z.string()),
  course_cover: z.nullable(z.string()),
  course_objective: z.array(z.string()),
  course_contact: z.object({
    facebook: z.nullable(z.string()),
    team: z.nullable(z.string()),
    echo: z.nullable(z.string()),
  }),
  course_tabs: z.array(z.enum(courseTabs)),
  /** IANA, such as Asia/Bangkok */
  zone: z.string(),
  /** Whether there is a password for joining. No reply has the password. */
  join_password: z.boolean(),
  /** The valid ones, the newest first. */
  join_links: z.array(JoinLink),
  assistants_may: AssistantsMay,
  late_rule: LateRule,
  /** For how many days after a release students may ask about a grade; 0: they may not. */
  regrade_days: z.int(),
  /** Null: it is not archived. */
  archived_at: z.nullable(Time),
  can: z.object({ assistants_may: z.boolean() }),
})
export type CourseSettings = z.output<typeof CourseSettings>

const path = '/api/courses/:course_id'

/** A call of its own, because the routes of a course name it: a student loads no other calls of staff. */
export const courseSettings = {
  settings: endpoint({
    method: 'GET',
    path: `${path}/settings`,
    access: 'settings',
    summary: 'The settings of a course',
    reply: CourseSettings,
  }),
}

/** Staff's calls on a course itself. */
export const courseWrites = {
  create: endpoint({
    method: 'POST',
    path: '/api/courses',
    access: 'creator',
    summary: 'A new course, of which the person is the instructor; nobody else is on it and nobody can join it yet',
    body: NewCourse,
    reply: z.object({ course_id: Id }),
  }),
  edit: endpoint({
    method: 'PATCH',
    path,
    access: 'settings',
    summary:
      'Changes the given fields of a course; `archived` puts it away, so that it can only be read, or brings it back. With ' +
      '`dry_run` says how many grades would be other ones, and writes nothing',
    revision: true,
    archived: true,
    query: bulkQuery,
    body: z.object({
      course_name: z.optional(names.course_name),
      course_name_short: z.optional(names.course_name_short),
      course_code: z.optional(names.course_code),
      course_section: z.optional(names.course_section),
      course_academic_year: z.optional(names.course_academic_year),
      course_semester: z.optional(names.course_semester),
      /** The location of an upload of the person's own. Null: none. */
      course_image: z.optional(z.nullable(z.string().check(z.maxLength(2_000)))),
      course_cover: z.optional(Cover),
      course_objective: z.optional(z.array(text(objectiveMost)).check(z.maxLength(objectivesMost))),
      course_contact: z.optional(
        z.object({ facebook: z.optional(webAddress), team: z.optional(webAddress), echo: z.optional(webAddress) }),
      ),
      /** The tabs that students see, in their order. */
      course_tabs: z.optional(Tabs),
      zone: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
      /** Null: nobody joins with a password. */
      join_password: z.optional(
        z.nullable(z.string().check(z.minLength(joinPasswordLeast), z.maxLength(joinPasswordMost))),
      ),
      assistants_may: z.optional(AssistantsMay),
      late_rule: z.optional(LateRule),
      regrade_days: z.optional(z.int().check(z.minimum(0), z.maximum(regradeDaysMost))),
      archived: z.optional(z.boolean()),
    }),
    reply: z.extend(CourseSettings, {
      grades: z.optional(GradesCount),
    }),
  }),
  addJoinLink: endpoint({
    method: 'POST',
    path: `${path}/join-links`,
    access: 'settings',
    summary: 'A new link with which people join as students, good for `days`',
    body: z.object({ days: z.int().check(z.minimum(1), z.maximum(joinDaysMost)) }),
    reply: JoinLink,
    errors: ['too_many'],
  }),
  revokeJoinLink: endpoint({
    method: 'DELETE',
    path: `${path}/join-links/:link_id`,
    access: 'settings',
    summary: 'Takes a link back: nobody joins with it any more',
    reply: z.object({ _id: Id }),
  }),
  invited: endpoint({
    method: 'GET',
    path: '/api/courses/invited',
    access: 'signedIn',
    summary: 'The course that a link leads to, while it is good',
    query: z.object({ course: AskedId, link: z.string().check(z.maxLength(100)) }),
    reply: FoundCourse,
    errors: ['not_found', 'too_many'],
  }),
  joinByLink: endpoint({
    method: 'POST',
    path: '/api/courses/join-by-link',
    access: 'signedIn',
    summary: 'Joins a course as a student with a link; who is on it already stays as they are',
    body: z.object({ course_id: AskedId, link: z.string().check(z.maxLength(100)) }),
    reply: z.object({ course_id: Id }),
    errors: ['not_found', 'too_many'],
  }),
}

/** A course for administrators. */
const AdminCourse = z.object({
  _id: Id,
  course_code: z.string(),
  course_name: z.string(),
  course_section: z.string(),
  course_academic_year: z.string(),
  course_semester: z.string(),
  created_at: Time,
  instructors: z.int(),
  students: z.int(),
})

/** Administrators' calls on courses. They read a course's material only as its members. */
export const adminCourses = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/courses',
    access: 'admin',
    summary: 'All courses, the newest first; those whose number begins with `search`',
    query: z.object({ ...pageQuery, search: z.optional(z.string().check(z.trim(), z.maxLength(50))) }),
    reply: Page(AdminCourse),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/courses',
    access: 'admin',
    summary:
      'A new course with these instructors, by their email: who has never signed in is one as soon as they do; without any the administrator is its instructor',
    body: z.extend(NewCourse, {
      instructors: z._default(z.array(z.email().check(z.maxLength(320))).check(z.maxLength(20)), []),
    }),
    reply: z.object({ course_id: Id }),
  }),
  appoint: endpoint({
    method: 'PUT',
    path: '/api/admin/creators',
    access: 'admin',
    summary: 'Says whether a person, by their email, may make courses',
    body: z.object({ email: z.email().check(z.maxLength(320)), may_create: z.boolean() }),
    reply: z.object({ _id: Id, may_create: z.boolean() }),
    errors: ['not_found'],
  }),
}
