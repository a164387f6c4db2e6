export const about = {
  course: 'About Course',
  courseId: 'Course ID',
  name: 'Course Name',
  objectives: 'Objectives',
  noObjectives: 'No objectives provided',
  instructors: 'Instructors',
  noInstructors: 'No instructor yet',
  mail: (name: string) => `Send mail to ${name}`,
  failed: 'Data Fetch Error',
}
