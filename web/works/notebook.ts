/* A Jupyter notebook (nbformat 4): its cells and their outputs. See https://nbformat.readthedocs.io. */

export interface Output {
  text: string
  isError: boolean
  /** The `data:` address of a picture, such as of a plot. */
  picture?: string
}

export interface Cell {
  kind: 'markdown' | 'code' | 'raw'
  /** The notebook's execution count; '' for a cell that has not run. */
  count: string
  source: string
  outputs: Output[]
}

export interface Notebook {
  cells: Cell[]
  /** The file ending of its language, such as `.py`. */
  extension: string
}

/** The most characters of one output: a loop may have printed millions. */
const MOST_OUTPUT = 20_000

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null
const at = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined)
const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
/** A text, or a list of its lines. */
const textIn = (value: unknown): string =>
  Array.isArray(value) ? value.join('') : typeof value === 'string' ? value : ''

// The terminal's colour codes in error messages.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape is what is looked for
const colours = /\u001b\[[\d;]*m/g
function shown(text: string): string {
  const plain = text.replace(colours, '').trimEnd()
  return plain.length > MOST_OUTPUT ? `${plain.slice(0, MOST_OUTPUT)}…` : plain
}

/** Undefined: the text is no notebook, or one of an unknown format. */
export function notebookIn(text: string): Notebook | undefined {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return undefined
  }
  const cells = at(json, 'cells')
  if (!Array.isArray(cells)) return undefined
  const extension = textIn(at(at(at(json, 'metadata'), 'language_info'), 'file_extension'))
  return { cells: cells.map(cellOf), extension: extension || '.py' }
}

function cellOf(cell: unknown): Cell {
  const kind = at(cell, 'cell_type')
  return {
    kind: kind === 'markdown' || kind === 'code' ? kind : 'raw',
    count: String(at(cell, 'execution_count') ?? ''),
    source: textIn(at(cell, 'source')),
    outputs: listIn(at(cell, 'outputs')).map(outputOf),
  }
}

function outputOf(output: unknown): Output {
  const data = at(output, 'data')
  const picture = ['image/png', 'image/jpeg', 'image/gif'].flatMap((type) => {
    const bytes = textIn(at(data, type)).replace(/\s/g, '')
    return /^[\w+/]+=*$/.test(bytes) ? [`data:${type};base64,${bytes}`] : []
  })[0]
  const isError = at(output, 'output_type') === 'error'
  const text = isError
    ? listIn(at(output, 'traceback')).join('\n')
    : textIn(at(output, 'text') ?? at(data, 'text/plain'))
  return { text: shown(text), isError, ...(picture && { picture }) }
}

/** The cells as lines, on which marks stand: a change here would move existing marks. */
export const linesOf = ({ cells }: Notebook): { text: string; isCode: boolean }[][] =>
  cells.map(({ kind, source, outputs }) => {
    const lines = (text: string, isCode: boolean) => text.split(/\r\n|\n|\r/).map((line) => ({ text: line, isCode }))
    return [
      ...lines(kind === 'code' ? '# %%' : `# %% [${kind}]`, false),
      ...lines(source, kind === 'code'),
      ...outputs.flatMap(({ text }) => (text ? [...lines('# %% [output]', false), ...lines(text, false)] : [])),
      ...lines('', false),
    ]
  })
