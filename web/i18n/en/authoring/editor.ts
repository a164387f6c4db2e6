export const editor = {
  bold: 'Bold',
  italic: 'Italic',
  heading: 'Heading',
  list: 'List',
  link: 'Link',
  courseLink: 'Link to something in this course',
  code: 'Code',
  formula: 'Formula',
  table: 'Table',
  picture: 'Picture',
  column: 'Column',
  tools: (label: string) => `Formatting of ${label}`,
  keys: 'Markdown. Tab leaves the editor.',
  preview: 'Preview',
  previewOf: (label: string) => `Preview of ${label}`,
  write: 'Write',
  nothing: 'There is nothing to see yet.',
  sending: (name: string, percent: number) => `Sending ${name}, ${percent}%`,
  waiting: (name: string) => `${name} waits for the connection`,
  pictureOffline: (name: string) =>
    `${name} is not sent yet: there is no connection. It keeps its place and is sent once there is one. Keep this page open.`,
  stuck: (name: string) => `${name} could not be sent.`,
  again: 'Try again',
  remove: 'Remove',
  pictureStuck: (name: string) =>
    `${name} could not be sent: the connection broke each time. Try again at its place in the text, or remove it.`,
  pictureTooLarge: (name: string) => `${name} is larger than 20 MB.`,
  pictureFailed: (name: string) => `${name} could not be sent. Try again in a moment.`,
  picturesLeft: (n: number) =>
    n === 1
      ? 'A picture did not come with the text. Copy it by itself, or add its file.'
      : `${n} pictures did not come with the text. Copy each by itself, or add its file.`,
}
