import { addedMost, type NewContent } from '../../../contract/staff/contents.ts'
import { type Upload, uploadMost } from '../../../contract/uploads.ts'
import { CallError, isTransient } from '../../loading/call.ts'
import { newIdempotencyKey } from '../../loading/idempotency.ts'
import type { FileInTree } from '../../ui/fileTree.ts'
import { listeners } from '../../ui/listeners.ts'
import { uploadQueue } from '../../uploads/queue.ts'
import { byName, folderOf, levelsOf, nameOf, wanted } from './folders.ts'

/* Uploads of files for the contents. They continue while the person works elsewhere, so they outlive their screen. */

/** A file on its way to become an item of the contents. */
export interface ContentUpload {
  key: string
  path: string
  /** `placing`: the upload is done, and its item is being made. */
  state: 'waiting' | 'sending' | 'placing' | 'failed' | 'done'
  /** The part that is sent, 0 to 1. */
  part: number
  failed?: CallError['code'] | undefined
}

/** Whether an upload has failed for a reason that does not lie in the file. */
export const mayRetry = ({ state, failed }: ContentUpload): boolean =>
  state === 'failed' && failed !== 'too_large' && failed !== 'wrong_kind'

type Made = { items: { _id: string }[]; changes: string[] }

/** The calls and the folder of one choice or drop of files. */
export interface Target {
  parent_id: string | null
  /** Makes items, in the given order; under the same key once. */
  add: (items: Partial<NewContent>[], idempotencyKey: string) => Promise<Made>
  /** Moves items to the top of a folder, in the given order. */
  order?: (parent_id: string | null, items: string[]) => Promise<string[]>
  /** Called with the changes that made items, once no other is under way. */
  onSettled: (done: number, changes: string[]) => void
}

/** What one call makes. Without an answer it may have been done, so it goes again as it was, under its key. */
interface Batch {
  key: string
  /** The uploads that it places; none for folders. */
  uploads: string[]
  paths: string[]
  items: Partial<NewContent>[]
}

interface Row extends ContentUpload {
  file: File
  location?: string
  drop: Drop
  /** The call that got no answer. */
  unanswered?: Batch | undefined
}

interface Drop extends Target {
  /** The ids of the target's folders, by path. */
  folders: Map<string, string>
  making: Promise<void> | undefined
  /** The call for folders that got no answer. */
  unanswered: Batch | undefined
  ready: string[]
  again: Batch[]
  posting: boolean
  /** How many items each call made, by folder. */
  made: Map<string | null, { path: string; id: string }[][]>
  changes: string[]
  done: number
}

interface Options {
  upload: (key: string, file: File, report: (part: number) => void) => Promise<Upload>
  cancel: (key: string) => void
}

