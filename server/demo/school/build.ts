import { extname } from 'node:path'
import { previousSemester, type Semester, semesterOf } from '../../../contract/semester.ts'
import { addAssignments } from './build-assignments.ts'
import { addClasses } from './build-classes.ts'
import { addTopics } from './build-topics.ts'
import type { Building } from './building.ts'
import { type Clock, clockFrom } from './clock.ts'
import { courses } from './courses.ts'
import type { DemoFile } from './files.ts'
import { demoId, roll } from './ids.ts'
import { people } from './people.ts'
import { Rows } from './rows.ts'
import type { ContentData, CourseData } from './types.ts'

interface StoredFile {
  key: string
  bytes: Buffer
}

export interface School {
  rows: Rows
  files: StoredFile[]
}

const personIds = new Map(people.map((p) => [p.name, demoId('person', p.name)]))
export const demoPersonIds = [...personIds.values()]
export const demoCourseIds = courses.map((c) => demoId('course', c.code))

function person(name: string): string {
  const id = personIds.get(name)
  if (!id) throw new Error(`There is no ${name} in the demo school.`)
  return id
}

/** The whole demo school, as rows and files. The hashes of the passwords come from outside, by their text. */
export function buildSchool(now: Date, demoFiles: Map<string, DemoFile>, hashes: Map<string, string>): School {
  const rows = new Rows()
  const files: StoredFile[] = []
  addPeople(rows, now)
  const keep = (file: StoredFile) => files.push(file)
  for (const data of courses) addCourse(rows, data, now, demoFiles, hashes, keep)
  addInvitation(rows, now, hashes)
  addMarks(rows, clockFrom(now))
  return { rows, files }
}

function addPeople(rows: Rows, now: Date): void {
  const created_at = clockFrom(now).at('-120w')
  for (const { name, first, last, img, admin = false, removed } of people) {
    const id = person(name)
    rows.add('people', {
      id,
      email: `${name}@demo.raintree.test`,
      first,
      last,
      img: img ? `/demo-provider/pictures/${img}` : null,
      admin,
      created_at,
      updated_at: created_at,
      removed_at: removed ? clockFrom(now).at(removed) : null,
    })
    if (!removed) rows.add('identities', { issuer: 'demo', subject: name, person_id: id, created_at })
  }
}

const invitation = { course: '2110999', code: 'RAIN-TREE-2110', password: 'demo-instructor' }

/** Every password of the school, in clear text. */
export const passwords = [...new Set([...courses.flatMap((c) => c.password ?? []), invitation.password])]

function addInvitation(rows: Rows, now: Date, hashes: Map<string, string>): void {
  rows.add('instructor_invitations', {
    id: demoId('invitation', invitation.code),
    code: invitation.code,
    course_id: demoId('course', invitation.course),
    password_hash: hashes.get(invitation.password) ?? '',
    created_at: now,
    expires_at: clockFrom(now).at('+522w'),
    uses_left: 1000,
  })
}

/** Ploy has read everything older than two days and one thing since. */
function addMarks(rows: Rows, clock: Clock): void {
  rows.add('notification_marks', { person_id: person('ploy'), read_at: clock.at('-2d') })
  rows.add('notification_marks', { person_id: person('nat'), read_at: clock.at('-5d') })
  rows.add('notification_reads', {
    person_id: person('ploy'),
    activity_id: demoId(
      '2110101',
      'activity',
      'announcement_posted',
      demoId('2110101', 'announcement', 'Rooms of the midterm examination'),
    ),
    read_at: clock.at('-1h'),
  })
}

/** The day to which the times of a course of an earlier semester are relative: its last. */
function endOf({ year, semester }: Semester): Date {
  const days = { 1: `${year}-12-11`, 2: `${year + 1}-05-21`, 3: `${year + 1}-08-14` }
  return new Date(`${days[semester]}T17:00:00+07:00`)
}

function addCourse(
  rows: Rows,
  data: CourseData,
  now: Date,
  demoFiles: Map<string, DemoFile>,
  hashes: Map<string, string>,
  keep: (file: StoredFile) => void,
): void {
  let when = semesterOf(now)
  for (let ago = 0; ago < data.semestersAgo; ago++) when = previousSemester(when)
  const clock = clockFrom(data.semestersAgo === 0 ? now : endOf(when))
  const id = demoId('course', data.code)
  const lead = data.instructors[0]?.[0] ?? null
  rows.add('courses', {
    id,
    code: data.code,
    section: '',
    name: data.name,
    name_short: data.short,
    img: data.img ? `/demo-provider/pictures/${data.img}` : null,
    mooc: data.mooc ?? false,
    academic_year: when.year,
    semester: when.semester,
    objectives: data.objectives,
    contact_facebook: data.contact?.facebook ?? null,
    contact_team: data.contact?.team ?? null,
    contact_echo: data.contact?.echo ?? null,
    join_password_hash: data.password ? (hashes.get(data.password) ?? null) : null,
    late_rule: (data.lateRule ?? { kind: 'none' }) as unknown as string,
    created_at: clock.at('-14w'),
  })
  addRoster(rows, data, id, clock)
  const course: Building = {
    data,
    id,
    clock,
    rows,
    lead: lead && person(lead),
    person,
    upload(file, name, { filename, owner, at }) {
      const found = demoFiles.get(file)
      if (!found) throw new Error(`There is no demo file ${file}.`)
      const uploadId = demoId(data.code, 'upload', name)
      const key = uploadId.replaceAll('-', '')
      rows.add('uploads', {
        id: uploadId,
        owner_id: owner,
        filename: extname(filename) ? filename : filename + extname(file),
        media_type: found.mediaType,
        bytes: found.bytes.length,
        sha256: found.sha256,
        storage_key: key,
        created_at: at,
        held: true,
      })
      keep({ key, bytes: found.bytes })
      return { id: uploadId, sha256: found.sha256.toString('hex') }
    },
    happened({ kind, subject, at, by, person: only }) {
      rows.add('activity', {
        course_id: id,
        id: demoId(data.code, 'activity', kind, subject, ...(only ? [only] : [])),
        kind,
        subject_id: subject,
        actor_id: by,
        person_id: only ?? null,
        created_at: at,
      })
    },
  }
  addAnnouncements(course)
  addAccommodations(course)
  addMessages(course)
  addContents(course, data.contents ?? [], null, '')
  addLinks(course)
  addClasses(course)
  addAssignments(course)
  addTopics(course)
}

