import { playlistIdLooks } from '../../../contract/staff/links.ts'

/** The id in the address of a playlist, in that of one of its videos, or typed alone; undefined when there is none. */
export function playlistIdIn(typed: string): string | undefined {
  const text = typed.trim()
  const [, listed] = /[?&]list=([^&#\s]+)/.exec(text) ?? []
  const id = listed ?? text
  return playlistIdLooks.test(id) ? id : undefined
}
