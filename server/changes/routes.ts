import {
  type ChangedRow,
  ChangeKind,
  type HistoryArea,
  type OtherKind,
  type ThingNoun,
  thingIn,
} from '../../contract/changes.ts'
import type { Ability } from '../../contract/endpoint.ts'
import type { contract } from '../../contract/index.ts'
import { readsGrades } from '../access/abilities.ts'
import { isArchived } from '../courses/queries.ts'
import type { Db } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import { findHiddenWorks } from '../hiddenNames/queries.ts'
import type { Handlers } from '../serve.ts'
import { replayed } from './change.ts'
import { ofPeople } from './follow.ts'
import { findChanges, findRows, getChange } from './queries.ts'
import { refusedUndos } from './refusedUndos.ts'
import { undo } from './undo.ts'

/** The ability that changing a thing needs; undoing the change needs the same. */
const abilityForThing: Record<ThingNoun, Ability> = {
  announcement: 'author',
  discussion: 'author',
  link: 'author',
  playlist: 'author',
  meeting: 'author',
  assignment: 'author',
  grouping: 'author',
  holiday: 'author',
  mark: 'grade',
}

const abilityForOther: Record<OtherKind, Ability> = {
  course_edited: 'settings',
  course_archived: 'settings',
  course_brought_back: 'settings',
  join_link_added: 'settings',
  join_link_revoked: 'settings',
  dates_changed: 'author',
  assignments_copied: 'author',
  exceptions_set: 'grade',
  contents_added: 'author',
  content_edited: 'author',
  contents_published: 'author',
  contents_scheduled: 'author',
  contents_unpublished: 'author',
  contents_moved: 'author',
  contents_removed: 'author',
  schedules_added: 'author',
  schedules_edited: 'author',
  schedules_cancelled: 'author',
  schedules_restored: 'author',
  schedules_removed: 'author',
  attendance_taken: 'grade',
  graded: 'grade',
  answers_graded: 'grade',
  marking_imported: 'grade',
  grades_released: 'release',
  grades_hidden: 'release',
  release_planned: 'release',
  release_moved: 'release',
  release_cancelled: 'release',
  rubric_changed: 'grade',
  grading_divided: 'grade',
  names_hidden: 'release',
  names_shown: 'release',
  regrade_answered: 'grade',
  text_hidden: 'author',
  text_restored: 'author',
  text_endorsed: 'author',
  text_unendorsed: 'author',
  accommodations_set: 'people',
  invitation_made: 'people',
  invitation_revoked: 'people',
  message_sent: 'author',
  people_added: 'people',
  people_edited: 'people',
  people_imported: 'people',
  people_removed: 'people',
  people_restored: 'people',
  groups_made: 'author',
  groups_imported: 'author',
  groups_removed: 'author',
  group_edited: 'author',
  group_removed: 'author',
  members_moved: 'author',
  grades_entered: 'grade',
  grades_imported: 'grade',
  grades_curved: 'grade',
  grade_column_added: 'grade',
  grade_column_edited: 'grade',
  grade_column_removed: 'grade',
  gradebook_set_up: 'grade',
  final_grades_released: 'release',
  final_grades_taken_back: 'release',
}

/** Tables with the grades of students' work and what graders write about it. */
const gradeTables = ['feedback', 'entries', 'marks', 'regrade_requests']

function abilityFor(kind: ChangeKind): Ability {
  const thing = thingIn(kind)
  return thing ? abilityForThing[thing.noun] : abilityForOther[kind as OtherKind]
}

const areaOfAbility: Record<Ability, HistoryArea> = {
  author: 'materials',
  grade: 'grades',
  release: 'grades',
  people: 'people',
  settings: 'settings',
}

function areaOf(kind: ChangeKind): HistoryArea {
  if (kind === 'exceptions_set') return 'people'
  if (kind === 'graded' || kind === 'answers_graded' || kind === 'regrade_answered' || thingIn(kind)?.noun === 'mark')
    return 'works'
  return areaOfAbility[abilityFor(kind)]
}

const kindsIn = (area: HistoryArea) => ChangeKind.options.filter((kind) => areaOf(kind) === area)

/**
 * The rows without the grades that followed in works with hidden names, such as after an exception: beside the person who
 * got it, such a grade would say whose work it is.
 */
async function withoutHiddenWorks(db: Db, courseId: string, rows: ChangedRow[]): Promise<ChangedRow[]> {
  if (!rows.some(({ table }) => ofPeople.includes(table))) return rows
  const workOf = ({ table, key }: ChangedRow) => (table === 'feedback' ? [String(key.submission_id)] : [])
  const hidden = await findHiddenWorks(db, courseId, rows.flatMap(workOf))
  return rows.filter((row) => !workOf(row).some((id) => hidden.has(id)))
}

export function changeRoutes({ db, now, live }: Deps): Handlers<typeof contract.changes> {
  return {
    async list({ courseId, role, can, query }) {
      const kinds = query.area && kindsIn(query.area)
      const { items, next } = await findChanges(db, courseId, { ...query, kinds })
      const mine = items.filter(({ kind, kept }) => kept && can[abilityFor(kind)]).map(({ _id }) => _id)
      const refused = await refusedUndos(db, { courseId, role, can, now: now() }, mine)
      const undo = (id: string) => mine.includes(id) && !refused.has(id)
      return { items: items.map(({ kept, ...one }) => ({ ...one, can: { undo: undo(one._id) } })), next }
    },
    async one({ courseId, params, ...grant }) {
      const [change, { rows, more }] = await Promise.all([
        getChange(db, courseId, params.change_id),
        findRows(db, courseId, params.change_id, readsGrades(grant) ? [] : gradeTables),
      ])
      return { ...change, rows: await withoutHiddenWorks(db, courseId, rows), more_rows: more }
    },
    async undo({ viewer, courseId, role, can, params, query, newId, reply }) {
      const { _id: changeId, kind } = await getChange(db, courseId, params.change_id)
      if (!can[abilityFor(kind)]) throw new Refusal('not_allowed')
      if ((await refusedUndos(db, { courseId, role, can, now: now() }, [changeId])).size > 0)
        throw new Refusal('not_allowed')
      if (kind !== 'course_archived' && (await isArchived(db, courseId))) throw new Refusal('archived')
      const leave = query.leave === 'changed'
      const { id, result } = await undo(db, { id: newId(), courseId, changeId, actorId: viewer._id, at: now(), leave })
      live.tell(...(result ?? []))
      reply.header('change-id', id)
      if (!result) reply.header(replayed, 'true')
      return getChange(db, courseId, id)
    },
  }
}
