import { plural } from './plural.ts'

/** Words around what is handed in, as it is shown; they load with the first such file. */
export const works = {
  download: 'Download',
  noViewer: 'This kind of file is not shown here.',
  broken: 'This file cannot be shown: it is damaged, or not what its name says.',
  tooLarge: 'This file cannot be shown: what it holds is too large.',
  locked: 'This file cannot be shown: it opens with a password only.',
  notPlayed: 'This recording cannot be played by this browser.',
  gone: 'The address of this file has expired. Load the page again.',
  notLoaded: 'The file could not be loaded.',
  cut: 'Only the beginning is shown. The download has all of it.',
  source: 'As it was typed',
  sheet: 'Sheet',
  inArchive: (name: string) => `Files in ${name}`,
  emptyArchive: 'There is no file in it.',
  moreFiles: (n: number) => `and ${plural(n, 'more file', 'more files')}; the download has them`,
  pages: (n: number, shown: string) => (n === 1 ? '1 page' : `${shown} pages`),
  page: (_: number, shown: string) => `Page ${shown}`,
  pageBroken: 'This page cannot be drawn.',
  morePages: 'Show more pages',
  smaller: 'Smaller',
  larger: 'Larger',
  percent: (shown: string) => `${shown}%`,
}
