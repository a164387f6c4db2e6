const s = (n: number, one: string, many: string) => (n === 1 ? `1 ${one}` : `${n} ${many}`)

/** Works for grading away from the screen. */
export const offline = {
  download: 'Download all works',
  downloadChosen: (n: number) => `Download ${s(n, 'work', 'works')}`,
  onItsWay: (works: number, megabytes: string) => `${s(works, 'work', 'works')}, ${megabytes} MB: the download begins.`,
  nothing: 'Nothing was handed in yet.',
  tooLarge: 'That is too much for one archive. Select fewer.',
  failed: 'The download could not begin. Try again.',
  import: 'Import points and comments',
  help: 'Fill in grades.xlsx or grades.csv of a download and choose it here. Rows may be in any order, an empty cell stays as it is, and what was graded since stays too.',
  apply: (n: number) => `Import ${s(n, 'work', 'works')}`,
  imported: (added: number, changed: number) => `${s(added + changed, 'work is', 'works are')} graded.`,
  ignored: 'Not read',
  work: 'Work’s ID',
  revision: 'Revision',
  name: 'Name',
  email: 'Email',
  comment: 'Comment',
  someWork: 'A work',
  change: (name: string, before: string, after: string) => `${name} ${before} → ${after}`,
  score: 'Score',
  otherComment: 'another comment',
  moreThan: (most: number) => `more than ${most}`,
  same: 'As it is',
  seen: 'The student sees it at once',
  unplaced: 'Some points are not read',
  unplacedText: (titles: string) =>
    `A heading ends with its part, such as [textbox]. These do not, or an earlier column has the same part: ${titles}. Choose above what they are, or fill in a new download.`,
  pointsStay: (n: number) => `The points of ${s(n, 'column', 'columns')} are not imported.`,
  asWhole: 'the score stays, because it was given to the work as a whole',
  scoresStay: (n: number) =>
    n === 1
      ? 'The score of 1 work stays, because it was given to the work as a whole.'
      : `The scores of ${n} works stay, because they were given to the works as a whole.`,
  problems: {
    work_missing: () => 'No work is named in this row',
    work_unknown: () => 'No work of this assignment',
    work_twice: (line: string) => `The same work as in row ${line}`,
    work_mixed: (name: string) => `This row names the work of ${name}: only some columns were sorted`,
    points_bad: (typed: string) => `“${typed}” is no number of points`,
    not_worked_out: (formula: string) =>
      `No result of ${formula.slice(0, 20)} in the file: save it in a spreadsheet program first`,
    part_not_asked: (typed: string) => `${typed} points for what this work was not asked`,
    comment_long: () => 'The comment is too long',
    revision_missing: () =>
      'No revision in this row, which tells whether somebody graded the work since: choose its column above',
    graded_meanwhile: (who: string) => `Graded since by ${who || 'somebody else'}`,
  },
}