export function createContentUploads({ upload, cancel }: Options) {
  const rows = new Map<string, Row>()
  const { subscribe, tell } = listeners()
  let shown: ContentUpload[] = []
  let last = 0

  function put(key: string, change: Partial<Row> | undefined): void {
    const row = rows.get(key)
    if (!row) return
    if (change) rows.set(key, { ...row, ...change })
    else rows.delete(key)
    shown = [...rows.values()]
    tell()
  }

  const fail = (key: string, error: unknown, unanswered?: Batch) =>
    put(key, { state: 'failed', part: 0, failed: error instanceof CallError ? error.code : 'internal', unanswered })

  /** Returns the ids, by path. */
  async function add(drop: Drop, { key, paths, items }: Batch): Promise<Map<string, string>> {
    const made = await drop.add(items, key)
    drop.changes.push(...made.changes)
    const things = made.items.map(({ _id: id }, i) => ({ id, path: paths[i] ?? '' }))
    const byFolder = Map.groupBy(things, ({ path }) => parentOf(drop, path))
    for (const [parent, some] of byFolder) drop.made.set(parent, [...(drop.made.get(parent) ?? []), some])
    return new Map(things.map(({ path, id }) => [path, id]))
  }

  async function addFolders(drop: Drop, batch: Batch): Promise<void> {
    try {
      for (const [path, id] of await add(drop, batch)) drop.folders.set(path, id)
      drop.unanswered = undefined
    } catch (error) {
      drop.unanswered = isTransient(error) ? batch : undefined
      throw error
    }
  }

  async function makeFolders(drop: Drop): Promise<void> {
    if (drop.unanswered) await addFolders(drop, drop.unanswered)
    const all = [...rows.values()].filter((row) => row.drop === drop).map(({ path }) => path)
    for (const level of levelsOf(all)) {
      const missing = level.filter((path) => !drop.folders.has(path))
      for (let at = 0; at < missing.length; at += addedMost) {
        const paths = missing.slice(at, at + addedMost)
        const items = paths.map((path) => ({ file_name: nameOf(path), parent_id: parentOf(drop, path) }))
        await addFolders(drop, { key: newIdempotencyKey(), uploads: [], paths, items })
      }
    }
  }

  async function run(key: string): Promise<void> {
    const row = rows.get(key)
    if (!row) return
    const { drop, file, unanswered } = row
    if (unanswered) {
      for (const one of unanswered.uploads) put(one, { state: 'placing', part: 1, unanswered: undefined })
      drop.again.push(unanswered)
      if (!drop.posting) await place(drop)
      return
    }
    try {
      if (file.size > uploadMost) throw new CallError('too_large', 413, 'The file is too large.')
      if (!row.location) {
        put(key, { state: 'waiting', part: 0 })
        const { location } = await upload(key, file, (part) => put(key, { state: 'sending', part }))
        put(key, { location })
      }
      put(key, { state: 'placing', part: 1 })
      drop.making ??= makeFolders(drop).catch((error) => {
        drop.making = undefined
        throw error
      })
      await drop.making
      if (rows.has(key)) drop.ready.push(key)
      if (!drop.posting) await place(drop)
    } catch (error) {
      fail(key, error)
      await settle(drop)
    }
  }

  /** The next call for items: one that got no answer, before those for what is ready. */
  function nextOf(drop: Drop): Batch | undefined {
    const again = drop.again.shift()
    if (again) return again
    const batch = drop.ready.splice(0, addedMost).flatMap((key) => rows.get(key) ?? [])
    batch.sort((a, b) => byName(a.path, b.path))
    return batch.length === 0
      ? undefined
      : {
          key: newIdempotencyKey(),
          uploads: batch.map(({ key }) => key),
          paths: batch.map(({ path }) => path),
          items: batch.map(({ path, location }) => ({
            file_name: nameOf(path),
            parent_id: parentOf(drop, path),
            ...(location && { location }),
          })),
        }
  }

  /** Makes items of the finished uploads, and then of those that finished meanwhile. */
  async function place(drop: Drop): Promise<void> {
    drop.posting = true
    for (let batch = nextOf(drop); batch; batch = nextOf(drop)) {
      const { uploads, items } = batch
      try {
        await add(drop, batch)
        drop.done += items.length
        for (const key of uploads) put(key, { state: 'done' })
      } catch (error) {
        for (const key of uploads) fail(key, error, isTransient(error) ? batch : undefined)
      }
    }
    drop.posting = false
    await settle(drop)
  }

  const isUnderWay = ({ state }: ContentUpload) => state !== 'failed' && state !== 'done'

  /**
   * When a drop is finished: items that several calls made are sorted by name, also those from before a retry. Where
   * that fails, they stay as they came.
   */
  async function settle(drop: Drop): Promise<void> {
    if (drop.posting || drop.done === 0) return
    if ([...rows.values()].some((row) => row.drop === drop && isUnderWay(row))) return
    const { changes, done, made } = drop
    Object.assign(drop, { changes: [], done: 0 })
    for (const [parent, goes] of drop.order ? made : []) {
      if (goes.length < 2) continue
      const isFolder = ({ path }: { path: string }) => drop.folders.has(path)
      const sorted = goes.flat().sort((a, b) => Number(isFolder(b)) - Number(isFolder(a)) || byName(a.path, b.path))
      const ids = sorted.map(({ id }) => id)
      changes.push(...((await drop.order?.(parent, ids).catch(() => [])) ?? []))
    }
    drop.onSettled(done, changes)
  }

  /** Removes finished and failed uploads from the list. */
  function clear(): void {
    for (const [key, row] of rows) if (!isUnderWay(row)) put(key, undefined)
  }

  return {
    subscribe,
    rows: (): ContentUpload[] => shown,
    /** Uploads files into folders with the same paths below the target. */
    start(target: Target, files: FileInTree[]): void {
      // What is over does not count among the new ones.
      if (shown.every(({ state }) => state === 'done')) clear()
      const drop: Drop = {
        ...target,
        folders: new Map(),
        making: undefined,
        unanswered: undefined,
        ready: [],
        again: [],
        posting: false,
        made: new Map(),
        changes: [],
        done: 0,
      }
      const keys = wanted(files).map(({ file, path }) => {
        const key = `content ${++last}`
        rows.set(key, { key, path, file, drop, state: 'waiting', part: 0 })
        return key
      })
      for (const key of keys) void run(key)
    },
    retry: (key: string): void => void run(key),
    /** Tries all failed uploads again that may succeed, or those that failed for this reason. */
    retryAll(reason?: CallError['code']): void {
      for (const [key, row] of rows) if (mayRetry(row) && (reason === undefined || row.failed === reason)) void run(key)
    },
    cancel(key: string): void {
      const drop = rows.get(key)?.drop
      put(key, undefined)
      if (drop) drop.ready = drop.ready.filter((one) => one !== key)
      cancel(key)
      if (drop) void settle(drop)
    },
    clear,
  }
}

const parentOf = ({ folders, parent_id }: Drop, path: string): string | null => folders.get(folderOf(path)) ?? parent_id

/** The uploads of this page. */
export const contentUploads = createContentUploads({ upload: uploadQueue.add, cancel: uploadQueue.cancel })
