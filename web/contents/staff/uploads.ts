import { addedMost, type NewContent } from '../../../contract/staff/contents.ts'
import { type Upload, uploadMost } from '../../../contract/uploads.ts'
import { CallError } from '../../loading/call.ts'
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
  /** Makes items, in the given order. */
  add: (items: Partial<NewContent>[]) => Promise<Made>
  /** Moves items to the top of a folder, in the given order. */
  order?: (parent_id: string | null, items: string[]) => Promise<string[]>
  /** Called with the changes that made items, once no other is under way. */
  onSettled: (done: number, changes: string[]) => void
}

interface Row extends ContentUpload {
  file: File
  location?: string
  drop: Drop
}

interface Drop extends Target {
  /** The ids of the target's folders, by path. */
  folders: Map<string, string>
  making: Promise<void> | undefined
  ready: string[]
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

  const fail = (key: string, error: unknown) =>
    put(key, { state: 'failed', part: 0, failed: error instanceof CallError ? error.code : 'internal' })

  async function add(drop: Drop, items: Partial<NewContent>[]): Promise<Made> {
    const made = await drop.add(items)
    drop.changes.push(...made.changes)
    return made
  }

  function note(drop: Drop, paths: string[], { items }: Made): void {
    const things = items.map(({ _id: id }, i) => ({ id, path: paths[i] ?? '' }))
    const byFolder = Map.groupBy(things, ({ path }) => parentOf(drop, path))
    for (const [parent, some] of byFolder) drop.made.set(parent, [...(drop.made.get(parent) ?? []), some])
  }

  async function makeFolders(drop: Drop): Promise<void> {
    const paths = [...rows.values()].filter((row) => row.drop === drop).map(({ path }) => path)
    for (const level of levelsOf(paths)) {
      const missing = level.filter((path) => !drop.folders.has(path))
      for (let at = 0; at < missing.length; at += addedMost) {
        const some = missing.slice(at, at + addedMost)
        const made = await add(
          drop,
          some.map((path) => ({ file_name: nameOf(path), parent_id: parentOf(drop, path) })),
        )
        note(drop, some, made)
        some.forEach((path, i) => {
          drop.folders.set(path, made.items[i]?._id ?? '')
        })
      }
    }
  }

  async function run(key: string): Promise<void> {
    const row = rows.get(key)
    if (!row) return
    const { drop, file } = row
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

  /** Makes items of the finished uploads, and then of those that finished meanwhile. */
  async function place(drop: Drop): Promise<void> {
    drop.posting = true
    while (drop.ready.length > 0) {
      const keys = drop.ready.splice(0, addedMost)
      const batch = keys.flatMap((key) => rows.get(key) ?? []).sort((a, b) => byName(a.path, b.path))
      const items = batch.map(({ path, location }) => ({
        file_name: nameOf(path),
        parent_id: parentOf(drop, path),
        ...(location && { location }),
      }))
      try {
        if (items.length > 0) {
          const paths = batch.map(({ path }) => path)
          note(drop, paths, await add(drop, items))
          drop.done += items.length
        }
        for (const { key } of batch) put(key, { state: 'done' })
      } catch (error) {
        for (const { key } of batch) fail(key, error)
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
        ready: [],
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
      cancel(key)
      if (drop) void settle(drop)
    },
    clear,
  }
}

const parentOf = ({ folders, parent_id }: Drop, path: string): string | null => folders.get(folderOf(path)) ?? parent_id

/** The uploads of this page. */
export const contentUploads = createContentUploads({ upload: uploadQueue.add, cancel: uploadQueue.cancel })
