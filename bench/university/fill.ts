import pg from 'pg'
import { hashPassword } from '../../server/courses/passwords.ts'
import type { Connection } from '../../server/db/database.ts'
import { readDemoFiles } from '../../server/demo/school/files.ts'
import type { Storage } from '../../server/uploads/storage.ts'
import { whileBare } from './bare.ts'
import { addAnnouncements, addClasses, addMeetings } from './classes.ts'
import { Copies } from './copy.ts'
import { Dice } from './dice.ts'
import { addMaterials } from './materials.ts'
import { addPeople } from './people.ts'
import { Place, type StoredFile } from './place.ts'
import { type Options, planOf, type SemesterPlan } from './plan.ts'
import { addTopics } from './talk.ts'
import { courseNames, titles } from './words.ts'
import { addWork } from './work.ts'

interface Target {
  /** The address of a migrated, empty database. */
  connection: Connection
  /** The folder of the few files that all records of uploads name. */
  storage: Storage
}

/** The password for joining courses of the present semester. */
export const joinPassword = 'raintree'

/**
 * Fills an empty database with a university, and returns the number of rows by table. The rows are the same for the
 * same seed, scale and time, except the hash of the password. Throws PostgreSQL's error if a row breaks a rule of the
 * schema.
 */
export async function fillUniversity(
  { connection, storage }: Target,
  options: Options,
): Promise<Record<string, number>> {
  const client = new pg.Client({ ...connection, application_name: 'raintree bench' })
  await client.connect()
  try {
    const { rows } = await client.query('select exists (select from people) as inhabited')
    if (rows[0].inhabited) throw new Error('The database is not empty.')
    const files = await storeFiles(storage)
    const counts = await whileBare(client, () => copyUniversity(connection, options, files))
    await client.query('vacuum (analyze)')
    return counts
  } finally {
    await client.end()
  }
}

async function copyUniversity(connection: Connection, options: Options, files: StoredFile[]) {
  const copies = new Copies(connection)
  await openAll(copies)
  const plan = planOf(options)
  const people = addPeople(plan, copies.add)
  const joinHash = await hashPassword(joinPassword)
  for (const semester of plan.semesters) {
    for (const course of semester.courses) {
      const place = new Place(plan, semester, course, people, copies.add, files)
      addCourse(place, semester, joinHash)
      addAnnouncements(place)
      addClasses(place)
      addMeetings(place)
      addMaterials(place)
      addTopics(place)
      addWork(place)
      await copies.send()
    }
  }
  return copies.end()
}

function addCourse(place: Place, { year, semester, present }: SemesterPlan, joinHash: string): void {
  const { number, code } = place.plan
  // The same course comes again in other semesters.
  const name = new Dice('course name', code).pick(courseNames)
  const dice = place.dice('course')
  const created_at = place.at(-30)
  place.add('courses', {
    id: place.id,
    code,
    section: '1',
    name,
    name_short: name.slice(0, 24),
    img: null,
    mooc: number % 50 === 0,
    academic_year: year,
    semester,
    objectives: ['To know the terms of the field', 'To solve its standard problems', 'To judge a result'],
    contact_team: number % 2 ? 'https://teams.example.org/' : null,
    join_password_hash: present ? joinHash : null,
    created_at,
  })
  place.add('course_versions', { course_id: place.id })
  const enrol = (person_id: string, role: string, title: string, position: number, joined_at: Date) =>
    place.add('roster', { course_id: place.id, person_id, role, title, position, joined_at })
  for (const [n, id] of place.instructors.entries()) enrol(id, 'instructor', dice.pick(titles), n, created_at)
  for (const id of place.assistants) enrol(id, 'assistant', '', 0, created_at)
  for (const id of place.students) enrol(id, 'student', '', 0, place.at(-20 + 20 * dice.roll()))
  for (const person_id of place.students.filter((_, n) => n % 40 === 1))
    place.add('accommodations', {
      ...{ course_id: place.id, person_id, time_percent: 150, extra_days: 2, updated_at: place.at(0) },
    })
}

async function storeFiles(storage: Storage): Promise<StoredFile[]> {
  const demo = await readDemoFiles()
  const names = ['lab-sheet.pdf', 'lecture-recursion.pdf', 'syllabus.pdf', 'flowchart.png', 'reading-list.txt']
  return Promise.all(
    names.map(async (filename) => {
      const file = demo.get(filename)
      if (!file) throw new Error(`There is no ${filename}.`)
      const storage_key = `${file.sha256.toString('hex').slice(0, 4)}-university-${filename}`
      await storage.put(storage_key, file.bytes)
      const { bytes, mediaType, sha256 } = file
      return { filename, media_type: mediaType, bytes: bytes.length, sha256, storage_key }
    }),
  )
}

