import type { Submission } from '../../contract/assignments.ts'
import { type Draft as Answer, type DraftField, type DraftSave, savesMost } from '../../contract/drafts.ts'
import { mergeText } from '../../contract/mergeText.ts'
import type { Device, KeptField } from './device.ts'
import { isFilled, isSameFile, isSlot, storable } from './form.ts'
import type { Saves } from './saves.ts'

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
  /** What the server may not have: saves whose answers have not come, and a new one of what was changed since, but for `but`. */
  saves(but?: (name: string) => boolean): DraftSave[]
  /** Whether there is anything that the server does not have, as far as is known, but for `but`. */
  isAhead(but?: (name: string) => boolean): boolean
  /** Takes in what the server has, into which the device's own changes are merged, once nothing is on its way any more. */
  receive(answer: Answer): void
  /** Takes in the answer to saves. */
  arrived(saves: DraftSave[], answer: Answer): void
  /** The server did not take these saves, and never will: what is in them is to be sent anew. */
  withdraw(saves: DraftSave[]): void
  /** Whose draft it is, as far as is known: the person, or their group. */
  owner(): string | undefined
  /** The fields in which this device and another had changed the same place, so that both stand now. */
  conflicts(): readonly string[]
  forgetConflicts(): void
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

type Watched = { field: string } | 'done' | 'unsent' | 'typed' | 'conflicts'

/** Under this name stands whose the draft is. */
const OWNER = '#owner'

interface Options {
  /** The names of the fields in the order of the page. */
  names: string[]
  /** Whether a field is a text; else it is a choice or a file. */
  isText: (name: string) => boolean
  submission?: Submission | undefined
  /** Nothing can be typed any more: what is seen is the submission alone. */
  locked: boolean
  device: Device
  base: Device
  unsent: Device
  saves: Saves
  /** by the server's clock, in ms */
  now: () => number
}

export function openDraft(options: Options): Draft {
  const { names, isText, submission, locked, device, base, unsent, now } = options
  const known = new Map(names.map((name, index) => [name, index]))
  const submittedAt = submission ? Date.parse(submission.datetime) : -1
  const under = (name: string) => submission?.response[name] ?? ''
  const fields = new Map<string, KeptField>()
  const homeless = new Set<string>()
  const watchers = new Map<string, Set<() => void>>()
  let left = new Map<string, string>()
  let conflicts: readonly string[] = []
  /** What the server had of each field when it was last heard of. */
  let common = base.read()

  for (const [name, field] of device.read()) settle(name, field)
  // What was on its way before the submission is part of it, or of what it left out.
  for (const save of options.saves.all()) {
    if (!Object.values(save.fields).some(isLater)) options.saves.drop([save.id])
  }
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

  function setCommon(name: string, { value, at }: DraftField): void {
    const field = { value, at, here: false }
    common.set(name, field)
    base.keep(name, field)
  }

  function dropCommon(name: string): void {
    common.delete(name)
    base.drop(name)
  }

  function setConflicts(names: string[]): void {
    conflicts = [...new Set(names)]
    call('conflicts')
  }

  /** What the server has of each field once it has all that was sent. */
  function lastSent(): Map<string, string> {
    // Another tab may have heard more.
    common = new Map([...common, ...base.read()])
    const sent = new Map([...common].map(([name, field]) => [name, field.value]))
    for (const save of options.saves.all())
      for (const [name, { value }] of Object.entries(save.fields)) sent.set(name, value)
    return sent
  }

  const changes = (sent: Map<string, string>) =>
    [...fields].filter(([name, { value }]) => value !== (sent.get(name) ?? under(name)))

  /** Merges what the server has into what this device has of a field; what is not the same then is sent. */
  function takeIn(name: string, theirs: DraftField): void {
    const before = common.get(name)?.value ?? under(name)
    const own = fields.get(name)
    if (common.get(name)?.value !== theirs.value || common.get(name)?.at !== theirs.at) setCommon(name, theirs)
    if (!isLater(theirs)) return
    const merged = own && own.value !== before ? mergeField(name, before, theirs, own) : theirs.value
    if (merged === theirs.value) {
      if (own?.value === merged && own.at === theirs.at) return
      put(name, { value: merged, at: theirs.at, here: own?.value === merged && own.here })
    } else if (own && merged !== own.value) put(name, { ...own, value: merged })
  }

  function mergeField(name: string, before: string, theirs: DraftField, own: DraftField): string {
    if (!isText(name)) return own.value
    const { text, conflict } = mergeText(before, theirs.value, own.value)
    if (conflict) setConflicts([...conflicts, name])
    return text
  }

  /** A draft of somebody else's, such as of the group that the person is in since then, has nothing in common with this one. */
  function changeOwner(owner: string): void {
    const before = common.get(OWNER)?.value
    if (before === owner) return
    if (before !== undefined) {
      for (const [name, { value, at }] of fields) {
        if (isFilled(value)) unsent.keep(name, { value, at, here: true })
        device.drop(name)
        fields.delete(name)
      }
      for (const name of [...common.keys()]) dropCommon(name)
      options.saves.drop(options.saves.all().map(({ id }) => id))
      readUnsent()
      for (const name of names) tell(name)
      call('unsent')
    }
    setCommon(OWNER, { value: owner, at: 0 })
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
    saves(but = () => false) {
      const sent = lastSent()
      const changed = changes(sent).filter(([name]) => !but(name))
      if (changed.length > 0) {
        const edits = changed.map(([name, { value, at }]) => {
          return [name, { value, at, ...(isText(name) && { base: sent.get(name) ?? under(name) }) }] as const
        })
        options.saves.add(Object.fromEntries(edits))
      }
      return options.saves.all().slice(0, savesMost)
    },
    isAhead: (but = () => false) => options.saves.all().length > 0 || changes(lastSent()).some(([name]) => !but(name)),
    arrived(saves, answer) {
      for (const { fields } of saves) for (const [name, field] of Object.entries(fields)) setCommon(name, field)
      options.saves.drop(saves.map(({ id }) => id))
      if (answer.conflicts.length > 0) setConflicts([...conflicts, ...answer.conflicts])
      draft.receive(answer)
    },
    withdraw: (saves) => options.saves.drop(saves.map(({ id }) => id)),
    receive(answer) {
      changeOwner(answer.owner_id)
      // What was sent may be in it or not: the answer to that will tell.
      if (options.saves.all().length > 0) return
      for (const [name, field] of Object.entries(answer.fields)) if (known.has(name)) takeIn(name, field)
      // It was handed in.
      for (const name of [...common.keys()]) if (name !== OWNER && !Object.hasOwn(answer.fields, name)) dropCommon(name)
    },
    owner: () => common.get(OWNER)?.value,
    conflicts: () => conflicts,
    forgetConflicts: () => setConflicts([]),
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
          if (before && before.at > field.at) return
          fields.set(name, field)
          tell(name)
        }
      })
      const stopBase = base.follow((name, field) => {
        if (field) common.set(name, field)
        else common.delete(name)
      })
      const stopUnsent = unsent.follow(() => {
        readUnsent()
        call('unsent')
      })
      return () => {
        stopDraft()
        stopBase()
        stopUnsent()
      }
    },
  }
  return draft
}
