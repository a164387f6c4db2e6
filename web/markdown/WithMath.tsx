import { useMemo } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import { boundTree } from './bounds.ts'
import { components, inertComponents } from './components.tsx'
import { Formula } from './Formula.tsx'
import { keepHtml, keepLines } from './lines.ts'
import type { TextProps } from './Plain.tsx'
import { isFormula } from './text.ts'

export { Formula }

const asMarkdown = [remarkGfm, remarkMath, boundTree, keepHtml]
const byLine = [...asMarkdown, keepLines]

/** Markdown with its formulas set. */
export default function WithMath({ text, still, lines }: TextProps) {
  const all = useMemo(() => withFormulas(text, still ? inertComponents : components, lines), [text, still, lines])
  return (
    <ReactMarkdown remarkPlugins={lines ? byLine : asMarkdown} components={all}>
      {text}
    </ReactMarkdown>
  )
}

function withFormulas(text: string, base: Components, lines = false): Components {
  const Pre = base.pre as React.ComponentType<{ children?: React.ReactNode }>
  return {
    ...base,
    pre: ({ node, children }) => {
      const [code] = node?.children ?? []
      const names = code?.type === 'element' ? code.properties.className : []
      return Array.isArray(names) && names.includes('language-math') ? children : <Pre>{children}</Pre>
    },
    code: ({ node, className = '', children }) => {
      const names = className.split(' ')
      if (!names.includes('language-math')) return <code className={className || undefined}>{children}</code>
      const inline = names.includes('math-inline')
      const from = node?.position?.start.offset
      const to = node?.position?.end.offset
      if (inline && from !== undefined && to !== undefined && !isFormula(text, from, to)) {
        const words = text.slice(from, to)
        return lines ? <span className="whitespace-pre-line">{words}</span> : words
      }
      const block = !inline || (from !== undefined && text.startsWith('$$', from))
      return <Formula tex={String(children)} block={block} />
    },
  }
}
