import { zipSync } from 'fflate'

/* Workbooks for tests, part by part. */

/** A formula without a `value` has no stored result; `error` replaces one. */
export type Cell = string | number | boolean | { formula: string; value?: string } | { error: string }

const escaped = (text: string) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)

const letterOf = (column: number): string =>
  (column >= 26 ? letterOf(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))

function cellOf(cell: Cell, reference: string): string {
  if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`
  if (typeof cell === 'boolean') return `<c r="${reference}" t="b"><v>${Number(cell)}</v></c>`
  if (typeof cell === 'string') return `<c r="${reference}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`
  if ('error' in cell) return `<c r="${reference}" t="e"><f>1/0</f><v>${escaped(cell.error)}</v></c>`
  if (cell.value === undefined) return `<c r="${reference}"><f>${escaped(cell.formula)}</f><v></v></c>`
  return `<c r="${reference}" t="str"><f>${escaped(cell.formula)}</f><v>${escaped(cell.value)}</v></c>`
}

export const sheetOf = (rows: Cell[][]) =>
  `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows
    .map((cells, i) => {
      const inside = cells.map((cell, column) => cellOf(cell, `${letterOf(column)}${i + 1}`)).join('')
      return `<row r="${i + 1}">${inside}</row>`
    })
    .join('')}</sheetData></worksheet>`

/** A workbook of these sheets, as XML, with other parts in place of its own. */
export function workbook(sheets: Record<string, string>, parts: Record<string, string | Uint8Array> = {}): Buffer {
  const names = Object.keys(sheets)
  const text = (value: string | Uint8Array) => (typeof value === 'string' ? new TextEncoder().encode(value) : value)
  const files: Record<string, string | Uint8Array> = {
    'xl/workbook.xml': `<workbook xmlns:r="urn:r"><sheets>${names
      .map((name, i) => `<sheet name="${escaped(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names
      .map((_, i) => `<Relationship Id="rId${i + 1}" Target="worksheets/sheet${i + 1}.xml"/>`)
      .join('')}</Relationships>`,
    ...Object.fromEntries(names.map((name, i) => [`xl/worksheets/sheet${i + 1}.xml`, sheets[name] ?? ''])),
    ...parts,
  }
  const entries = Object.entries(files).map(([name, value]) => [name, text(value)] as const)
  // Uncompressed: tests pack large files, and none looks at their size.
  return Buffer.from(zipSync(Object.fromEntries(entries), { level: 1 }))
}