async function openAll(copies: Copies): Promise<void> {
  const place = 'course_id'
  await copies.open('people', ['id', 'email', 'first', 'last', 'img', 'created_at', 'updated_at'])
  await copies.open('identities', ['issuer', 'subject', 'person_id', 'created_at'])
  await copies.open('sessions', ['token_hash', 'person_id', 'created_at', 'seen_at', 'expires_at'])
  await copies.open('notification_marks', ['person_id', 'read_at'])
  const file = ['filename', 'media_type', 'bytes', 'sha256', 'storage_key'] as const
  await copies.open('uploads', ['id', 'owner_id', ...file, 'created_at', 'held'])
  const course = ['code', 'section', 'name', 'name_short', 'img', 'mooc', 'academic_year', 'semester'] as const
  const more = ['objectives', 'contact_team', 'join_password_hash', 'created_at'] as const
  await copies.open('courses', ['id', ...course, ...more])
  await copies.open('course_versions', [place])
  await copies.open('roster', [place, 'person_id', 'role', 'title', 'position', 'joined_at'])
  await copies.open('accommodations', [place, 'person_id', 'time_percent', 'extra_days', 'updated_at'])
  await copies.open('announcements', [place, 'id', 'author_id', 'title', 'content', 'publish_at', 'created_at'])
  await copies.open('schedules', [place, 'id', 'name', 'location', 'start_at', 'end_at'])
  await copies.open('attendance', [place, 'schedule_id', 'person_id', 'code', 'recorded_at'])
  await copies.open('activity', [place, 'id', 'kind', 'subject_id', 'actor_id', 'person_id', 'created_at'])
  const recording = ['recording_show', 'recording_password', 'recording_video', 'recording_expire'] as const
  await copies.open('meetings', [
    place,
    'id',
    'title',
    'host',
    'start_at',
    'end_at',
    'publish_at',
    'link',
    ...recording,
  ])
  await copies.open('contents', [
    place,
    'id',
    'parent_id',
    'name',
    'description',
    'upload_id',
    'uploaded_at',
    'publish_at',
  ])
  await copies.open('links', [place, 'id', 'name', 'description', 'url', 'created_at'])
  await copies.open('playlists', [place, 'id', 'provider_id', 'title', 'channel', 'thumbnail', 'created_at'])
  await copies.open('groupings', [place, 'id', 'name', 'created_at', 'publish_at'])
  await copies.open('groups', [place, 'id', 'grouping_id', 'name', 'description', 'created_by', 'created_at'])
  await copies.open('group_members', [place, 'grouping_id', 'person_id', 'group_id', 'joined_at', 'accepted_at'])
  const scores = ['score', 'score_essay', 'score_questionset', 'score_file'] as const
  const terms = ['due_at', 'attempts_allowed', 'grouping_id', 'has_text'] as const
  await copies.open('assignments', [
    place,
    'id',
    'name',
    'description',
    ...terms,
    ...scores,
    'created_at',
    'publish_at',
  ])
  await copies.open('exceptions', [place, 'id', 'assignment_id', 'person_id', 'due_at', 'updated_at'])
  await copies.open('questions', [place, 'id', 'assignment_id', 'position', 'question', 'kind', 'score', 'options'])
  await copies.open('file_slots', [place, 'id', 'assignment_id', 'position', 'name'])
  const handIn = ['owner_id', 'attempt', 'submitted_by', 'submitted_at', 'response', 'digest'] as const
  await copies.open('submissions', [place, 'id', 'assignment_id', ...handIn])
  await copies.open('submission_files', [place, 'submission_id', 'slot_id', 'upload_id'])
  await copies.open('submission_people', [place, 'person_id', 'assignment_id', 'submission_id'])
  const sum = ['parts', 'points', 'score'] as const
  const seen = ['show', 'shown_at', 'updated_at'] as const
  await copies.open('feedback', [place, 'submission_id', ...sum, 'comment', 'grader_id', ...seen])
  await copies.open('graded_works', [place, 'assignment_id', 'person_id', 'submission_id', 'score', 'show'])
  await copies.open('drafts', [place, 'assignment_id', 'owner_id', 'fields', 'updated_at'])
  await copies.open('gradables', [place, 'id', 'name', 'score', 'position', 'final', 'assignment_id'])
  await copies.open('entries', [place, 'person_id', 'gradable_id', 'score', 'entered_at'])
  await copies.open('scores', [place, 'person_id', 'gradable_id', 'score', 'updated_at'])
  await copies.open('topics', [place, 'id', 'author_id', 'title', 'description', 'created_at', 'publish_at'])
  await copies.open('posts', [place, 'id', 'topic_id', 'author_id', 'content', 'created_at'])
  const talk = ['topic_id', 'post_id', 'parent_id', 'author_id', 'content', 'noreply', 'created_at'] as const
  await copies.open('comments', [place, 'id', ...talk])
}
