/** The part of Markdown's tree (mdast) that this file uses. */
interface Node {
  type: string
  value?: string
  children?: Node[]
  data?: object
}

/** Nodes that hold blocks: HTML directly inside is not part of a line. */
const blocks = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition'])

function map(node: Node, change: (child: Node, parent: Node) => Node[]): void {
  if (!node.children) return
  for (const child of node.children) map(child, change)
  node.children = node.children.flatMap((child) => change(child, node))
}

/** A block of HTML stays text, and a block, with its lines and their indentation. */
export const keepHtml = () => (tree: Node) =>
  map(tree, (child, parent) => {
    if (child.type !== 'html' || !blocks.has(parent.type)) return [child]
    const data = { hName: 'div', hProperties: { className: 'whitespace-pre-wrap' } }
    return [{ type: 'paragraph', children: [child], data }]
  })

/** A line break stays a line break, as in the field; Markdown would make it a space. */
export const keepLines = () => (tree: Node) =>
  map(tree, (child) => {
    if (child.type !== 'text') return [child]
    const lines = (child.value ?? '').split('\n').map((value) => ({ type: 'text', value }))
    return lines.flatMap((line, i) => (i > 0 ? [{ type: 'break' }, line] : [line]))
  })
