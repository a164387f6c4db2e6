import type { Submission } from '../../contract/assignments.ts'
import { type Draft as Answer, type DraftField, type DraftSave, savesMost } from '../../contract/drafts.ts'
import { mergeText } from '../../contract/mergeText.ts'
import type { Device, StoredField } from './device.ts'
import { beginsWith, isFilled, isSameFile, isSlot, isStep, storable, submittedIn } from './form.ts'
import type { Saves } from './saves.ts'

/**
 * The draft of one worksheet. The device stores every change, and listeners follow single fields, so that a keystroke
 * renders one field of a hundred. The last submission lies below the draft; later changes stand above it.
 */
export interface Draft {
  /** The value of a field; '' when it is empty. */
  value(name: string): string
  /** What the person typed or attached since the last submission; undefined when nothing. */
  own(name: string): string | undefined
  /** Changes a field for the person. */
  type(name: string, value: string): void
  /** The saves without a response, and a new one for later changes, except for `but`. */
  saves(but?: (name: string) => boolean): DraftSave[]
  /** Whether the server misses anything, as far as is known, except for `but`. */
  isAhead(but?: (name: string) => boolean): boolean
  /** Merges the server's state into the device's own changes, once no save is under way. */
  receive(answer: Answer): void
  /** Applies the response to saves. */
  arrived(saves: DraftSave[], answer: Answer): void
  /** The server refused these saves for good: their changes go into a new one. */
  withdraw(saves: DraftSave[]): void
  /** The owner of the draft, as far as is known: the person, or their group. */
  owner(): string | undefined
  /** Fields in which this device and another changed the same words, so that both versions stand. */
  conflicts(): readonly string[]
  forgetConflicts(): void
  fields(): ReadonlyMap<string, StoredField>
  /** The filled-in steps of the progress in page order. The same array until one changes. */
  done(): readonly boolean[]
  /** Text from this device that a submission from elsewhere left out. */
  unsent(): ReadonlyMap<string, string>
  useUnsent(): void
  /** Returns what puts it aside again. */
  discardUnsent(): () => void
  /** False: some value is in memory only. */
  isOnDevice(): boolean
  /**
   * Calls back when a field, `done` or `unsent` changes, or when the person types. Returns the unsubscribe function.
   */
  watch(what: Watched, listener: () => void): () => void
  /** Follows the other tabs of this device. Returns the function that stops it. */
  follow(): () => void
}

type Watched = { field: string } | 'done' | 'unsent' | 'typed' | 'conflicts'

/** The entry with the draft's owner. */
const OWNER = '#owner'

interface Options {
  /** The names of the fields in page order. */
  names: string[]
  /** Whether a field is a text; otherwise it is a choice or a file. */
  isText: (name: string) => boolean
  isOrder: (name: string) => boolean
  submission?: Submission | undefined
  /** Read-only: the page shows the submission alone. */
  locked: boolean
  device: Device
  base: Device
  unsent: Device
  saves: Saves
  /** By the server's clock, in ms. */
  now: () => number
}

export function openDraft(options: Options): Draft {
  const { names, isText, isOrder, submission, locked, device, base, unsent, now } = options
  const known = new Set(names)
  const steps = names.filter(isStep)
  const placeOf = new Map(steps.map((name, index) => [name, index]))
  const submittedAt = submission ? Date.parse(submission.datetime) : -1
  const under = (name: string) => (submission ? submittedIn(submission, name) : '')
  const fields = new Map<string, StoredField>()
  const homeless = new Set<string>()
  const watchers = new Map<string, Set<() => void>>()
  let left = new Map<string, string>()
  let conflicts: readonly string[] = []
  /** The last known value of each field on the server. */
  let common = base.read()

  for (const [name, field] of device.read()) settle(name, field)
  // Saves from before the submission are part of it, or of what it left out.
  for (const save of options.saves.all()) {
    if (!Object.values(save.fields).some(isLater)) options.saves.drop([save.id])
  }
  readUnsent()
  let done: readonly boolean[] = steps.map((name) => isFilled(value(name)))

  /** Sorts stored values into three: still in the draft, part of the submission, or left out of it. */
  function settle(name: string, field: StoredField): void {
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
    const kept = under(name)
    if (isSlot(name)) return isSameFile(value, kept)
    return storable(value) === kept || (isOrder(name) && beginsWith(kept, value))
  }

  function readUnsent(): void {
    const kept = [...unsent.read()].filter(([name, { value }]) => known.has(name) && !isSubmitted(name, value))
    left = new Map(kept.map(([name, { value }]) => [name, value]))
  }

  function value(name: string): string {
    const own = fields.get(name)?.value
    // An empty slot restores the earlier file: the server keeps it too.
    return (isSlot(name) ? own || under(name) : own) ?? under(name)
  }

  function tell(name: string): void {
    const place = placeOf.get(name) ?? -1
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

  function put(name: string, field: StoredField): void {
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

  /** The server's values after all saves under way. */
  function lastSent(): Map<string, string> {
    // Another tab may know a newer state.
    common = new Map([...common, ...base.read()])
    const sent = new Map([...common].map(([name, field]) => [name, field.value]))
    for (const save of options.saves.all())
      for (const [name, { value }] of Object.entries(save.fields)) sent.set(name, value)
    return sent
  }

  const changes = (sent: Map<string, string>) =>
    [...fields].filter(([name, { value }]) => value !== (sent.get(name) ?? under(name)))

  /** Merges the server's value of a field into the device's; a difference goes into the next save. */
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

  /** A draft with another owner, such as a group that the person has joined, shares no base with this one. */
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

  /** What was left out is no more so once the draft has it, such as in a group to which the person returns. */
  function forgetTakenIn(): void {
    const back = [...left].filter(([name, text]) => fields.get(name)?.value === text)
    if (back.length === 0) return
    for (const [name] of back) unsent.drop(name)
    readUnsent()
    call('unsent')
  }

  const draft: Draft = {
    value,
    own: (name) => fields.get(name)?.value,
    type(name, value) {
      // Later than the value that it replaces, whatever the clocks say.
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
      // The submission may contain this save or not; the response tells.
      if (options.saves.all().length > 0) return
      for (const [name, field] of Object.entries(answer.fields)) if (known.has(name)) takeIn(name, field)
      // The submission contains it.
      for (const name of [...common.keys()]) if (name !== OWNER && !Object.hasOwn(answer.fields, name)) dropCommon(name)
      forgetTakenIn()
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
      const aside = [...unsent.read()].filter(([name]) => left.has(name))
      for (const name of left.keys()) unsent.drop(name)
      left = new Map()
      call('unsent')
      return () => {
        for (const [name, field] of aside) unsent.keep(name, field)
        readUnsent()
        call('unsent')
      }
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
