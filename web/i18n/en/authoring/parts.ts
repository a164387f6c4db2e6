import { number } from '../../dates.ts'

export const present = {
  editing: (name: string, others: number) =>
    others > 0 ? `${name} and ${others} more are editing` : `${name} is editing`,
  looking: (name: string, others: number) =>
    others > 0 ? `${name} and ${others} more are looking at it` : `${name} is looking at it`,
}

export const dateTime = {
  calendar: 'Open the calendar',
  previous: 'Previous month',
  next: 'Next month',
  done: 'Done',
}

export const writes = {
  undo: 'Undo',
  undone: 'Taken back.',
  undoneAsDraft: 'Taken back as a draft, because its time of publication has passed. Publish it when you want to.',
  changedSince: (n: number) =>
    n === 1 ? 'One of them was changed since.' : `${number(n)} of them were changed since.`,
  undoRest: 'Take back the others',
  undoneRest: (n: number) => `Taken back, without the ${n === 1 ? 'one' : number(n)} changed since.`,
  beginAgain: (assignments: string[]) =>
    assignments.length === 0
      ? ''
      : `A group that somebody leaves has begun ${assignments.join(', ')}: another group can begin it again, with the whole time.`,
  notUndone: 'It could not be taken back: somebody changed it since. The history shows what.',
  inUse: 'It could not be taken back: it is in use by now.',
  groupsInUse: 'The groups stay: students have joined or left one since, or have begun or handed in work.',
  changedMeanwhile: 'Somebody changed it meanwhile. Look at it, then try again.',
  changedByYou: 'You changed it in another window meanwhile. Look at it, then try again.',
  failed: 'That did not work. Try again in a moment.',
  tooMany: 'There is no room for another one. Remove one first.',
  tooOften: 'That was too much in a short time. Wait a while, then try again.',
  offline: 'The server did not answer. Try again in a moment.',
  gone: 'It is not there any more: somebody removed it meanwhile.',
  forbidden: 'You may not do this any more.',
}

export const combobox = {
  open: 'Show all',
  none: 'Nothing matches',
}

export const table = {
  selectAll: 'Select all',
  select: (name: string) => `Select ${name}`,
  clear: 'Clear the search',
  chosen: (n: number) => `${n} selected: only they are copied and saved`,
  saveCsv: 'Save as CSV',
  saveXlsx: 'Save for Excel',
  notSaved: 'The file could not be made. Try again in a moment.',
}
