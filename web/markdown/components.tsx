import type { Components } from 'react-markdown'
import { NewTab } from '../common/NewTab.tsx'
import { AsTyped } from './AsTyped.tsx'

/** An address that the server signed for this reader. */
const OWN_PICTURE = /^\/api\/files\/[0-9a-f-]{36}\/[^?]*\?e=/i

/** The editor writes the size in px behind the address, so that the page keeps the place free until the picture comes. */
function sizeOf(src: string) {
  const [, width, height] = /#(\d{1,5})x(\d{1,5})$/.exec(src) ?? []
  return width && height ? { width: Number(width), height: Number(height) } : {}
}

// Headings inside a text stand below the page's own; links open in a new tab without a referrer. No `id` of a text
// reaches the page, where it could stand twice.
export const components: Components = {
  h1: (props) => <h3>{props.children}</h3>,
  h2: (props) => <h4>{props.children}</h4>,
  h3: (props) => <h5>{props.children}</h5>,
  h4: (props) => <h6>{props.children}</h6>,
  h5: (props) => <h6>{props.children}</h6>,
  h6: (props) => <h6>{props.children}</h6>,
  li: (props) => <li className={props.className}>{props.children}</li>,
  a: ({ href, children, node }) =>
    // The links of a footnote need ids; its sign for the way back says nothing without one.
    node?.properties.dataFootnoteBackref !== undefined ? null : !href || href.startsWith('#') ? (
      <span>{children}</span>
    ) : (
      <a href={href} target="_blank" rel="noopener noreferrer">
        {children}
        <NewTab />
      </a>
    ),
  // A picture on another server would tell it who reads: it stays a link until the reader opens it.
  img: ({ src, alt }) =>
    typeof src === 'string' && OWN_PICTURE.test(src) ? (
      <img src={src} alt={alt ?? ''} {...sizeOf(src)} loading="lazy" className="h-auto max-w-full rounded-md" />
    ) : typeof src === 'string' && src ? (
      <a href={src} target="_blank" rel="noopener noreferrer">
        {alt || src}
        <NewTab />
      </a>
    ) : (
      <span>{alt}</span>
    ),
  // Only `boundTree` makes an aside.
  aside: ({ children }) => <AsTyped>{children}</AsTyped>,
  // The box of a task list is a sign, not a control.
  input: ({ checked }) => <span>{checked ? '☑' : '☐'}</span>,
  pre: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by the keyboard
    <pre tabIndex={0}>{children}</pre>
  ),
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the same
    <table tabIndex={0}>{children}</table>
  ),
}

/** The same components without anything to press or focus. */
export const inertComponents: Components = {
  ...components,
  a: ({ children }) => <span className="font-medium text-accent">{children}</span>,
  img: ({ src, alt }) => <span className="font-medium text-accent">{alt || (typeof src === 'string' ? src : '')}</span>,
  pre: ({ children }) => <pre className="overflow-hidden">{children}</pre>,
  table: ({ children }) => <table className="overflow-hidden">{children}</table>,
}
