/** The meaning of a colour. A tone always comes with an icon or a word. */
export type Tone = 'neutral' | 'done' | 'soon' | 'late' | 'wrong' | 'note' | 'accent'

export const toneText: Record<Tone, string> = {
  neutral: 'text-ink-soft',
  done: 'text-done',
  soon: 'text-soon',
  late: 'text-late',
  wrong: 'text-wrong',
  note: 'text-note',
  accent: 'text-accent',
}

/** Text on its quiet ground. */
export const toneSoft: Record<Tone, string> = {
  neutral: 'bg-hover text-ink-soft',
  done: 'bg-done-soft text-done',
  soon: 'bg-soon-soft text-soon',
  late: 'bg-late-soft text-late',
  wrong: 'bg-wrong-soft text-wrong',
  note: 'bg-note-soft text-note',
  accent: 'bg-accent-soft text-accent',
}
