import { expect, test } from 'vitest'
import { linesOf, notebookIn } from './notebook.ts'

const cell = (cell_type: string, source: unknown, more = {}) => ({ cell_type, metadata: {}, source, ...more })
const notebook = {
  nbformat: 4,
  metadata: { language_info: { name: 'python', file_extension: '.py' } },
  cells: [
    cell('markdown', ['# Lab\n', 'Sorting']),
    cell('code', 'print(45)\nplot()', {
      execution_count: 2,
      outputs: [
        { output_type: 'stream', name: 'stdout', text: ['45\n'] },
        { output_type: 'display_data', data: { 'image/png': 'iVBO\nRw0=\n', 'text/plain': '<Figure>' } },
        {
          output_type: 'execute_result',
          data: { 'text/html': '<table onload="x">', 'text/plain': ['   a\n', '0  1'] },
        },
        { output_type: 'error', ename: 'E', traceback: ['\u001b[0;31mE\u001b[0m: no', 'line 1'] },
      ],
    }),
  ],
}

test('a notebook is its cells with what they gave: text, pictures and errors without the colours of a terminal', () => {
  const { cells, extension } = notebookIn(JSON.stringify(notebook)) ?? { cells: [] }
  expect(extension).toBe('.py')
  expect(cells).toEqual([
    { kind: 'markdown', count: '', source: '# Lab\nSorting', outputs: [] },
    {
      kind: 'code',
      count: '2',
      source: 'print(45)\nplot()',
      outputs: [
        { text: '45', isError: false },
        { text: '<Figure>', isError: false, picture: 'data:image/png;base64,iVBORw0=' },
        { text: '   a\n0  1', isError: false },
        { text: 'E: no\nline 1', isError: true },
      ],
    },
  ])
})

test('its lines, on which marks stand, are those of its cells and their outputs', () => {
  const lines = linesOf(notebookIn(JSON.stringify({ ...notebook, cells: notebook.cells.slice(0, 1) })) as never)
  expect(lines.flat().map(({ text }) => text)).toEqual(['# %% [markdown]', '# Lab', 'Sorting', ''])
})

test.each(['no JSON', '{}', 'null', '{"cells":3}', '{"worksheets":[]}'])('%s is no notebook', (text) =>
  expect(notebookIn(text)).toBeUndefined(),
)

test.each([
  null,
  1,
  {},
  { cell_type: 3, source: {}, outputs: 'x' },
  { cell_type: 'code', source: [1], outputs: [null] },
])('a cell such as %j is shown as far as it goes', (one) =>
  expect(notebookIn(JSON.stringify({ cells: [one] }))?.cells).toHaveLength(1),
)
