/* Imports of people, or of their groups, from a file. */

export const importing = {
  chooseFile: 'Choose a file',
  otherFile: 'Choose another file',
  fileHint: 'or drop it here: CSV or Excel (.xlsx), up to 10 MB and 10,000 rows',
  fileKind: 'This is no CSV file and no Excel workbook (.xlsx). Save it as one of them, without a password.',
  fileLarge: 'The file is too large: at most 10 MB, 10,000 rows and 400 columns.',
  fileBroken: 'There is nothing in the file, or it is damaged.',
  fileTries: 'Too many files were read in a short time. Try again in a few minutes.',
  fileFailed: 'The file could not be read. Try again in a moment.',
  encoding: 'Letters',
  encodings: {
    'utf-8': 'Unicode (UTF-8)',
    'utf-16le': 'Unicode (UTF-16)',
    'utf-16be': 'Unicode (UTF-16, big-endian)',
    'windows-874': 'Thai (Windows-874, TIS-620)',
    'windows-1252': 'Western (Windows-1252)',
  },
  separator: 'Between columns',
  separators: { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Bar' },
  sheet: 'Sheet',
  firstRow: 'The first row',
  unread: (titles: string) => `Not read: ${titles}`,
  firstRowNames: 'names the columns',
  firstRowPerson: 'is data already',
  columns: 'What the columns are',
  column: (n: number) => `Column ${n}`,
  fatesTitle: 'What becomes of each row',
  fates: { new: 'New', changed: 'Changed', unchanged: 'Unchanged', refused: 'Not taken' },
  absent: (n: number) =>
    n === 1
      ? 'One student of the course is not in the file and stays.'
      : `${n} students of the course are not in the file and stay.`,
  unlisted: (n: number) => (n === 1 ? 'One more is not listed.' : `${n} more are not listed.`),
  nothingToImport: 'Nothing to change',
  applyImport: (n: number) => (n === 1 ? 'Import 1 person' : `Import ${n} people`),
}
