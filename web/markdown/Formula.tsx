import katex from 'katex'
import { createElement, type ReactNode } from 'react'

/** A TeX formula, set as MathML; one with errors stays as typed. */
export function Formula({ tex, block }: { tex: string; block: boolean }) {
  const set = setFormula(tex, block)
  if (!set) return <code>{block ? tex : `$${tex}$`}</code>
  return block ? (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by the keyboard
    <span tabIndex={0} className="block overflow-x-auto overflow-y-hidden py-1">
      {set}
    </span>
  ) : (
    set
  )
}

/** Longer text is no formula, and slow: a formula that defines commands can grow to the square of its length. */
const LONGEST = 2_000
const LONGEST_DEFINING = 200
const DEFINES = /\\(?:[gex]?def|let|futurelet|newcommand|renewcommand|providecommand|global|long)(?![a-zA-Z])/
/** The most elements of one formula, and its greatest depth. */
const MOST_ELEMENTS = 6_000
const DEEPEST = 60

function setFormula(tex: string, displayMode: boolean): ReactNode {
  if (tex.length > (DEFINES.test(tex) ? LONGEST_DEFINING : LONGEST)) return undefined
  try {
    // KaTeX keeps commands of `\gdef` in `macros`, so each formula gets an object of its own.
    const options = {
      output: 'mathml',
      displayMode,
      trust: false,
      strict: 'ignore',
      // Forbidden commands, such as links, stay as typed, in the colour of the text.
      errorColor: 'currentcolor',
      maxSize: 20,
      maxExpand: 200,
    } as const
    return toElements(katex.renderToString(tex, { ...options, macros: {} }))
  } catch {
    return undefined
  }
}

// The MathML that KaTeX writes, without anything that loads, links or runs: no href, no style, no handler.
const elements = new Set(
  (
    'math semantics annotation mrow mi mn mo mtext ms mspace mfrac msqrt mroot msub msup msubsup munder mover munderover ' +
    'mmultiscripts mprescripts none mtable mtr mtd mlabeledtr mstyle mpadded mphantom menclose merror'
  ).split(' '),
)
const attributes = new Set(
  (
    'display displaystyle scriptlevel mathvariant mathcolor mathbackground mathsize encoding accent accentunder fence ' +
    'form largeop linethickness lspace rspace maxsize minsize movablelimits separator stretchy symmetric width height ' +
    'depth voffset notation columnalign columnlines columnspacing rowalign rowlines rowspacing side'
  ).split(' '),
)

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" }
const unescaped = (text: string) => text.replace(/&(amp|lt|gt|quot|#x27|#39);/g, (_, name) => entities[name] ?? '')

interface Open {
  name: string
  props: Record<string, string>
  children: ReactNode[]
}

/** KaTeX's markup as React elements, so that no HTML string reaches the page; nothing for one that is too large. */
function toElements(markup: string): ReactNode {
  let count = 0
  const stack: Open[] = [{ name: '', props: {}, children: [] }]
  const top = () => stack.at(-1) as Open
  const close = () => {
    const { name, props, children } = stack.pop() as Open
    const key = top().children.length
    // Unknown elements pass on only their content.
    if (elements.has(name)) top().children.push(createElement(name, { ...props, key }, ...children))
    else top().children.push(...children)
  }
  for (const [, end, name, given = '', empty, text] of markup.matchAll(
    /<(\/?)([a-z]+)((?:\s[^<>]*?)?)(\/?)>|([^<]+)/g,
  )) {
    if (text !== undefined) top().children.push(unescaped(text))
    else if (end) {
      if (stack.length > 1) close()
    } else if (name) {
      const props: Record<string, string> = {}
      for (const [, key = '', value = ''] of given.matchAll(/([a-z]+)="([^"]*)"/g)) {
        if (attributes.has(key)) props[key] = unescaped(value)
      }
      stack.push({ name, props, children: [] })
      if (++count > MOST_ELEMENTS || stack.length > DEEPEST) return undefined
      if (empty) close()
    }
  }
  return top().children
}
