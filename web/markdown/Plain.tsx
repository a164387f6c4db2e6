import ReactMarkdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { components, stillComponents } from './components.tsx'

/** Markdown whose formulas, if any, stand as they were typed. */
export function Plain({ text, still }: { text: string; still?: boolean | undefined }) {
  return (
    <ReactMarkdown remarkPlugins={[remarkGfm]} components={still ? stillComponents : components}>
      {text}
    </ReactMarkdown>
  )
}
