import ReactMarkdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { boundTree } from './bounds.ts'
import { components, inertComponents } from './components.tsx'
import { keepHtml, keepLines } from './lines.ts'

export interface TextProps {
  text: string
  /** An excerpt inside a link: nothing in it can be pressed or focused. */
  still?: boolean | undefined
  /** The text comes from a field, so its line breaks count. */
  lines?: boolean | undefined
}

const asMarkdown = [remarkGfm, boundTree, keepHtml]
const byLine = [...asMarkdown, keepLines]

/** Markdown with its formulas, if any, as typed. */
export function Plain({ text, still, lines }: TextProps) {
  return (
    <ReactMarkdown remarkPlugins={lines ? byLine : asMarkdown} components={still ? inertComponents : components}>
      {text}
    </ReactMarkdown>
  )
}
