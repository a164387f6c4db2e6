export const announcements = {
  add: 'New announcement',
  edit: 'Edit announcement',
  title: 'Title',
  titlePlaceholder: 'What it is about',
  content: 'Text',
  contentPlaceholder: 'What everyone should know. Pictures can be pasted or dropped here.',
  audience: 'Who sees it',
  everyone: 'Everyone in the course',
  pinned: 'Pin to the front',
  needTitle: 'An announcement needs a title.',
  tooLong: (by: number) => `The text is too long: ${by} too many characters.`,
}
