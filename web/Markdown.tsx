import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'

// Headings inside a text stand below the page's own; links leave in a new tab and tell the place nothing.
const components: Components = {
  h1: (props) => <h3>{props.children}</h3>,
  h2: (props) => <h4>{props.children}</h4>,
  h3: (props) => <h5>{props.children}</h5>,
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ),
  // A picture elsewhere would tell its server who reads: it is a link until it is opened.
  img: ({ src, alt }) => (
    <a href={typeof src === 'string' ? src : undefined} target="_blank" rel="noopener noreferrer">
      {alt || src}
    </a>
  ),
}

/** Text that a person wrote, as Markdown. HTML in it stays text. */
export function Markdown({ text }: { text: string }) {
  return (
    <div className="prose">
      <ReactMarkdown remarkPlugins={[remarkGfm]} components={components}>
        {text}
      </ReactMarkdown>
    </div>
  )
}
