/** As much of Markdown's tree (mdast) as is looked at here. */
interface Node {
  type: string
  value?: string
  children?: Node[]
  data?: object
}

/** What holds blocks: HTML right inside of it is no part of a line. */
const blocks = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition'])

function map(node: Node, change: (child: Node, parent: Node) => Node[]): void {
  if (!node.children) return
  for (const child of node.children) map(child, change)
  node.children = node.children.flatMap((child) => change(child, node))
}

/** A block of HTML stays text, and a block: with its lines and their indentation. */
export const keepHtml = () => (tree: Node) =>
  map(tree, (child, parent) => {
    if (child.type !== 'html' || !blocks.has(parent.type)) return [child]
    const data = { hName: 'div', hProperties: { className: 'whitespace-pre-wrap' } }
    return [{ type: 'paragraph', children: [child], data }]
  })

/** The end of a line is the end of a line, as in the box where it was typed; Markdown means a space by it. */
export const keepLines = () => (tree: Node) =>
  map(tree, (child) => {
    if (child.type !== 'text') return [child]
    const lines = (child.value ?? '').split('\n').map((value) => ({ type: 'text', value }))
    return lines.flatMap((line, i) => (i > 0 ? [{ type: 'break' }, line] : [line]))
  })
