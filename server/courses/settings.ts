import { type Kysely, sql, type Transaction, type Updateable } from 'kysely'
import { type CourseTab, courseTabs } from '../../contract/courses.ts'
import {
  type CourseSettings,
  CourseSettings as CourseSettingsSchema,
  type courseWrites,
  type LateRule,
} from '../../contract/staff/courses.ts'
import type { MemberGrant } from '../access/rules.ts'
import { writeOrTry } from '../changes/write.ts'
import type { Db } from '../db/database.ts'
import type { DB } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { found, Refusal } from '../errors.ts'
import { countChangedGrades } from '../grading/changed.ts'
import type { Input } from '../serve.ts'
import { numberIsFree } from './create.ts'
import { findLinks } from './links.ts'
import { hashPassword } from './passwords.ts'
import { holdPicture, imageOf, type Picture, pictureOf, type Sign } from './picture.ts'
import { isZone } from './zone.ts'

type Edit = Input<(typeof courseWrites)['edit']>

interface SettingsRow {
  id: string
  revision: number
  name: string
  name_short: string
  code: string
  section: string
  academic_year: number
  semester: number
  img: string | null
  picture: Picture | null
  cover: string | null
  objectives: string[]
  contact_facebook: string | null
  contact_team: string | null
  contact_echo: string | null
  tabs: CourseTab[] | null
  zone: string
  has_password: boolean
  assistants_may: CourseSettings['assistants_may']
  late_rule: LateRule
  regrade_days: number
  archived_at: Date | null
}

async function getRow(db: Db, courseId: string): Promise<SettingsRow> {
  const { rows } = await sql<SettingsRow>`
    select c.id, c.revision, c.name, c.name_short, c.code, c.section, c.academic_year, c.semester, c.img, ${pictureOf},
      c.cover, c.objectives, c.contact_facebook, c.contact_team, c.contact_echo, c.tabs, c.zone,
      c.join_password_hash is not null as has_password, c.assistants_may, c.late_rule,
      c.regrade_days, c.archived_at
    from courses c where c.id = ${courseId}`.execute(db)
  return found(rows[0])
}

/** The settings of a course, for a person who may change them. */
export async function getSettings(
  db: Db,
  { courseId, role }: Pick<MemberGrant, 'courseId' | 'role'>,
  { sign, now }: { sign: Sign; now: Date },
) {
  const c = await getRow(db, courseId)
  return {
    ...{ _id: c.id, revision: c.revision, course_name: c.name, course_name_short: c.name_short, course_code: c.code },
    ...{ course_section: c.section, course_academic_year: String(c.academic_year) },
    ...{ course_semester: String(c.semester), course_image: imageOf(c, sign), course_cover: c.cover },
    course_objective: c.objectives,
    course_contact: { facebook: c.contact_facebook, team: c.contact_team, echo: c.contact_echo },
    course_tabs: c.tabs ?? [...courseTabs],
    ...{ zone: c.zone, join_password: c.has_password, join_links: await findLinks(db, courseId, now) },
    ...{
      assistants_may: c.assistants_may,
      late_rule: c.late_rule,
      regrade_days: c.regrade_days,
      archived_at: c.archived_at,
    },
    can: { assistants_may: role === 'instructor' },
  } satisfies Record<keyof CourseSettings, unknown>
}

/**
 * Changes the settings of a course as one change, all or nothing. A dry run writes nothing and returns how many grades
 * would change. Throws invalid, conflict and archived.
 */
export async function editCourse(deps: Deps, input: Edit, sign: Sign) {
  const { db, now } = deps
  const { courseId, viewer, revision, body } = input
  const before = await getRow(db, courseId)
  if (before.archived_at && body.archived !== false) throw new Refusal('archived')
  if (body.zone !== undefined && !isZone(body.zone))
    throw new Refusal('invalid', { fields: { zone: 'is not the name of a zone, such as Asia/Bangkok' } })
  const columns = await columnsOf(body, before, now())
  const work = async (trx: Transaction<DB>) => {
    if (typeof body.course_image === 'string')
      columns.picture_id = await holdPicture(trx, viewer._id, body.course_image)
    if (await updateCourse(trx, courseId, revision, columns)) return
    const current = await getSettings(trx, input, { sign, now: now() })
    throw new Refusal('conflict', { current: CourseSettingsSchema.parse(current) })
  }
  const about = { _id: courseId, title: columns.name ?? before.name }
  const what = { kind: kindOf(before, body.archived), about } as const
  return writeOrTry(deps, input, what, work, async (from, tried) => tried && countChangedGrades(from, courseId, tried))
}

const kindOf = (before: SettingsRow, archived: boolean | undefined) =>
  archived === true && !before.archived_at
    ? 'course_archived'
    : archived === false && before.archived_at
      ? 'course_brought_back'
      : 'course_edited'

async function columnsOf(body: Edit['body'], before: SettingsRow, now: Date): Promise<Updateable<DB['courses']>> {
  const { course_contact: contact = {}, join_password: password } = body
  const columns: Updateable<DB['courses']> = {
    ...{ name: body.course_name, name_short: body.course_name_short, code: body.course_code },
    ...{ section: body.course_section, academic_year: body.course_academic_year, semester: body.course_semester },
    ...{ objectives: body.course_objective, tabs: body.course_tabs, zone: body.zone, cover: body.course_cover },
    ...{ contact_facebook: contact.facebook, contact_team: contact.team, contact_echo: contact.echo },
    assistants_may: body.assistants_may,
    late_rule: body.late_rule && JSON.stringify(body.late_rule),
    regrade_days: body.regrade_days,
    join_password_hash: typeof password === 'string' ? await hashPassword(password) : password,
    archived_at: body.archived === undefined ? undefined : body.archived ? (before.archived_at ?? now) : null,
  }
  // A course has one picture: its own, one of the product's drawings, or the one it came with.
  if (body.course_image !== undefined) Object.assign(columns, { img: null, picture_id: null, cover: null })
  if (body.course_cover) Object.assign(columns, { img: null, picture_id: null, cover: body.course_cover })
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

/** Whether the course had that revision, and so is changed now. */
async function updateCourse(
  trx: Kysely<DB>,
  courseId: string,
  revision: number,
  columns: Updateable<DB['courses']>,
): Promise<boolean> {
  const at = trx.selectFrom('courses').select('id').where('id', '=', courseId).where('revision', '=', revision)
  if (!(await at.forNoKeyUpdate().executeTakeFirst())) return false
  if (Object.keys(columns).length > 0)
    await numberIsFree(() => trx.updateTable('courses').set(columns).where('id', '=', courseId).execute())
  return true
}
