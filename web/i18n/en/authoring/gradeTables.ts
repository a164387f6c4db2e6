/* The gradebook as a file, its curves, and attendance as a column. */

export const gradeTables = {
  import: 'Import scores',
  imported: (added: number, changed: number) => {
    const n = added + changed
    return n === 1 ? '1 score imported.' : `${n} scores imported.`
  },
  apply: (n: number) => (n === 1 ? 'Import 1 score' : `Import ${n} scores`),
  help: 'The CSV and Excel files of the gradebook can be filled in and imported again, in any order. An empty cell stays as it is.',
  person: 'Person’s ID',
  email: 'Email address',
  name: 'Name',
  ignored: 'Not read',
  unplaced: (titles: string) =>
    `A heading ends with the id of its column, and in a file without ids only one column may have its name. These headings name no column of the gradebook, or an earlier one names the same: ${titles}. Choose above what they are, or fill in a new download.`,
  cell: (column: string, before: string, after: string) => `${before} → ${after} · ${column}`,
  same: (column: string, value: string) => `${value} · ${column}`,
  problems: {
    person_missing: () => 'Nobody is named in this row',
    person_unknown: () => 'No student of this course',
    person_twice: (value: string) => `The same person as in row ${value}`,
    // The row is headed by the name or address itself.
    person_mixed: () => 'Belongs to another student: were only some of the columns sorted?',
    email_shared: () => 'Two students have this address: give the ID of the one, as in a file of the gradebook',
    score_bad: (value: string) => `“${value}” is no score`,
    not_worked_out: (value: string) =>
      `No result of ${value.slice(0, 20)} in the file: save it in a spreadsheet program first`,
    final_released: () => 'A final grade that is released: only who may release it changes it',
    names_hidden: () => 'Names are hidden until this grade is released',
    newer: (value: string) => `It has changed since the file was made: ${value || 'empty'}`,
  },
  curve: 'Curve',
  curveOf: (column: string) => `Curve: ${column}`,
  how: 'How',
  hows: {
    add: 'Add points',
    best: 'Scale: the best has the maximum',
    root: 'Square root of the share',
    mean: 'Move the mean',
  },
  points: 'Points to add',
  mean: 'Mean in points',
  needCurve: 'It needs a number, 0 or more, with two decimals at most.',
  capped: 'Not above the maximum',
  reasons: {
    add: (n: string) => (n === '1' ? 'Curve: 1 point added' : `Curve: ${n} points added`),
    best: () => 'Curve: the best has the maximum',
    root: () => 'Curve: square root of the share',
    mean: (n: string) => `Curve: mean of ${n}`,
  },
  changes: (n: number, same: number) =>
    `${n === 1 ? '1 score changes' : `${n} scores change`}, ${same} ${same === 1 ? 'stays' : 'stay'}.`,
  curveOfAttendance: 'Curved scores stay as they are: attendance that is taken later no longer changes them.',
  curveClosed: (n: number) =>
    n === 1
      ? '1 work is left out, because names are hidden until its grade is released. Release first to curve all alike.'
      : `${n} works are left out, because names are hidden until their grades are released. Release first to curve all alike.`,
  applyCurve: (n: number) => (n === 1 ? 'Curve 1 score' : `Curve ${n} scores`),
  curved: 'Curved.',
  spread: 'How the scores are spread',
  share: 'Share',
  before: 'Before',
  after: 'After',
  summary: { mean: 'Mean', median: 'Median', least: 'Lowest', most: 'Highest' },
  who: 'Who changes',
  attendance: 'Attendance',
  attendanceHelp:
    'The scores come from the attendance: present counts whole, absent nothing, and an excused absence is left out.',
  late: 'Late counts, in %',
}
