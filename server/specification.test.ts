import { describe, expect, test } from 'vitest'
import { contract } from '../contract/index.ts'
import { openapi } from './http/openapi.ts'

/*
 * The contract promises the calls and fields of the specification. serve.test.ts and the tests of each noun prove that
 * the server keeps the contract.
 */

type Node = Record<string, unknown>

const document = JSON.parse(JSON.stringify(openapi(contract))) as {
  paths: Record<string, Record<string, { parameters: Node[]; requestBody?: Node; responses: Record<string, Node> }>>
  components?: Node
}

/** An address with its parameters renamed alike: the specification itself uses different names. */
const bare = (path: string) => path.replace(/\/$/, '').replace(/\{[^}]*\}/g, '{}')

function operationOf(method: string, path: string) {
  const found = Object.entries(document.paths).find(([own, of]) => bare(own) === bare(path) && of[method.toLowerCase()])
  return found?.[1][method.toLowerCase()]
}

/** Every field in a schema with its path: `notifications.message.link`. Lists are passed through. */
function namesIn(schema: unknown, at = '', deep = 0): string[] {
  if (!schema || typeof schema !== 'object' || deep > 12) return []
  const { $ref, properties, items, anyOf, oneOf, allOf } = schema as Record<string, unknown>
  const target =
    typeof $ref === 'string'
      ? $ref
          .split('/')
          .slice(1)
          .reduce((of: unknown, key) => (of as Node)?.[key], document)
      : undefined
  return [
    ...namesIn(target, at, deep + 1),
    ...namesIn(items, at, deep + 1),
    ...[anyOf, oneOf, allOf].flatMap((all) => ((all ?? []) as unknown[]).flatMap((one) => namesIn(one, at, deep + 1))),
    ...Object.entries((properties ?? {}) as Node).flatMap(([name, of]) => [
      at + name,
      ...namesIn(of, `${at}${name}.`, deep + 1),
    ]),
  ]
}

const contentOf = (of: Node | undefined, type: string) =>
  ((of?.content as Record<string, Node>)?.[type]?.schema ?? {}) as Node
/** The fields in the `data` of an answer. */
const answerOf = (method: string, path: string) =>
  namesIn(contentOf(operationOf(method, path)?.responses['200'], 'application/json'))
    .filter((name) => name.startsWith('data.'))
    .map((name) => name.slice('data.'.length))

const course = '/api/courses/{course_id}'

describe('the calls of the specification', () => {
  test.each([
    ['GET', '/api/users/me'],
    ['GET', '/api/users/notifications'],
    ['POST', '/api/users/notifications/'],
    ['GET', '/api/courses/upcoming'],
    ['GET', '/api/courses/my'],
    ['GET', '/api/courses/find'],
    ['POST', '/api/courses/join'],
    ['GET', course],
    ['GET', `${course}/schedules/my`],
    ['GET', `${course}/announcements/`],
    ['GET', `${course}/announcements/{announcement_id}`],
    ['GET', `${course}/activity`],
    ['GET', `${course}/contents`],
    ['GET', `${course}/contents/{content_id}`],
    ['GET', `${course}/links`],
    ['GET', `${course}/playlists`],
    ['GET', `${course}/assignments/my`],
    ['GET', `${course}/assignments/due`],
    ['GET', `${course}/assignments/{asgn_id}`],
    ['GET', `${course}/assignments/{asgn_id}/my`],
    ['POST', `${course}/assignments/{asgn_id}/submit`],
    ['POST', '/api/upload'],
    ['DELETE', '/api/upload'],
    ['GET', `${course}/discussions/`],
    ['GET', `${course}/discussions/{id}`],
    ['POST', `${course}/discussions/{discussion_id}`],
    ['POST', `${course}/discussions/{discussion_id}/{post_id}/`],
    ['POST', `${course}/discussions/{discussion_id}/{post_id}/{comment_id}`],
    ['GET', `${course}/grouping/`],
    ['GET', `${course}/grouping/{grouping_id}`],
    ['POST', `${course}/grouping/{grouping_id}`],
    ['GET', `${course}/roster/`],
    ['GET', `${course}/meetings/`],
    ['GET', `${course}/meetings/{meeting_id}`],
    ['GET', `${course}/gradebook/`],
  ])('have %s %s', (method, path) => {
    expect(operationOf(method, path)).toBeDefined()
  })

  test.each([
    ['POST', '/api/courses/join', 'course_password course_id'],
    ['DELETE', '/api/upload', 'location'],
    ['POST', `${course}/discussions/{id}`, 'content'],
    ['POST', `${course}/discussions/{id}/{post_id}`, 'content'],
    ['POST', `${course}/discussions/{id}/{post_id}/{comment_id}`, 'content'],
    ['POST', `${course}/grouping/{id}`, 'name description members'],
  ])('%s %s takes a body of %s', (method, path, names) => {
    const body = contentOf(operationOf(method, path)?.requestBody, 'application/json')
    expect(namesIn(body)).toEqual(expect.arrayContaining(names.split(' ')))
  })

  test('the search for courses is asked with search, year and semester', () => {
    const names = operationOf('GET', '/api/courses/find')?.parameters.map((p) => p.name)
    expect(names).toEqual(expect.arrayContaining(['search', 'year', 'semester']))
  })
})

