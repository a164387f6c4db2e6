import { parentPort, workerData } from 'node:worker_threads'
import { TableError } from './bounds.ts'
import type { ReadAs } from './table.ts'

/* Runs in a thread of its own, so that a slow file holds up nobody. It loads only the code that its file needs. */

const { bytes, as } = workerData as { bytes: Uint8Array; as: ReadAs }
const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const begins = (...with_: number[]) => with_.every((byte, i) => file[i] === byte)

async function read() {
  if (file.length === 0) throw new TableError('empty')
  if (begins(0x50, 0x4b, 0x03, 0x04)) return (await import('./xlsx.ts')).readXlsx(file, as)
  // A workbook from before 2007, or one with a password.
  if (begins(0xd0, 0xcf, 0x11, 0xe0)) throw new TableError('old_excel')
  return (await import('./csv.ts')).readCsv(file, as)
}

try {
  parentPort?.postMessage({ table: await read() })
} catch (error) {
  parentPort?.postMessage({ problem: error instanceof TableError ? error.problem : 'broken' })
}
