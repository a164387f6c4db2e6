export const palette = {
  search: 'Search courses, files, assignments, announcements, topics',
  searchStaff: 'Search courses, people, files, assignments, announcements, topics',
  places: 'Places',
  found: (n: number) => `${n} ${n === 1 ? 'place' : 'places'} found`,
  none: 'Nothing has that name',
  noneText:
    'Try part of the name, or a course number. Files, assignments, announcements and topics are found in the course that is open.',
  noneTextStaff:
    'Try part of the name, or a course number. People, files, assignments, announcements and topics are found in the course that is open.',
  kinds: {
    recent: 'Recently used',
    tab: 'In this course',
    course: 'Courses',
    assignment: 'Assignments',
    announcement: 'Announcements',
    person: 'People',
    topic: 'Topics',
    file: 'Files',
    folder: 'Folders',
    page: 'Pages',
  },
  anywhere: 'Anywhere',
  inCourse: 'In a course',
  note: 'G H means: press G, then H. Shortcuts rest while you type in a field.',
}