describe('the entities of the specification', () => {
  test.each([
    ['the session user', '/api/users/me', '_id token'],
    ['the feed', '/api/users/notifications', 'notifications unread_notifications'],
    [
      'a notification',
      '/api/users/notifications',
      'notifications.timestamp notifications.message.link notifications.message.type notifications.message.course_name notifications.message.message',
    ],
    ['an upcoming event', '/api/courses/upcoming', 'type course_code course_name course_image title datetime location'],
    [
      'a course of one’s own',
      '/api/courses/my',
      'course_id course_name course_code course_image course_instructors.first course_instructors.last course_mooc course_academic_year course_semester',
    ],
    [
      'a course in detail',
      course,
      'course_id course_name_short course_name course_code course_image course_objective course_instructors.title course_instructors.first course_instructors.last course_instructors.role course_instructors.img course_instructors.email course_contact.facebook course_contact.team course_contact.echo course_roster._id',
    ],
    ['a class', `${course}/schedules/my`, 'schedule_name schedule_start schedule_end attendance'],
    [
      'an announcement',
      `${course}/announcements/{announcement_id}`,
      '_id announcement_title announcement_content announcement_datetime',
    ],
    ['an activity', `${course}/activity`, 'type title date location'],
    [
      'a content',
      `${course}/contents/{content_id}`,
      '_id file_name file_description file_upload_datetime file_update_datetime file_path children children.children',
    ],
    ['an external link', `${course}/links`, '_id link_name link_description link_url'],
    ['a playlist', `${course}/playlists`, '_id playlist_id playlist_title playlist_channel playlist_thumbnails.url'],
    [
      'an assignment of the list',
      `${course}/assignments/my`,
      '_id assignment_name assignment_due assignment_group assignment_score completed submitted due',
    ],
    ['an assignment that is due', `${course}/assignments/due`, '_id assignment_name assignment_due'],
    [
      'an assignment in detail',
      `${course}/assignments/{asgn_id}/my`,
      '_id assignment_name assignment_description assignment_due assignment_attempt assignment_group assignment_score assignment_score_essay assignment_score_questionset assignment_score_file assignment_text assignment_file._id assignment_file.slotname assignment_questionset._id assignment_questionset.question assignment_questionset.type assignment_questionset.score assignment_questionset.options.text assignment_questionset.options.correct my',
    ],
    [
      'a submission',
      `${course}/assignments/{asgn_id}/my`,
      'my.datetime my.response my.feedback.score my.feedback.show my.feedback.comment',
    ],
    ['a topic', `${course}/discussions/{id}`, '_id discussion_title discussion_description discussion_datetime posts'],
    ['a post', `${course}/discussions/{id}`, 'posts._id posts.content posts.user posts.datetime posts.comments'],
    [
      'a comment',
      `${course}/discussions/{id}`,
      'posts.comments._id posts.comments.content posts.comments.user posts.comments.datetime posts.comments.replies posts.comments.noreply',
    ],
    [
      'who wrote',
      `${course}/discussions/{id}`,
      'posts.user._id posts.user.first posts.user.last posts.user.img posts.user.email',
    ],
    ['the roster', `${course}/roster/`, '_id first last img email'],
    ['a grouping', `${course}/grouping/`, '_id grouping_name groups'],
    [
      'a group',
      `${course}/grouping/{grouping_id}`,
      'groups.name groups.description groups.img groups.members._id groups.members.first groups.members.last groups.members.img groups.members.email',
    ],
    [
      'a meeting',
      `${course}/meetings/{meeting_id}`,
      '_id meeting_title meeting_start meeting_host meeting_link meeting_recording.show meeting_recording.password meeting_recording.video meeting_recording.audio meeting_recording.expire',
    ],
    ['a row of the gradebook', `${course}/gradebook/`, 'gradable_name score gradable_score'],
  ])('%s, by GET %s, has the fields that are named', (_, path, names) => {
    expect(answerOf('GET', path)).toEqual(expect.arrayContaining(names.split(' ')))
  })

  test('an uploaded file has a filename and a location', () => {
    expect(answerOf('POST', '/api/upload')).toEqual(expect.arrayContaining(['filename', 'location']))
  })
})
