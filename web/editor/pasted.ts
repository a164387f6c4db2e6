import { fromDom } from 'hast-util-from-dom'
import { defaultHandlers, type Handle, toMdast } from 'hast-util-to-mdast'
import type { Break, Link, Nodes, Paragraph, Root, RootContent } from 'mdast'
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough'
import { gfmTableToMarkdown } from 'mdast-util-gfm-table'
import { type Options, toMarkdown, type Handle as Write } from 'mdast-util-to-markdown'
import { withBare } from './addresses.ts'

/*
 * The Markdown of what another program copied as HTML. Libraries convert it; this file says in the document beforehand
 * what they cannot know: what programs mean by their styles, and what may come in. That document never shows, loads or
 * runs anything.
 */

export interface Pasted {
  text: string
  /** It goes into a line; otherwise it is lines of its own. */
  inLine: boolean
  /** The pictures that came with it, and their places in the text. */
  pictures: { at: number; file: File }[]
  /** How many pictures readers do not see, such as those on the disk of the other program or on another server. */
  lost: number
}

const BLOCKS =
  'address,article,aside,blockquote,br,caption,center,dd,details,div,dl,dt,fieldset,figcaption,figure,footer,form,h1,' +
  'h2,h3,h4,h5,h6,header,hr,li,main,nav,ol,p,pre,section,summary,table,tbody,td,tfoot,th,thead,tr,ul'
const HEADINGS = 'h1,h2,h3,h4,h5,h6'
const CODE = 'code,kbd,samp,tt'
/** What holds no words for a reader, and what Word draws before an item of a list. */
const SILENT =
  'audio,base,canvas,head,iframe,input,link,meta,noscript,object,script,select,style,svg,template,textarea,' +
  'title,video,wbr,xml,[aria-hidden=true],.sr-only,.visually-hidden,[data-footnote-backref],' +
  '[data-style*="mso-hide:all"],' +
  '[data-style*="display:none"],[data-style*="display: none"],pre button'
