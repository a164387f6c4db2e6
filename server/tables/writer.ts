import { parentPort, workerData } from 'node:worker_threads'
import write from 'write-excel-file/node'

/* Runs in a thread of its own: a large workbook takes seconds, and nobody else waits. */

const { rows } = workerData as { rows: (string | number)[][] }
const [head = [], ...body] = rows
/** In characters. */
const WIDEST = 40

const cells = [
  head.map((value) => ({ value: String(value), type: String, fontWeight: 'bold' as const })),
  ...body.map((row) =>
    row.map((value) => (typeof value === 'number' ? { value, type: Number } : { value, type: String })),
  ),
]
const columns = head.map((value) => ({ width: Math.min(WIDEST, Math.max(10, String(value).length)) }))
parentPort?.postMessage(await write(cells, { columns, stickyRowsCount: 1 }).toBuffer())
