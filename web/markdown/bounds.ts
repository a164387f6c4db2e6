/*
 * Limits of a text. Parsing Markdown takes the square of some signs and kinds of lines, and a table becomes as many
 * cells as columns times rows. So a text is cut where it passes anything that a person writes; the rest shows as plain
 * text.
 */

/** In characters. */
const LONGEST = 100_000
/** Lines outside of code blocks; one that opens several quotes and lists counts several times. */
const MOST_LINES = 1_500
/** Signs that may open a construct, outside of code blocks: in one run of lines without a blank one, and in all. */
const SIGN = /[*_~[\]<`@$!&\\]/g
const CELL = /\|/g
const MOST_SIGNS_TOGETHER = 800
const MOST_SIGNS = 2_500
/** Nested quotes and lists, and indentation. */
const DEEPEST_PREFIX = 40
const WIDEST_PREFIX = 200
const PREFIX = /^(?:[\s>]|[-+*]\s|\d{1,9}[.)]\s)*/

/** Splits after each line break; a lone return is one, too. */
const LINE_END = /(?<=\n|\r(?!\n))/
const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})/
/** After these, a line of three ticks need not open a code block. */
const HIDES_FENCES = /^(?: {0,3}<|(?:[\s>]|[-+*]\s|\d{1,9}[.)]\s)+(?:`{3}|~{3})|[\s>]*\$\$)/

/**
 * How much of a text, in characters from its start, parses in a moment. It ends at the end of the text or at the start
 * of a run of lines.
 */
export function readableLength(text: string): number {
  let lines = 0
  let signs = 0
  let together = 0
  /** Where the current run of lines started. */
  let began = 0
  /** The end of the code block; undefined outside of one. */
  let fence: string | undefined
  let fencesCount = true
  let at = 0
  for (const ended of text.split(LINE_END)) {
    const line = ended.trimEnd()
    const next = at + ended.length
    if (next > LONGEST) return began
    const [, marks] = FENCE.exec(line) ?? []
    if (fence) {
      if (marks?.startsWith(fence) && line === marks) fence = undefined
    } else if (fencesCount && marks) fence = marks
    else {
      if (HIDES_FENCES.test(line)) fencesCount = false
      if (line === '') {
        together = 0
        began = next
      }
      const found = line.match(SIGN)?.length ?? 0
      const prefix = PREFIX.exec(line)?.[0] ?? ''
      const markers = prefix.replace(/\s/g, '').length
      lines += Math.max(1, markers)
      signs += found + (line.match(CELL)?.length ?? 0)
      together += found
      const isDeep = prefix.length > WIDEST_PREFIX || markers > DEEPEST_PREFIX
      if (isDeep || lines > MOST_LINES || signs > MOST_SIGNS || together > MOST_SIGNS_TOGETHER) return began
    }
    at = next
  }
  return text.length
}

/** The most nodes that one text becomes, and their greatest depth. */
export const mostNodes = 10_000
export const mostDepth = 100

/** The part of Markdown's tree (mdast) that this file uses. */
interface Node {
  type: string
  value?: string
  children?: Node[]
  position?: { start: { offset?: number } }
  data?: object
}

/** How many nodes a node of the tree becomes, and how deep; the count stops at the limit. */
function sizeOf(node: Node): { nodes: number; depth: number } {
  let nodes = 0
  let depth = 0
  const left: [Node, number][] = [[node, 1]]
  for (let next = left.pop(); next; next = left.pop()) {
    const [{ type, value = '', children = [] }, level] = next
    const columns = type === 'table' ? (children[0]?.children?.length ?? 0) : 0
    // Rows are filled up to the width of the table; a formula becomes about two elements per sign.
    nodes += 1 + 2 * columns * children.length + (type === 'inlineMath' || type === 'math' ? 2 * value.length : 0)
    depth = Math.max(depth, level)
    if (nodes > mostNodes || depth > mostDepth) break
    for (const child of children) left.push([child, level + 1])
  }
  return { nodes, depth }
}

/** Cuts the tree where it would pass the limits: from that block on, the text stands in an `aside`, as typed. */
export const boundTree = () => (tree: Node, file: { value: unknown }) => {
  const text = String(file.value)
  let nodes = 0
  for (const [i, block] of (tree.children ?? []).entries()) {
    const size = sizeOf(block)
    nodes += size.nodes
    if (nodes <= mostNodes && size.depth <= mostDepth) continue
    const value = text.slice(block.position?.start.offset ?? 0)
    const rest = { type: 'paragraph', children: [{ type: 'text', value }], data: { hName: 'aside' } }
    tree.children?.splice(i, tree.children.length - i, rest)
    return
  }
}