/** What gives words a look; of it, Markdown has the marks below. */
const LOOKS = 'b,big,del,em,font,i,ins,mark,s,small,span,strike,strong,sub,sup,u,var'
/** What Markdown has only with something in it. An empty row stays where a cell above may reach into it. */
const FILLED = `:is(a,strong,em,del,${CODE},${HEADINGS},li,blockquote,table,table:not(:has([rowspan])) tr):not(pre *)`
/** The attributes that say something in Markdown. */
const KEPT = new Set(['alt', 'class', 'colspan', 'href', 'rowspan', 'src', 'start'])
/** What a style says by the whole name of a property: Word writes others that end alike, such as `mso-bidi-font-weight`. */
const says = (property: string, value: string) => new RegExp(`(?:^|;)\\s*${property}:\\s*(?:${value})`, 'i')
const [BOLD, LIGHT] = [says('font-weight', 'bold|[6-9]00'), says('font-weight', 'normal|[1-4]00')]
/** The lines and spaces of the text itself are shown. */
const SPACED = says('white-space(?:-collapse)?', 'pre|break')
/** As SPACED, and a line is never broken: only programs for code say this. */
const UNBROKEN = says('white-space', 'pre(?![\\w-])')
const MARKS = [
  { name: 'strong', elements: 'b,strong', on: BOLD, off: LIGHT },
  { name: 'em', elements: 'i,em', on: says('font-style', 'italic'), off: says('font-style', 'normal') },
  { name: 'del', elements: 's,del,strike', on: says('text-decoration(?:-line)?', '[^;]*line-through'), off: /(?!)/ },
]
/** Stands for a picture until its place in the text is known; no text has these signs. */
const [OPEN, CLOSE] = ['\uE0F0', '\uE0F1']
const HELD = new RegExp(`${OPEN}(\\d+)${CLOSE}`, 'g')
const WORD_LIST = /mso-list:\s*(\w+)\s+level(\d+)(?:\s+(\w+))?/
const signs = (plain: string, set: string) => new Map([...plain].map((sign, i) => [sign, [...set][i]]))
const SCRIPTS: Record<string, ReturnType<typeof signs>> = {
  sup: signs('0123456789+-−()n', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁽⁾ⁿ'),
  sub: signs('0123456789+-−()', '₀₁₂₃₄₅₆₇₈₉₊₋₋₍₎'),
}

const ROMAN = 'i ii iii iv v vi vii viii ix x xi xii'.split(' ')
/** The items of lists that count in letters. */
const ALPHABET = [...'abcdefghijklmnopqrstuvwxyz']
const LETTERS: [kind: RegExp, signs: string[]][] = [
  [/^(?:a|lower-(?:alpha|latin))$/, ALPHABET],
  [/^(?:A|upper-(?:alpha|latin))$/, ALPHABET.map((one) => one.toUpperCase())],
  [/^(?:i|lower-roman)$/, ROMAN],
  [/^(?:I|upper-roman)$/, ROMAN.map((one) => one.toUpperCase())],
]

const formula: Handle = (_state, { children: [tex] }) =>
  tex?.type === 'text' ? { type: 'html', value: tex.value } : undefined
/** A `menu` is a list, and `prepareTable` puts a caption before its table; the library leaves the words of these out. */
const handlers = { math: formula, menu: defaultHandlers.ul, dialog: defaultHandlers.div, caption: defaultHandlers.p }
/** What is a link by itself between spaces. */
const BARE = /^https?:\/\/[a-z\d-]+(?:\.[a-z\d-]+)+(?:[/?#](?:[\w/?=&#%.:+@-]*[\w/])?)?$/i
/** An address stays as it is, so that a person can read and check it. `prepareLink` has made it safe. */
const link: Write = (node: Link, _, state, info) => {
  const [only] = node.children
  if (node.children.length === 1 && only?.type === 'text' && only.value === node.url)
    return BARE.test(node.url) && !/\S/.test(info.before + info.after) ? node.url : `<${node.url}>`
  const leave = state.enter('label')
  const words = state.containerPhrasing(node, { ...info, before: '[', after: ']' })
  leave()
  return `[${words}](${node.url})`
}
const style: Options = {
  // With its first sign, by which what stands before it is escaped.
  handlers: { link: Object.assign(link, { peek: () => '[' }) },
  bullet: '-',
  rule: '-',
  listItemIndent: 'one',
  // Google Docs has a paragraph in each item; it shows no space between them.
  join: [(_, next, parent) => (/^list/.test(parent.type) && /^list/.test(next.type) ? 0 : undefined)],
  extensions: [gfmTableToMarkdown({ tablePipeAlign: false }), gfmStrikethroughToMarkdown()],
}

/** Where something is pasted: into a line of its own, among other words, or into the cell of a table. */
export type Beside = 'nothing' | 'words' | 'cell'

/**
 * Reads what is pasted. A cell of Markdown has one line: what cannot stand in it, such as a table, is lines of its own.
 * Undefined: the plain text says as much, such as that of a program for code.
 */
export function readPasted(html: string, beside: Beside): Pasted | undefined {
  const { body } = new DOMParser().parseFromString(inert(html), 'text/html')
  if (isCode(body)) return undefined
  const isForCell = beside === 'cell' && !body.querySelector('table,pre')
  const { images, lost, hasScripts } = prepare(body, isForCell)
  const children = (toMdast(fromDom(body), { handlers, document: true }) as Root).children.flatMap(parted)
  const [first] = children
  const isAlone = children.length === 1
  if (!first && lost > 0) return { text: '', inLine: true, pictures: [], lost }
  if (!first || (isAlone && first.type === 'code' && beside !== 'cell')) return undefined
  const inLine = isAlone && (first.type === 'paragraph' || (first.type === 'heading' && beside !== 'nothing'))
  const isPlain = inLine && first.children.every(({ type }) => type === 'text') && !hasScripts
  if (isPlain && images.length + lost === 0 && beside !== 'cell') return undefined
  const read: Nodes = inLine
    ? { type: beside === 'cell' ? 'tableCell' : 'paragraph', children: first.children }
    : { type: 'root', children }
  return { ...placed(toMarkdown(read, style).trim(), images), inLine, lost }
}

/** Whether a program for code, or a page with a listing beside the numbers of its lines, has copied nothing else. */
function isCode(body: HTMLElement): boolean {
  if ([...body.children].some((one) => one.matches('div') && UNBROKEN.test(styleOf(one)))) return true
  const [only, ...others] = body.querySelectorAll(':scope > :not(meta,link,title,br)')
  if (!(only instanceof HTMLTableElement) || others.length > 0) return false
  return [...only.rows].every(({ cells }) => {
    const last = cells.item(cells.length - 1)
    return cells.length <= 2 && last?.localName === 'td' && UNBROKEN.test(styleOf(last))
  })
}

/** Empty lines part paragraphs: Markdown shows a sign on each. */
function parted(node: RootContent): RootContent[] {
  if (!('children' in node)) return [node]
  if (node.type !== 'paragraph')
    return [{ ...node, children: (node.children as RootContent[]).flatMap(parted) } as RootContent]
  const parts: Paragraph[] = [{ ...node, children: [] }]
  let breaks: Break[] = []
  for (const one of node.children) {
    if (one.type === 'break') breaks.push(one)
    else {
      if (breaks.length > 1) parts.push({ ...node, children: [] })
      else parts.at(-1)?.children.push(...breaks)
      parts.at(-1)?.children.push(one)
      breaks = []
    }
  }
  return parts.filter(({ children }) => children.length > 0)
}

/** The text without what holds the places of pictures, and these places. */
function placed(written: string, images: File[]): Pick<Pasted, 'text' | 'pictures'> {
  const pictures: Pasted['pictures'] = []
  let cut = 0
  const text = written.replace(HELD, (held, number: string, at: number) => {
    const file = images[Number(number)]
    if (file) pictures.push({ at: at - cut, file })
    cut += held.length
    return ''
  })
  return { text, pictures }
}

/** Without style sheets, and with styles and handlers that can only be read: the content policy would report each. */
const inert = (html: string) =>
  html
    .replace(/<style\b.*?<\/style>/gis, '')
    .replace(/<[^<>]*>/g, (tag) => tag.replace(/([\s"'/])(style|on\w+)\s*=/gi, '$1data-$2='))
const styleOf = (element: Element) => element.getAttribute('data-style') ?? ''
const unwrap = (element: Element) => element.replaceWith(...element.childNodes)

/** Says in plain elements what the styles of programs mean, and leaves out what may not come in. */
function prepare(body: HTMLElement, isForCell: boolean): { images: File[]; lost: number; hasScripts: boolean } {
  for (const one of body.querySelectorAll('li input[type=checkbox]'))
    one.replaceWith(one.hasAttribute('checked') ? '☑ ' : '☐ ')
  for (const one of body.querySelectorAll(SILENT)) one.remove()
  for (const one of body.querySelectorAll<HTMLElement>('[data-depth]')) prepareHeading(one)
  for (const one of body.querySelectorAll('pre')) preparePre(one)
  prepareLines(body)
  for (const one of body.querySelectorAll('[data-style*="mso-list:"]')) prepareWordItem(one)
  // Google Docs has a list in a list beside the item that it belongs to.
  for (const one of body.querySelectorAll(':is(ol, ul) > :is(ol, ul)')) one.previousElementSibling?.append(one)
  for (const one of body.querySelectorAll('ol')) prepareLetters(one)
  for (const one of body.querySelectorAll('table')) prepareTable(one)
  for (const one of body.querySelectorAll<HTMLTableCellElement>('[colspan]')) one.colSpan = Math.min(one.colSpan, 50)
  // Markdown has these on one line.
  for (const one of body.querySelectorAll(isForCell ? BLOCKS : `:is(td,th,summary,${HEADINGS}) :is(${BLOCKS})`))
    one.replaceWith(' ', ...one.childNodes, ' ')
  for (const one of body.querySelectorAll('math')) prepareFormula(one)
  let hasScripts = false
  for (const one of body.querySelectorAll('sub,sup')) {
    const signs = [...(one.textContent ?? '')]
    const words = signs.map((sign) => (sign.trim() ? SCRIPTS[one.localName]?.get(sign) : ' '))
    if (!words.every(Boolean) || one.textContent?.trim() === '') continue
    one.textContent = words.join('')
    hasScripts = true
  }
  for (const one of body.querySelectorAll('a')) prepareLink(one)
  const pictures = preparePictures(body)
  prepareMarks(body)
  for (const one of body.querySelectorAll('*'))
    for (const name of one.getAttributeNames()) if (!KEPT.has(name)) one.removeAttribute(name)
  return { ...pictures, hasScripts }
}

/** Leaves the code itself: beside it, pages name its language. */
function preparePre(pre: Element): void {
  for (const one of pre.querySelectorAll('br')) one.replaceWith('\n')
  const [code, ...more] = pre.querySelectorAll('code')
  const hasWords = (one: ChildNode) => one instanceof Text && one.data.trim() !== ''
  if (code && more.length === 0 && ![...(code.parentNode?.childNodes ?? [])].some(hasWords)) pre.replaceChildren(code)
}

/** Breaks lines where a style says that those of the text are shown. */
function prepareLines(body: HTMLElement): void {
  const nodes = document.createNodeIterator(body, NodeFilter.SHOW_TEXT)
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    const lines = node.textContent?.split(/\r?\n/) ?? []
    const parent = node.parentElement
    if (lines.length < 2 || !parent || parent.closest('pre')) continue
    const isBetweenBlocks = !node.textContent?.trim() && [...parent.children].some((one) => one.matches(BLOCKS))
    if (!isBetweenBlocks && SPACED.test(styleOf(parent.closest('[data-style*="white-space"]') ?? parent)))
      (node as Text).replaceWith(...lines.flatMap((line, i) => (i > 0 ? [document.createElement('br'), line] : [line])))
  }
}

/** Puts a paragraph of Word that stands for an item into a list, by its level. */
function prepareWordItem(paragraph: Element): void {
  const [, id, level, instance] = WORD_LIST.exec(styleOf(paragraph)) ?? []
  if (!level || !paragraph.matches(BLOCKS) || paragraph.matches(`li,${HEADINGS}`)) return
  const drawn = [...paragraph.querySelectorAll('[data-style*="mso-list:Ignore" i]')]
  const sign = drawn
    .map((one) => one.textContent)
    .join('')
    .trim()
  for (const one of drawn) one.remove()
  const [, number] = /^(\d{1,9})[.)]$/.exec(sign) ?? []
  // Markdown has no letters for items: they are words.
  if (!number && /[\p{L}\p{N}][.)]/u.test(sign)) paragraph.prepend(`${sign} `)
  const kind = `${number ? 'ol' : 'ul'} ${id} ${instance}`
  const levelOf = (one?: Element | null) => Number(one?.getAttribute('data-level') ?? Number.NaN)
  let list = paragraph.previousElementSibling
  for (let inner = list; levelOf(inner) <= Number(level); inner = inner?.lastElementChild?.lastElementChild ?? null)
    list = inner
  if (levelOf(list) !== Number(level) || list?.getAttribute('data-kind') !== kind) {
    const made = document.createElement(number ? 'ol' : 'ul')
    made.setAttribute('data-level', level)
    made.setAttribute('data-kind', kind)
    if (number) made.setAttribute('start', number)
    if (levelOf(list) < Number(level)) list?.lastElementChild?.append(made)
    else if (levelOf(list) === Number(level)) list?.after(made)
    else paragraph.before(made)
    list = made
  }
  const item = document.createElement('li')
  item.append(...paragraph.childNodes)
  list?.append(item)
  paragraph.remove()
}

/** Markdown has no letters for items: they are words. */
function prepareLetters(list: HTMLOListElement): void {
  const items = list.querySelectorAll(':scope > li')
  const [, style] = /list-style-type:\s*([\w-]+)/.exec(`${styleOf(items[0] ?? list)};${styleOf(list)}`) ?? []
  const [, signs] = LETTERS.find(([kind]) => kind.test(style ?? list.getAttribute('type') ?? '')) ?? []
  const own = signs?.slice(list.start - 1, list.start - 1 + items.length) ?? []
  if (own.length < items.length) return
  for (const [i, item] of items.entries()) (item.querySelector(':scope > p:first-child') ?? item).prepend(`${own[i]}. `)
  const made = document.createElement('ul')
  made.append(...list.childNodes)
  list.replaceWith(made)
}

/** Texts of this product stand below the headings of their page. */
function prepareHeading(heading: HTMLElement): void {
  if (!heading.matches(HEADINGS) || !/^[1-6]$/.test(heading.dataset.depth ?? '')) return
  const made = document.createElement(`h${heading.dataset.depth}`)
  made.append(...heading.childNodes)
  heading.replaceWith(made)
}

/** Its first row is its head; one cell alone is no table. */
function prepareTable(element: HTMLTableElement): void {
  const [row, ...rest] = element.rows
  if (element.caption) element.before(element.caption)
  if (row && rest.length === 0 && row.cells.length <= 1) element.replaceWith(...(row.cells[0]?.childNodes ?? []))
  else if (row) element.createTHead().prepend(row)
}

/** A formula by the TeX that its page has written at it, or else its signs. Browsers leave out what is not drawn. */
function prepareFormula(math: Element): void {
  const note = math.querySelector('annotation[encoding="application/x-tex"]')?.textContent
  const tex = (note ?? math.getAttribute('data-tex'))?.trim().replace(/\s+/g, ' ')
  const sign = math.getAttribute('display') === 'block' ? '$$' : '$'
  // A sign for money inside would end it, and the rest would be read as Markdown.
  if (tex && !tex.includes('$')) math.textContent = `${sign}${tex}${sign}`
  else math.replaceWith(math.textContent ?? '')
}

/** A text names what is on this server without its host. */
const withoutHost = (address: string) =>
  address.startsWith(`${location.origin}/`) ? address.slice(location.origin.length) : address

/** Leaves a link to what a reader may open, with an address that cannot end early in Markdown. */
function prepareLink(link: HTMLAnchorElement): void {
  const address = withoutHost(link.getAttribute('href')?.trim() ?? '')
  const safe = address.replace(/[\s<>\\|()]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)
  if (/^(https?:|mailto:|tel:)/i.test(address) || address !== link.getAttribute('href')?.trim())
    link.setAttribute('href', safe)
  else unwrap(link)
}

/** Leaves the pictures that have an address; those that came along are files, for which the text has their places. */
function preparePictures(body: HTMLElement): { images: File[]; lost: number } {
  const images: File[] = []
  let lost = 0
  for (const image of body.querySelectorAll('img')) {
    const address = withoutHost(image.getAttribute('src') ?? '')
    // Counts readers, and shows nothing.
    if (image.getAttribute('width') === '1' || image.getAttribute('height') === '1') image.remove()
    else if (address !== image.getAttribute('src')) image.setAttribute('src', withBare(address))
    // Readers get it as a link: another server would learn who reads.
    else if (/^https?:/i.test(address)) lost++
    else {
      const file = fileOf(address, image.alt)
      if (!file) lost++
      image.replaceWith(file ? `${OPEN}${images.push(file) - 1}${CLOSE}` : '')
    }
  }
  return { images, lost }
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

/** Marks the words themselves, so that marks hold no blocks, and only one of each kind. */
function prepareMarks(body: HTMLElement): void {
  const marked = new Map<ChildNode, typeof MARKS>()
  const nodes = document.createNodeIterator(body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_COMMENT)
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    if (!(node instanceof Text)) node.parentNode?.removeChild(node)
    else if (!node.parentElement?.closest('pre,math')) {
      node.data = node.data.replace(/[\s\u00a0]+/g, ' ')
      const words = node.parentElement?.closest(CODE) ?? node
      const marks = MARKS.filter((mark) => isMarked(words, mark))
      marked.set(words, marks)
    }
  }
  for (const one of body.querySelectorAll(LOOKS)) unwrap(one)
  for (const [words, marks] of marked)
    for (const { name } of marks) {
      const before = words.previousSibling
      const mark = before instanceof Element && before.localName === name ? before : document.createElement(name)
      if (mark !== before) words.before(mark)
      mark.append(words)
    }
  // A mark begins and ends at a word: Markdown reads no other. From the innermost on.
  for (const one of [...body.querySelectorAll(FILLED)].reverse()) {
    one.normalize()
    if (one.matches('strong,em,del')) freeSigns(one)
    if (one.textContent?.startsWith(' ')) one.before(' ')
    if (one.lastChild instanceof Text && one.lastChild.data.endsWith(' ')) {
      one.after(' ')
      one.lastChild.data = one.lastChild.data.trimEnd()
    }
    if (!one.textContent?.trim() && !one.querySelector('img')) one.remove()
  }
  body.normalize()
}

/** Puts signs at an edge of a mark outside of it if a letter stands there: Markdown reads no such mark. */
function freeSigns({ firstChild, lastChild, previousSibling, nextSibling }: Element): void {
  if (firstChild instanceof Text && /[\p{L}\p{M}\p{N}]$/u.test(previousSibling?.textContent ?? '')) {
    const [signs = ''] = /^[\p{P}\p{S}]+/u.exec(firstChild.data) ?? []
    firstChild.parentElement?.before(signs)
    firstChild.deleteData(0, signs.length)
  }
  if (lastChild instanceof Text && /^[\p{L}\p{M}\p{N}]/u.test(nextSibling?.textContent ?? '')) {
    const [signs = ''] = /[\p{P}\p{S}]+$/u.exec(lastChild.data) ?? []
    lastChild.parentElement?.after(signs)
    lastChild.deleteData(lastChild.length - signs.length, signs.length)
  }
}

function isMarked(words: Node, { name, elements, on, off }: (typeof MARKS)[number]): boolean {
  // A head is bold by itself.
  if (name === 'strong' && words.parentElement?.closest(`${HEADINGS},th,thead`)) return false
  for (let one = words.parentElement; one; one = one.parentElement) {
    // Google Docs wraps everything in a <b> that is not bold.
    if (off.test(styleOf(one))) return false
    if (one.matches(elements) || on.test(styleOf(one))) return true
  }
  return false
}