function addRoster(rows: Rows, data: CourseData, courseId: string, clock: Clock): void {
  const join = (name: string, role: 'student' | 'assistant' | 'instructor', place = {}) =>
    rows.add('roster', {
      course_id: courseId,
      person_id: person(name),
      role,
      ...{ title: '', position: 0, section: '', ...place },
      joined_at: new Date(clock.at('-12w').getTime() + Math.floor(roll('joined', data.code, name) * 7 * 86_400_000)),
    })
  data.instructors.forEach(([name, title], i) => {
    join(name, 'instructor', { title, position: i })
  })
  for (const name of data.assistants ?? []) join(name, 'assistant')
  data.students.forEach((name, i) => {
    join(name, 'student', data.sections && { section: String((i % data.sections) + 1) })
  })
}

function addAccommodations({ data, id, rows, clock, person }: Building): void {
  for (const { to, percent = 100, days = 0, note } of data.accommodations ?? []) {
    const granted = { time_percent: percent, extra_days: days, note }
    rows.add('accommodations', { course_id: id, person_id: person(to), ...granted, updated_at: clock.at('-6w') })
  }
}

function addMessages({ data, id, rows, clock, lead, person, happened }: Building): void {
  for (const { title, content, to, at } of data.messages ?? []) {
    const messageId = demoId(data.code, 'message', to.join())
    const sent_at = clock.at(at)
    const people = to.map(person)
    rows.add('messages', { course_id: id, id: messageId, author_id: lead, people, title, content, sent_at })
    for (const one of people) happened({ kind: 'message_sent', subject: messageId, at: sent_at, by: lead, person: one })
  }
}

function addAnnouncements({ data, id, rows, clock, lead, person, happened }: Building): void {
  for (const { title, content, posted, publish, by } of data.announcements ?? []) {
    const announcementId = demoId(data.code, 'announcement', title)
    const author = by ? person(by) : lead
    const at = clock.at(posted)
    rows.add('announcements', {
      course_id: id,
      id: announcementId,
      author_id: author,
      title,
      content: content.trim(),
      publish_at: publish === undefined ? at : publish && clock.at(publish),
      created_at: at,
    })
    if (publish === undefined) happened({ kind: 'announcement_posted', subject: announcementId, at, by: author })
  }
}

function addContents(course: Building, contents: ContentData[], parent: string | null, way: string): void {
  const { data, id, rows, clock, lead, upload, happened } = course
  for (const content of contents) {
    const path = `${way}${content.name}`
    const contentId = demoId(data.code, 'content', path)
    const at = clock.at(content.uploaded)
    const held = 'file' in content && upload(content.file, path, { filename: content.name, owner: lead, at })
    rows.add('contents', {
      course_id: id,
      id: contentId,
      parent_id: parent,
      name: content.name,
      description: content.description ?? '',
      upload_id: held ? held.id : null,
      uploaded_at: at,
      updated_at: content.updated ? clock.at(content.updated) : null,
      publish_at: content.publish === undefined ? at : content.publish && clock.at(content.publish),
    })
    if ('folder' in content) addContents(course, content.folder, contentId, `${path}/`)
    else if (content.publish === undefined) happened({ kind: 'content_posted', subject: contentId, at, by: lead })
  }
}

function addLinks({ data, id, rows, clock }: Building): void {
  const created_at = clock.at('-9w')
  for (const { name, description = '', url } of data.links ?? []) {
    rows.add('links', {
      course_id: id,
      id: demoId(data.code, 'link', name),
      name,
      description,
      url,
      created_at,
      publish_at: created_at,
    })
  }
  for (const { id: provider_id, title, channel, thumbnail } of data.playlists ?? []) {
    rows.add('playlists', {
      course_id: id,
      id: demoId(data.code, 'playlist', provider_id),
      provider_id,
      title,
      channel,
      thumbnail: thumbnail ? `/demo-provider/pictures/${thumbnail}` : null,
      ...{ created_at, publish_at: created_at },
    })
  }
}
