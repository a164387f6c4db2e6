import type { Submission } from '../../contract/assignments.ts'
import { type DraftField, type DraftFields, mergeDrafts } from '../../contract/drafts.ts'
import type { Device, KeptField } from './device.ts'
import { isFilled, isSameFile, isSlot, storable } from './form.ts'

/**
 * What a person is typing into one worksheet: kept on the device with every change, and told field by field, so that a
 * keystroke concerns one field of a hundred. Under it lies the last submission; what is typed later stands above it.
 */
export interface Draft {
  /** What a field holds now; '' when it is empty. */
  value(name: string): string
  /** What was typed or attached since the last submission; undefined when nothing was. */
  own(name: string): string | undefined
  /** The person changes a field. */
  type(name: string, value: string): void
  /** Takes in what other devices typed: the later edit of each field stands. */
  receive(fields: DraftFields): void
  /** Takes in the server's version of fields that it was sent, unless they were changed in the meantime. */
  adopt(sent: Map<string, KeptField>, answer: DraftFields): void
  fields(): ReadonlyMap<string, KeptField>
  /** Which fields are filled in, in the order of the page. The same array until one changes. */
  done(): readonly boolean[]
  /** What was typed here and is not part of the submission that was made elsewhere. */
  unsent(): ReadonlyMap<string, string>
  useUnsent(): void
  discardUnsent(): void
  /** False: something is in memory only. */
  isOnDevice(): boolean
  /** Calls back on a change of one field, of `done` or of `unsent`, or when the person types; answers how to stop. */
  watch(what: Watched, listener: () => void): () => void
  /** Follows the other tabs of this device; answers how to stop. */
  follow(): () => void
}

type Watched = { field: string } | 'done' | 'unsent' | 'typed'

interface Options {
  /** The names of the fields in the order of the page. */
  names: string[]
  submission?: Submission | undefined
  /** Nothing can be typed any more: what is seen is the submission alone. */
  locked: boolean
  device: Device
  unsent: Device
  /** by the server's clock, in ms */
  now: () => number
}

export function openDraft({ names, submission, locked, device, unsent, now }: Options): Draft {
  const known = new Map(names.map((name, index) => [name, index]))
  const submittedAt = submission ? Date.parse(submission.datetime) : -1
  const under = (name: string) => submission?.response[name] ?? ''
  const fields = new Map<string, KeptField>()
  const homeless = new Set<string>()
  const watchers = new Map<string, Set<() => void>>()
  let left = new Map<string, string>()

  for (const [name, field] of device.read()) settle(name, field)
  readUnsent()
  let done: readonly boolean[] = names.map((name) => isFilled(value(name)))

  /** What the device kept from before: still being typed, part of the submission, or left out of it. */
  function settle(name: string, field: KeptField): void {
    if (!known.has(name)) return
    if (isLater(field) && !isSubmitted(name, field.value)) {
      fields.set(name, field)
      return
    }
    if (field.here && isFilled(field.value) && !isSubmitted(name, field.value)) unsent.keep(name, field)
    device.drop(name)
  }

  function isLater({ at }: DraftField): boolean {
    return !locked && at > submittedAt
  }

  function isSubmitted(name: string, value: string): boolean {
    if (!submission) return false
    return isSlot(name) ? isSameFile(value, under(name)) : storable(value) === under(name)
  }

  function readUnsent(): void {
    const kept = [...unsent.read()].filter(([name, { value }]) => known.has(name) && !isSubmitted(name, value))
    left = new Map(kept.map(([name, { value }]) => [name, value]))
  }

  function value(name: string): string {
    const own = fields.get(name)?.value
    // An emptied slot gives the earlier file back: the server keeps that one as well.
    return (isSlot(name) ? own || under(name) : own) ?? under(name)
  }

  function tell(name: string): void {
    const place = known.get(name) ?? -1
    const filled = isFilled(value(name))
    if (place >= 0 && done[place] !== filled) {
      done = done.with(place, filled)
      call('done')
    }
    call(`field ${name}`)
  }

  function call(what: string): void {
    for (const listener of watchers.get(what) ?? []) listener()
  }

  function put(name: string, field: KeptField): void {
    fields.set(name, field)
    if (device.keep(name, field)) homeless.delete(name)
    else homeless.add(name)
    tell(name)
  }

  const draft: Draft = {
    value,
    own: (name) => fields.get(name)?.value,
    type(name, value) {
      // Later than what it is typed over, whatever the clocks say.
      const at = Math.max(now(), (fields.get(name)?.at ?? 0) + 1, submittedAt + 1)
      put(name, { value, at, here: true })
      call('typed')
    },
    receive(incoming) {
      const merged = mergeDrafts(Object.fromEntries(fields), incoming)
      for (const [name, field] of Object.entries(merged)) {
        const own = fields.get(name)
        if (own?.at === field.at && own.value === field.value) continue
        if (known.has(name) && isLater(field)) put(name, { ...field, here: false })
      }
    },
    adopt(sent, answer) {
      for (const [name, field] of sent) {
        const theirs = answer[name]
        if (theirs && fields.get(name) === field && theirs.at !== field.at) {
          put(name, { ...theirs, here: field.here && theirs.value === field.value })
        }
      }
      draft.receive(answer)
    },
    fields: () => fields,
    done: () => done,
    unsent: () => left,
    useUnsent() {
      for (const [name, value] of left) {
        draft.type(name, value)
        unsent.drop(name)
      }
      left = new Map()
      call('unsent')
    },
    discardUnsent() {
      for (const name of left.keys()) unsent.drop(name)
      left = new Map()
      call('unsent')
    },
    isOnDevice: () => homeless.size === 0,
    watch(what, listener) {
      const key = typeof what === 'string' ? what : `field ${what.field}`
      const set = watchers.get(key) ?? new Set()
      watchers.set(key, set.add(listener))
      return () => void set.delete(listener)
    },
    follow() {
      const stopDraft = device.follow((name, field) => {
        if (!known.has(name) || locked) return
        if (!field) {
          if (fields.delete(name)) tell(name)
        } else if (isLater(field)) {
          const before = fields.get(name)
          if (before && mergeDrafts({ [name]: before }, { [name]: field })[name] === before) return
          fields.set(name, field)
          tell(name)
        }
      })
      const stopUnsent = unsent.follow(() => {
        readUnsent()
        call('unsent')
      })
      return () => {
        stopDraft()
        stopUnsent()
      }
    },
  }
  return draft
}
