import { commandKey } from '../palette/keyboard.ts'

/** The keys of the editor's tools, as CodeMirror names them. */
export const toolKeys = {
  bold: 'Mod-b',
  italic: 'Mod-i',
  heading: 'Mod-Alt-2',
  list: 'Mod-Shift-8',
  link: 'Mod-Shift-k',
  courseLink: 'Mod-Alt-k',
  code: 'Mod-e',
  formula: 'Mod-Shift-e',
} as const

/** `Mod-Shift-8` for a reader, key by key. */
export const readable = (key: string): string[] =>
  key.split('-').map((one) => (one === 'Mod' ? commandKey : one.length === 1 ? one.toUpperCase() : one))
