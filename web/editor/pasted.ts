import type { Link, ListItem, PhrasingContent, RootContent, Table } from 'mdast'
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough'
import { gfmTableToMarkdown } from 'mdast-util-gfm-table'
import { type Handle, toMarkdown } from 'mdast-util-to-markdown'

/*
 * The Markdown of what another program copied as HTML. The document that is parsed for it never shows, loads or runs
 * anything.
 */

export interface Pasted {
  text: string
  /** It goes into a line; otherwise it is lines of its own. */
  inLine: boolean
  /** The pictures that came with it, and their places in the text. */
  pictures: { at: number; file: File }[]
  /** How many pictures did not come with it, such as those on the disk of the other program. */
  lost: number
}

/** A part of a line with one look, or what is no text. */
interface Run {
  text: string
  href?: string
  strong?: boolean
  emphasis?: boolean
  delete?: boolean
  code?: boolean
  node?: PhrasingContent
}

/** A paragraph of Word that stands for an item of a list. */
interface WordItem {
  type: 'wordItem'
  level: number
  ordered: boolean
  children: PhrasingContent[]
}
type Block = RootContent | WordItem

const BLOCKS =
  'address,article,aside,blockquote,center,dd,details,div,dl,dt,fieldset,figcaption,figure,footer,form,h1,h2,h3,h4,h5,' +
  'h6,header,hr,li,main,nav,ol,p,pre,section,summary,table,tbody,td,tfoot,th,thead,tr,ul'
/** What holds no words for a reader, and what Word draws before an item of a list. */
const SILENT =
  'audio,button,canvas,head,iframe,link,meta,noscript,object,script,select,style,svg,template,textarea,title,video,xml,' +
  '[aria-hidden=true],[data-style*="mso-hide:all"],[data-style*="display:none"],[data-style*="display: none"]'
/** Stands for a picture until its place in the text is known; no text has these signs. */
const [OPEN, CLOSE] = ['\uE0F0', '\uE0F1']
const HELD = new RegExp(`${OPEN}(\\d+)${CLOSE}`)
/** Spaces that nobody sees, also the one that does not break. */
const SPACE = /[\s\u00a0]+/g
const WORD_LIST = /mso-list:\s*\w+\s+level(\d+)/
const RAISED: Record<string, string> = Object.fromEntries(
  [...'0123456789+-−()n'].map((c, i) => [c, '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁽⁾ⁿ'[i] ?? c]),
)
const LOWERED: Record<string, string> = Object.fromEntries(
  [...'0123456789+-−()'].map((c, i) => [c, '₀₁₂₃₄₅₆₇₈₉₊₋₋₍₎'[i] ?? c]),
)

/**
 * Reads what is pasted, into a line of other words or not. Undefined: the plain text says as much, such as that of a
 * program for code.
 */
export function readPasted(html: string, isAmongWords: boolean): Pasted | undefined {
  const { body } = new DOMParser().parseFromString(inert(html), 'text/html')
  for (const one of body.querySelectorAll(SILENT)) one.remove()
  const reader = new Reader()
  const blocks = reader.blocks(body)
  const [first] = blocks
  const isAlone = blocks.length === 1
  const isCode = [...body.children].some((one) => one.matches('div') && /white-space:\s*pre(?!-)/.test(styleOf(one)))
  if (!first && reader.lost > 0) return { text: '', inLine: true, pictures: [], lost: reader.lost }
  if (!first || isCode || (isAlone && first.type === 'code')) return undefined
  const inLine = isAlone && (first.type === 'paragraph' || (first.type === 'heading' && isAmongWords))
  const isPlain = inLine && first.children.every(({ type }) => type === 'text')
  if (isPlain && reader.images.length + reader.lost === 0) return undefined
  const written = toMarkdown(
    { type: 'root', children: inLine ? [{ type: 'paragraph', children: first.children }] : blocks },
    {
      bullet: '-',
      rule: '-',
      listItemIndent: 'one',
      handlers: { link },
      extensions: [gfmTableToMarkdown({ tablePipeAlign: false }), gfmStrikethroughToMarkdown()],
    },
  ).trim()
  return { ...placed(written, reader.images), inLine, lost: reader.lost }
}

