/** Words for staff only. */
export const staff = {
  schedule: 'Class Schedule',
  people: 'People',
  classes: {
    set: 'Edit the schedule',
    attendance: 'Take attendance',
    attendanceOf: (name: string) => `Attendance at ${name}`,
  },
  announcements: {
    add: 'New announcement',
    draft: 'Draft',
    scheduled: 'Scheduled',
    pinned: 'Pinned',
    unpublished: 'Not published yet',
    goesOut: (when: string) => `Goes out on ${when}`,
    section: (name: string) => `Section ${name}`,
  },
  assignments: {
    none: 'No assignments yet',
    noneText: 'The assignments of this course will be here.',
    dueEmpty: 'No assignment is due in the next 24 hours',
    open: 'View the sheet',
    closes: 'Closes',
  },
  sheet: {
    title: 'A sheet to read',
    note: 'Students fill this in. The correct answers are marked; students see them with their feedback.',
    text: 'Students write a text here.',
    answer: 'Students answer with a text.',
    file: 'Students attach a file here.',
    nothing: 'Students have nothing to fill in here.',
  },
  grade: {
    note: 'Each student sees their own scores and attendance here. You see what is the same for the whole class.',
    mean: 'Class average',
    tooFew: 'Not shown: fewer than five have a score',
    none: 'Nothing to evaluate yet',
    noneText: 'The evaluations of this course will be here.',
    assignments: 'Assignments',
  },
  studentView: {
    see: 'See as a student',
    banner: 'Student view',
    note: 'You see this as a student. Nothing is saved.',
    leave: 'Leave student view',
    left: 'You see the course as yourself again.',
  },
  notYours: 'Not one of your courses',
  notYoursText:
    'This course is not there, or you are not on it. An administrator, too, reads only the courses that they are on.',
}
