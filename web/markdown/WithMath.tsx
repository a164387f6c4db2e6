import { useMemo } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import { components, stillComponents } from './components.tsx'
import { Formula } from './Formula.tsx'
import { isFormula } from './text.ts'

/** Markdown with its formulas set. */
export default function WithMath({ text, still }: { text: string; still?: boolean | undefined }) {
  const all = useMemo(() => withFormulas(text, still ? stillComponents : components), [text, still])
  return (
    <ReactMarkdown remarkPlugins={[remarkGfm, remarkMath]} components={all}>
      {text}
    </ReactMarkdown>
  )
}

function withFormulas(text: string, base: Components): Components {
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
        return <>{text.slice(from, to)}</>
      }
      const block = !inline || (from !== undefined && text.startsWith('$$', from))
      return <Formula tex={String(children)} block={block} />
    },
  }
}
