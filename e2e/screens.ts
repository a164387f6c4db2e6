import type { Page } from '@playwright/test'
import type { Assignment, AssignmentSummary } from '../contract/assignments.ts'
import type { ContentItem } from '../contract/contents.ts'
import type { CourseCard, RosterPerson } from '../contract/courses.ts'
import type { Topic, TopicSummary } from '../contract/discussions.ts'
import type { Grouping } from '../contract/groups.ts'
import type { Meeting } from '../contract/meetings.ts'
import type { ScheduleItem } from '../contract/schedules.ts'
import { demoId } from '../server/demo/school/ids.ts'
import { expect, type Who } from './fixtures.ts'

export interface Screen {
  name: string
  /** Absent: signed out. */
  who?: Who
  path: string
  /** A heading or text that shows when the screen is ready. */
  ready: string | RegExp
  role?: 'heading' | 'dialog' | 'link' | 'text'
}

type Get = <T>(path: string) => Promise<T>

/**
 * Every screen of the product, with a person who sees it, for axe and for the camera. The history of a thing is one
 * dialog: it is listed over one screen, and where it has more to show.
 */
export async function screensOf(get: Get): Promise<Screen[]> {
  const mine = await get<CourseCard[]>('/api/courses/my')
  const idOf = (code: string) => mine.find((c) => c.course_code === code)?.course_id ?? ''
  const full = `/course/${idOf('2110101')}`
  const empty = `/course/${idOf('2110000')}`
  const [announcement] = await get<{ _id: string }[]>(`/api/courses/${idOf('2110101')}/announcements`)
  const all = await get<AssignmentSummary[]>(`/api/courses/${idOf('2110101')}/assignments/my`)
  const asgn = (name: string) => `${full}/assignments/${all.find((a) => a.assignment_name.startsWith(name))?._id}`
  const calculus = await get<AssignmentSummary[]>(`/api/courses/${idOf('2301117')}/assignments/my`)
  const kinds = (name: string) =>
    `/course/${idOf('2301117')}/assignments/${calculus.find((a) => a.assignment_name.startsWith(name))?._id}/worksheet`
  const done = all.find((a) => a.assignment_name.startsWith('Lab 1'))
  const { my } = await get<Assignment>(`/api/courses/${idOf('2110101')}/assignments/${done?._id}/my`)
  const receipt = `${full}/assignments/${done?._id}/attempts/${my?._id}/receipt`
  const grading = `${full}/assignments/${done?._id}/grading/${my?._id}`
  const pick = async <T>(call: string, is: (one: T) => boolean) =>
    (await get<T[]>(`/api/courses/${idOf('2110101')}/${call}`)).find(is)
  const recorded = await pick<Meeting>('meetings', (m) => m.meeting_recording?.show === true)
  const topic = await pick<TopicSummary>('discussions', (t) => t.discussion_title.startsWith('Recursion'))
  const first = await pick<TopicSummary>('discussions', (t) => t.post_first === true)
  const locked = await pick<TopicSummary>('discussions', (t) => t.locked === true)
  const { posts } = await get<Topic>(`/api/courses/${idOf('2110101')}/discussions/${topic?._id}`)
  const pairs = await pick<Grouping>('grouping', (g) => g.grouping_name === 'Laboratory pairs')
  const files = await get<ContentItem[]>(`/api/courses/${idOf('2110101')}/contents`)
  const classes = await get<ScheduleItem[]>(`/api/courses/${idOf('2110101')}/schedules/my`)
  const past = `${full}/schedule/${classes.findLast((one) => one.attendance !== null)?._id}`
  const student = await pick<RosterPerson>('roster', ({ role }) => role === 'student')
  const file = files.find((f) => f.file_name === 'How a flowchart is read')
  return [
    { name: 'login', path: '/login', ready: /^Log in with/, role: 'link' },
    { name: 'login-refused', path: '/login?error=refused', ready: /^Log in with/, role: 'link' },
    { name: 'home', who: 'ploy', path: '/', ready: 'My Courses' },
    { name: 'home-empty', who: 'admin', path: '/', ready: 'My Courses' },
    { name: 'notification', who: 'ploy', path: '/notification', ready: 'Notification' },
    { name: 'notification-empty', who: 'admin', path: '/notification', ready: 'No new activity!', role: 'text' },
    { name: 'setting', who: 'ploy', path: '/setting', ready: 'Setting' },
    { name: 'not-found', who: 'ploy', path: '/nowhere', ready: 'Page not found' },
    { name: 'course-home', who: 'ploy', path: `${full}/home`, ready: 'Recent Activities' },
    { name: 'course-home-empty', who: 'ploy', path: `${empty}/home`, ready: 'No announcements', role: 'text' },
    {
      name: 'announcement',
      who: 'ploy',
      path: `${full}/announcement/${announcement?._id}/preview`,
      ready: /Posted on/,
      role: 'dialog',
    },
    { name: 'schedule', who: 'ploy', path: `${full}/schedule`, ready: 'Past classes' },
    { name: 'attend', who: 'ploy', path: `${full}/attend`, ready: 'Mark your attendance' },
    { name: 'assignments', who: 'ploy', path: `${full}/assignments`, ready: 'Due in 24 hours' },
    {
      name: 'assignments-completed',
      who: 'ploy',
      path: `${full}/assignments?tab=completed`,
      ready: /^Lab 1/,
      role: 'text',
    },
    { name: 'assignments-empty', who: 'ploy', path: `${empty}/assignments`, ready: /^Hooray!/, role: 'text' },
    {
      name: 'assignment',
      who: 'ploy',
      path: `${asgn('Problem set 6')}/preview`,
      ready: 'Maximum Score',
      role: 'dialog',
    },
    { name: 'assignment-done', who: 'ploy', path: `${asgn('Lab 1')}/preview`, ready: 'Obtained Score', role: 'dialog' },
    { name: 'worksheet', who: 'ploy', path: `${asgn('Problem set 6')}/worksheet`, ready: 'File Upload' },
    { name: 'worksheet-done', who: 'ploy', path: `${asgn('Quiz 2')}/worksheet`, ready: 'Instructor Feedback' },
    { name: 'worksheet-again', who: 'ploy', path: `${asgn('Practice')}/worksheet`, ready: 'Your Submissions' },
    { name: 'worksheet-kinds', who: 'ploy', path: kinds('Practice: every'), ready: 'File Upload' },
    { name: 'worksheet-kinds-done', who: 'ploy', path: kinds('Practice of last'), ready: 'Instructor Feedback' },
    { name: 'worksheet-timed', who: 'ploy', path: kinds('Ten-minute'), ready: /^You have 10 minutes/ },
    { name: 'content', who: 'ploy', path: `${full}/content`, ready: 'Solutions to Quiz 2', role: 'text' },
    { name: 'content-search', who: 'ploy', path: `${full}/content?search=rec`, ready: /in Lectures/, role: 'text' },
    { name: 'content-empty', who: 'ploy', path: `${empty}/content`, ready: /any materials yet$/, role: 'text' },
    { name: 'content-view', who: 'ploy', path: `${full}/content/${file?._id}/view`, ready: 'How a flowchart is read' },
    { name: 'discussion', who: 'ploy', path: `${full}/discussion`, ready: 'Say hello' },
    { name: 'discussion-empty', who: 'ploy', path: `${empty}/discussion`, ready: 'No discussions yet', role: 'text' },
    {
      name: 'topic-post-first',
      who: 'ploy',
      path: `${full}/discussion/${first?._id}`,
      ready: 'Post first',
      role: 'text',
    },
    {
      name: 'topic-locked',
      who: 'ploy',
      path: `${full}/discussion/${locked?._id}`,
      ready: /^This discussion is locked/,
      role: 'text',
    },
    { name: 'topic', who: 'ploy', path: `${full}/discussion/${topic?._id}`, ready: 'Posts' },
    {
      name: 'topic-post',
      who: 'ploy',
      path: `${full}/discussion/${topic?._id}/post/${posts.find((p) => p.comments.length === 3)?._id}`,
      ready: '3 comments',
      role: 'dialog',
    },
    { name: 'group', who: 'ploy', path: `${full}/group`, ready: 'Your Group' },
    { name: 'group-empty', who: 'ploy', path: `${empty}/group`, ready: 'No grouping yet', role: 'text' },
    {
      name: 'group-new',
      who: 'ploy',
      path: `${full}/group/new?grouping=${pairs?._id}`,
      ready: 'Group Name',
      role: 'dialog',
    },
    { name: 'meeting', who: 'ploy', path: `${full}/meeting`, ready: /Office hour/ },
    { name: 'meeting-empty', who: 'ploy', path: `${empty}/meeting`, ready: 'Stay tuned!', role: 'text' },
    {
      name: 'meeting-preview',
      who: 'ploy',
      path: `${full}/meeting/${recorded?._id}/preview`,
      ready: /^Hosted by/,
      role: 'dialog',
    },
    {
      name: 'meeting-recording',
      who: 'ploy',
      path: `${full}/meeting/${recorded?._id}/recording`,
      ready: /^Valid till/,
      role: 'dialog',
    },
    {
      name: 'meeting-info',
      who: 'ploy',
      path: `${full}/meeting/${recorded?._id}/info`,
      ready: 'Meeting ID',
      role: 'dialog',
    },
    { name: 'grade', who: 'ploy', path: `${full}/grade`, ready: 'Assignment Score' },
    { name: 'grade-empty', who: 'ploy', path: `${empty}/grade`, ready: 'No scores yet', role: 'text' },
    { name: 'dates', who: 'arthit', path: `${full}/dates`, ready: 'Before students come' },
    { name: 'settings', who: 'arthit', path: `${full}/settings`, ready: 'Name and semester' },
    { name: 'settings-copy', who: 'arthit', path: `${full}/settings/copy`, ready: 'What comes along', role: 'dialog' },
    { name: 'history', who: 'mali', path: `${full}/history`, ready: 'Nothing was changed yet', role: 'text' },
    { name: 'new-course', who: 'admin', path: '/new-course', ready: 'New course' },
    { name: 'about', who: 'ploy', path: `${full}/about`, ready: 'Objectives' },
    { name: 'about-empty', who: 'ploy', path: `${empty}/about`, ready: 'No Contact', role: 'text' },
    { name: 'join', who: 'ploy', path: '/join', ready: 'Join new course' },
    { name: 'join-found', who: 'ploy', path: '/join?search=2110999', ready: 'Courses found' },
    { name: 'join-none', who: 'ploy', path: '/join?search=9999', ready: 'Course not Found', role: 'text' },
    { name: 'join-instructor', who: 'ploy', path: '/join?tab=instructor', ready: 'Instructor code', role: 'text' },
    { name: 'own-receipt', who: 'ploy', path: receipt, ready: 'What was handed in' },
    { name: 'receipt', path: '/receipt', ready: 'Verify a receipt' },
    { name: 'staff-home', who: 'arthit', path: `${full}/home`, ready: 'Class Schedule' },
    {
      name: 'staff-announcement',
      who: 'arthit',
      path: `${full}/announcement/${announcement?._id}/preview`,
      ready: 'Unpublish',
      role: 'dialog',
    },
    { name: 'staff-groups', who: 'arthit', path: `${full}/group`, ready: 'In no group', role: 'text' },
    {
      name: 'staff-grouping-new',
      who: 'mali',
      path: `${full}/group/grouping/new`,
      ready: 'New grouping',
      role: 'dialog',
    },
    {
      name: 'staff-grouping-edit',
      who: 'arthit',
      path: `${full}/group/grouping/${pairs?._id}/edit`,
      ready: 'Edit grouping',
      role: 'dialog',
    },
    {
      name: 'staff-grouping-import',
      who: 'arthit',
      path: `${full}/group/grouping/${pairs?._id}/import`,
      ready: 'Groups from a file',
      role: 'dialog',
    },
    { name: 'staff-meeting-new', who: 'mali', path: `${full}/meeting/new`, ready: 'New meeting', role: 'dialog' },
    {
      name: 'staff-meeting-edit',
      who: 'arthit',
      path: `${full}/meeting/${recorded?._id}/edit`,
      ready: 'Students see the recording',
      role: 'dialog',
    },
    { name: 'staff-compose', who: 'mali', path: `${full}/announcement/new`, ready: 'Pin to the front', role: 'dialog' },
    {
      name: 'staff-edit',
      who: 'arthit',
      path: `${full}/announcement/${announcement?._id}/edit`,
      ready: 'Pin to the front',
      role: 'dialog',
    },
    {
      name: 'staff-history',
      who: 'arthit',
      path: `${full}/announcement/${announcement?._id}/history`,
      ready: /^Export the history/,
      role: 'dialog',
    },
    { name: 'staff-content', who: 'arthit', path: `${full}/content`, ready: 'Upload files', role: 'text' },
    {
      name: 'staff-content-versions',
      who: 'arthit',
      path: `${full}/content/${file?._id}/versions`,
      ready: 'No earlier versions',
      role: 'dialog',
    },
    {
      name: 'staff-content-opened',
      who: 'arthit',
      path: `${full}/content/${file?._id}/opened`,
      ready: /students have opened it/,
      role: 'dialog',
    },
    { name: 'staff-page', who: 'arthit', path: `${full}/content/page/new`, ready: 'Text', role: 'dialog' },
    {
      name: 'message',
      who: 'ananya',
      path: `${full}/message/${demoId('2110101', 'message', 'ananya')}`,
      ready: 'Your lab report',
      role: 'dialog',
    },
    { name: 'staff-link', who: 'arthit', path: `${full}/content/link/new`, ready: 'Address', role: 'dialog' },
    { name: 'staff-playlist', who: 'arthit', path: `${full}/content/playlist/new`, ready: 'Channel', role: 'dialog' },
    { name: 'staff-schedule', who: 'arthit', path: `${full}/schedule`, ready: 'Add classes', role: 'link' },
    { name: 'staff-schedule-new', who: 'arthit', path: `${full}/schedule/new`, ready: 'Every week', role: 'dialog' },
    { name: 'staff-schedule-edit', who: 'arthit', path: `${past}/edit`, ready: /^Days and hours/, role: 'dialog' },
    { name: 'staff-attendance', who: 'mali', path: `${past}/attendance`, ready: /students$/, role: 'text' },
    { name: 'staff-attendance-code', who: 'arthit', path: `${past}/code`, ready: 'Show the code', role: 'text' },
    { name: 'staff-assignments', who: 'arthit', path: `${full}/assignments`, ready: 'Lab 1: Hello, world' },
    { name: 'staff-assignment-new', who: 'arthit', path: `${full}/assignments/new`, ready: 'New assignment' },
    {
      name: 'staff-bank',
      who: 'arthit',
      path: `${full}/assignments/new?bank=`,
      ready: 'Question bank',
      role: 'dialog',
    },
    { name: 'staff-assignment-edit', who: 'mali', path: `${asgn('Problem set 6')}/edit`, ready: 'Questions' },
    {
      name: 'staff-assignment-import',
      who: 'arthit',
      path: `${full}/assignments/import`,
      ready: 'Import from another course',
      role: 'dialog',
    },
    {
      name: 'staff-exceptions',
      who: 'arthit',
      path: `${asgn('Problem set 6')}/exceptions`,
      ready: 'Who has an exception',
      role: 'dialog',
    },
    {
      name: 'staff-assignment-history',
      who: 'arthit',
      path: `${asgn('Problem set 6')}/history`,
      ready: 'Nothing was changed yet',
      role: 'dialog',
    },
    {
      name: 'staff-submissions',
      who: 'mali',
      path: `${asgn('Lab 1')}/submissions`,
      ready: /^Grade \(|^Look through/,
      role: 'link',
    },
    {
      name: 'staff-offline-import',
      who: 'mali',
      path: `${asgn('Lab 1')}/submissions/import`,
      ready: /drop it here/,
      role: 'dialog',
    },
    { name: 'staff-grading', who: 'arthit', path: grading, ready: 'Text Response' },
    { name: 'staff-answers', who: 'arthit', path: `${asgn('Quiz 2')}/answers`, ready: 'Question 3' },
    {
      name: 'staff-statistics',
      who: 'mali',
      path: `${asgn('Lab 1')}/statistics`,
      ready: 'Handed in over time',
    },
    {
      name: 'staff-course-statistics',
      who: 'arthit',
      path: `${full}/grade/statistics`,
      ready: 'Who may be falling behind',
    },
    {
      name: 'staff-course-statistics-empty',
      who: 'arthit',
      path: `/course/${demoId('course', '2110102')}/grade/statistics`,
      ready: 'Who may be falling behind',
    },
    {
      name: 'staff-assignment',
      who: 'arthit',
      path: `${asgn('Problem set 6')}/preview`,
      ready: 'Maximum Score',
      role: 'dialog',
    },
    { name: 'staff-sheet', who: 'mali', path: `${asgn('Problem set 6')}/worksheet`, ready: 'File Upload' },
    { name: 'staff-discussion', who: 'arthit', path: `${full}/discussion`, ready: 'Show your first version' },
    { name: 'staff-sheet-kinds', who: 'wichai', path: kinds('Practice: every'), ready: 'File Upload' },
    { name: 'staff-topic', who: 'mali', path: `${full}/discussion/${topic?._id}`, ready: 'Posts' },
    { name: 'staff-topic-new', who: 'arthit', path: `${full}/discussion/new`, ready: 'Pin to the top', role: 'dialog' },
    {
      name: 'staff-topic-edit',
      who: 'mali',
      path: `${full}/discussion/${first?._id}/edit`,
      ready: 'Lock',
      role: 'dialog',
    },
    { name: 'staff-people', who: 'arthit', path: `${full}/people`, ready: /people$/, role: 'text' },
    { name: 'staff-people-add', who: 'arthit', path: `${full}/people/add`, ready: 'Email addresses', role: 'dialog' },
    {
      name: 'staff-people-import',
      who: 'arthit',
      path: `${full}/people/import`,
      ready: /drop it here/,
      role: 'dialog',
    },
    { name: 'staff-people-message', who: 'arthit', path: `${full}/people/message`, ready: 'Subject', role: 'dialog' },
    {
      name: 'staff-people-invitations',
      who: 'arthit',
      path: `${full}/people/invitations`,
      ready: 'Make an invitation',
      role: 'dialog',
    },
    { name: 'staff-people-removed', who: 'arthit', path: `${full}/people/removed`, ready: 'Nobody', role: 'dialog' },
    { name: 'staff-person', who: 'arthit', path: `${full}/people/${student?._id}`, ready: 'Scores' },
    { name: 'staff-grade', who: 'arthit', path: `${full}/grade`, ready: 'Assignments' },
    {
      name: 'staff-grade-import',
      who: 'arthit',
      path: `${full}/grade/import`,
      ready: /drop it here/,
      role: 'dialog',
    },
    { name: 'course-absent-admin', who: 'admin', path: `${full}/home`, ready: 'Not one of your courses' },
    { name: 'course-absent', who: 'nat', path: `${empty}/home`, ready: 'Error', role: 'text' },
  ]
}

/** Goes to an address without loading the page, as when somebody presses a link. */
export const goWithin = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

/** Goes to an empty screen without loading the page: so the next screen is not taken for the one before. */
export async function goNowhere(page: Page): Promise<void> {
  await goWithin(page, '/nowhere')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
}

/** Goes to a screen and waits until it is complete. */
export async function settle(page: Page, screen: Screen): Promise<void> {
  await page.goto(screen.path)
  await complete(page, screen)
}

/** Waits until a screen is complete. */
export async function complete(page: Page, { ready, role = 'heading' }: Screen): Promise<void> {
  const there =
    role === 'dialog'
      ? page.getByRole('dialog').getByText(ready)
      : role === 'text'
        ? page.getByText(ready).first()
        : page.getByRole(role, { name: ready }).first()
  await expect(there).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toHaveCount(0)
}