/** A link whose address stays as it is, so that a person can read and check it. */
const writeLink: Handle = (node: Link, _parent, state, info) => {
  const [only] = node.children
  if (node.children.length === 1 && only?.type === 'text' && only.value === node.url) return `<${node.url}>`
  const leave = state.enter('link')
  const words = state.containerPhrasing(node, { ...info, before: '[', after: ']' })
  leave()
  return `[${words}](${node.url.replace(/[\s()<>\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)})`
}
/** Its first sign, by which what stands before it is escaped. */
const link = Object.assign(writeLink, { peek: () => '[' })

/** The text without what holds the places of pictures, and these places. */
function placed(written: string, images: File[]): Pick<Pasted, 'text' | 'pictures'> {
  const pictures: Pasted['pictures'] = []
  let text = written
  for (let held = HELD.exec(text); held; held = HELD.exec(text)) {
    const file = images[Number(held[1])]
    text = text.slice(0, held.index) + text.slice(held.index + held[0].length)
    if (file) pictures.push({ at: held.index, file })
  }
  return { text, pictures }
}

/** Without style sheets, and with styles and handlers that can only be read: the content policy would report each. */
const inert = (html: string) =>
  html
    .replace(/<style\b.*?<\/style>/gis, '')
    .replace(/<[^<>]*>/g, (tag) => tag.replace(/([\s"'/])(style|on\w+)\s*=/gi, '$1data-$2='))
const styleOf = (element: Element) => element.getAttribute('data-style') ?? ''
/** A property by its whole name: Word writes others that end like it, such as `mso-bidi-font-weight`. */
const propertyOf = (element: Element, name: string) =>
  new RegExp(`(?:^|;)\\s*${name}:\\s*([^;]*)`, 'i').exec(styleOf(element))?.[1]?.trim() ?? ''
const isElement = (node: Node): node is HTMLElement => node.nodeType === Node.ELEMENT_NODE

class Reader {
  images: File[] = []
  lost = 0

  /** The blocks in an element, with lists where Word has paragraphs that look like them. */
  blocks(parent: Node): RootContent[] {
    const all: Block[] = []
    let line: Run[] = []
    const flush = () => {
      const children = written(line)
      if (children.length > 0) all.push({ type: 'paragraph', children })
      line = []
    }
    for (const child of parent.childNodes) {
      if (isElement(child) && child.matches(BLOCKS)) {
        flush()
        all.push(...this.block(child))
      } else if (isElement(child) && child.localName !== 'a' && child.querySelector(BLOCKS)) {
        flush()
        all.push(...this.blocks(child))
      } else line.push(...this.runs(child, {}))
    }
    flush()
    return withWordLists(all)
  }

  block(element: HTMLElement): Block[] {
    const { localName: name } = element
    const [, level] = WORD_LIST.exec(styleOf(element)) ?? []
    if (level && name !== 'li') return [this.wordItem(element, Number(level))]
    const heading = /^h([1-6])$/.exec(name)
    if (heading) {
      const children = written(this.runs(element, {}).map((run) => ({ ...run, strong: false })))
      return children.length > 0 ? [{ type: 'heading', depth: Number(heading[1]) as 1, children }] : []
    }
    if (name === 'hr') return [{ type: 'thematicBreak' }]
    if (name === 'pre') return [{ type: 'code', value: (element.textContent ?? '').replace(/\n$/, '') }]
    if (name === 'ul' || name === 'ol') return this.list(element)
    if (name === 'table') return this.table(element as HTMLTableElement)
    const inside = this.blocks(element)
    if (name !== 'blockquote' || inside.length === 0) return inside
    return [{ type: 'blockquote', children: inside as [] }]
  }

  wordItem(element: HTMLElement, level: number): WordItem {
    let sign = ''
    for (const drawn of element.querySelectorAll('[data-style*="mso-list:Ignore" i]')) {
      sign += drawn.textContent
      drawn.remove()
    }
    const ordered = /^\s*\(?[\p{L}\p{N}]{1,4}[.)]/u.test(sign)
    return { type: 'wordItem', level, ordered, children: written(this.runs(element, {})) }
  }

  list(element: HTMLElement): RootContent[] {
    const children: ListItem[] = []
    for (const child of element.children) {
      const inside = (
        child.localName === 'li' ? this.blocks(child) : this.block(child as HTMLElement)
      ) as ListItem['children']
      const last = children.at(-1)
      // Google Docs has a list in a list beside the item that it belongs to.
      if (child.localName !== 'li' && last) last.children.push(...inside)
      else if (inside.length > 0) children.push({ type: 'listItem', spread: false, children: inside })
    }
    if (children.length === 0) return []
    const ordered = element.localName === 'ol'
    return [
      {
        type: 'list',
        ordered,
        spread: false,
        children,
        ...(ordered && { start: (element as HTMLOListElement).start }),
      },
    ]
  }

  /** A cell that reaches over others leaves them empty, so that each value stays in its column. */
  table(element: HTMLTableElement): RootContent[] {
    const grid: PhrasingContent[][][] = []
    for (const [y, row] of [...element.rows].entries()) {
      let x = 0
      for (const cell of row.cells) {
        while (grid[y]?.[x]) x++
        const isHead = y === 0
        const runs = this.runs(cell, {}).map((run) => ({ ...run, ...(isHead && { strong: false }) }))
        const [columns, rows] = [Math.min(cell.colSpan, 50), Math.min(cell.rowSpan || 1, element.rows.length - y)]
        for (let down = 0; down < rows; down++)
          for (let across = 0; across < columns; across++) {
            grid[y + down] ??= []
            const line = grid[y + down]
            if (line) line[x + across] = down + across === 0 ? written(runs.map(onOneLine)) : []
          }
        x += columns
      }
    }
    const rows = grid.filter((row) => row.some((cell) => cell?.length > 0))
    const width = Math.max(0, ...rows.map((row) => row.length))
    const [only] = rows[0] ?? []
    if (rows.length <= 1 && width <= 1) return only ? [{ type: 'paragraph', children: only }] : []
    const table: Table = {
      type: 'table',
      children: rows.map((row) => ({
        type: 'tableRow',
        children: Array.from({ length: width }, (_, x) => ({ type: 'tableCell', children: row[x] ?? [] })),
      })),
    }
    return [table]
  }

  /** What stands in a line, by its look; blocks inside end with a space. */
  runs(node: Node, look: Omit<Run, 'text'>): Run[] {
    if (node.nodeType === Node.TEXT_NODE) return [{ ...look, text: node.nodeValue ?? '' }]
    if (!isElement(node)) return []
    const { localName: name } = node
    if (name === 'br') return [{ text: '', node: { type: 'break' } }]
    if (name === 'img') return this.picture(node as HTMLImageElement, look)
    if (name === 'math') return formula(node)
    if (name === 'sup' || name === 'sub') {
      const [text, signs] = [node.textContent ?? '', name === 'sup' ? RAISED : LOWERED]
      if ([...text].every((sign) => signs[sign]))
        return [{ ...look, text: [...text].map((sign) => signs[sign]).join('') }]
    }
    const inside = [...node.childNodes].flatMap((child) => this.runs(child, lookOf(node, look)))
    return node.matches(BLOCKS) ? [{ text: ' ' }, ...inside, { text: ' ' }] : inside
  }

  picture(image: HTMLImageElement, look: Omit<Run, 'text'>): Run[] {
    const address = image.getAttribute('src') ?? ''
    // Counts readers, and shows nothing.
    if (image.getAttribute('width') === '1' || image.getAttribute('height') === '1') return []
    if (/^https?:/i.test(address)) return [{ ...look, text: '', node: { type: 'image', url: address, alt: image.alt } }]
    const file = fileOf(address, image.alt)
    if (file) return [{ text: `${OPEN}${this.images.push(file) - 1}${CLOSE}` }]
    this.lost++
    return [{ ...look, text: image.alt }]
  }
}

/** The picture that a data address holds. */
function fileOf(address: string, name: string): File | undefined {
  const [, type = '', kind = '', bytes] =
    /^data:(image\/(png|jpe?g|gif|webp|avif|bmp));base64,(.+)$/is.exec(address) ?? []
  try {
    return bytes
      ? new File([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))], `${name || 'image'}.${kind}`, { type })
      : undefined
  } catch {
    return undefined
  }
}

function lookOf(element: HTMLElement, look: Omit<Run, 'text'>): Omit<Run, 'text'> {
  const name = element.localName
  const next = { ...look }
  // Google Docs wraps everything in a <b> that is not bold.
  const weight = propertyOf(element, 'font-weight')
  if (name === 'b' || name === 'strong' || /^(bold|[6-9]00)/.test(weight)) next.strong = true
  if (/^(normal|[1-4]00)/.test(weight)) next.strong = false
  const slant = propertyOf(element, 'font-style')
  if (name === 'i' || name === 'em' || slant === 'italic') next.emphasis = true
  if (slant === 'normal') next.emphasis = false
  const struck = /line-through/.test(propertyOf(element, 'text-decoration(?:-line)?'))
  if (name === 's' || name === 'del' || name === 'strike' || struck) next.delete = true
  if (name === 'code' || name === 'kbd' || name === 'samp' || name === 'tt') next.code = true
  const href = name === 'a' ? element.getAttribute('href')?.trim() : undefined
  if (href && /^(https?:|mailto:|tel:)/i.test(href)) next.href = href
  return next
}

/** A formula by the TeX that its page has written beside it, or else its signs. */
function formula(element: Element): Run[] {
  const tex = element.querySelector('annotation[encoding="application/x-tex"]')?.textContent?.trim()
  if (!tex) return [{ text: element.textContent ?? '' }]
  const sign = element.getAttribute('display') === 'block' ? '$$' : '$'
  return [{ text: '', node: { type: 'html', value: `${sign}${tex}${sign}` } }]
}

const onOneLine = (run: Run): Run => (run.node?.type === 'break' ? { text: ' ' } : run)

/** The nodes of a line: runs of one look together, without spaces at its ends or twice. */
function written(runs: Run[]): PhrasingContent[] {
  const line: Run[] = []
  for (const { text, ...run } of runs) {
    const last = line.at(-1)
    const isStart = !last || last.node?.type === 'break' || last.text.endsWith(' ')
    const tidy = text.replace(SPACE, ' ').slice(isStart && /^[\s\u00a0]/.test(text) ? 1 : 0)
    if (run.node?.type === 'break' && !last) continue
    if (tidy || run.node) line.push({ ...run, text: tidy })
  }
  for (let last = line.at(-1); last; last = line.at(-1)) {
    last.text = last.text.trimEnd()
    if (last.text || (last.node && last.node.type !== 'break')) break
    line.pop()
  }
  return wrapped(line, ['href', 'strong', 'emphasis', 'delete'])
}

type Mark = 'href' | 'strong' | 'emphasis' | 'delete'

function wrapped(line: Run[], [mark, ...rest]: Mark[]): PhrasingContent[] {
  if (!mark)
    return line.map(
      ({ text, code, node }) => node ?? { type: code && text.trim() ? 'inlineCode' : 'text', value: text },
    )
  const groups: Run[][] = []
  for (const run of line) {
    const group = groups.at(-1)
    if (group && (group[0]?.[mark] || undefined) === (run[mark] || undefined)) group.push(run)
    else groups.push([run])
  }
  return groups.flatMap((group): PhrasingContent[] => {
    const value = group[0]?.[mark]
    if (!value) return wrapped(group, rest)
    // A mark begins and ends at a word: Markdown reads no other.
    const [before, after] = [group[0]?.text.startsWith(' '), group.length > 0 && group.at(-1)?.text.endsWith(' ')]
    const words = group.map((run, i) => ({
      ...run,
      text: i === 0 && before ? run.text.trimStart() : run.text,
    }))
    const last = words.at(-1)
    if (last && after) last.text = last.text.trimEnd()
    const children = wrapped(
      words.filter(({ text, node }) => text || node),
      rest,
    )
    const around = (is: boolean | undefined): PhrasingContent[] => (is ? [{ type: 'text', value: ' ' }] : [])
    if (children.length === 0) return around(before || after)
    const inside = mark === 'href' ? { type: 'link' as const, url: String(value) } : { type: mark }
    return [...around(before), { ...inside, children } as PhrasingContent, ...around(after)]
  })
}

/** Puts the items of Word into lists, by their levels. */
function withWordLists(all: Block[]): RootContent[] {
  const found: RootContent[] = []
  /** The lists that are open, the outermost first. */
  let open: { level: number; items: ListItem[] }[] = []
  for (const block of all) {
    if (block.type !== 'wordItem') {
      open = []
      found.push(block)
      continue
    }
    const { level, ordered, children } = block
    open = open.filter((one) => one.level <= level)
    let list = open.at(-1)
    if (!list || list.level < level) {
      const items: ListItem[] = []
      const made: RootContent = { type: 'list', ordered, spread: false, children: items }
      const parent = list?.items.at(-1)
      if (parent) parent.children.push(made)
      else found.push(made)
      list = { level, items }
      open.push(list)
    }
    list.items.push({ type: 'listItem', spread: false, children: [{ type: 'paragraph', children }] })
  }
  return found
}
