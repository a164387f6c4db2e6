import ReactMarkdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { boundTree } from './bounds.ts'
import { components, stillComponents } from './components.tsx'
import { keepHtml, keepLines } from './lines.ts'

export interface TextProps {
  text: string
  /** An excerpt inside a link: nothing in it can be pressed or focused by itself. */
  still?: boolean | undefined
  /** Typed into a box, where each line stood by itself: so it does here. */
  lines?: boolean | undefined
}

const asMarkdown = [remarkGfm, boundTree, keepHtml]
const byLine = [...asMarkdown, keepLines]

/** Markdown whose formulas, if any, stand as they were typed. */
export function Plain({ text, still, lines }: TextProps) {
  return (
    <ReactMarkdown remarkPlugins={lines ? byLine : asMarkdown} components={still ? stillComponents : components}>
      {text}
    </ReactMarkdown>
  )
}
