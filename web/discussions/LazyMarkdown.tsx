import { startTransition, useEffect, useRef, useState } from 'react'
import { Markdown } from '../markdown/Markdown.tsx'
import { plainText } from '../markdown/plainText.ts'

/** How far outside of the window a text starts to render. */
const MARGIN = '600px'

const waiting = new Map<Element, () => void>()
let observer: IntersectionObserver | undefined

function whenNear(element: Element, then: () => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) waiting.get(target)?.()
    },
    { rootMargin: MARGIN },
  )
  waiting.set(element, then)
  observer.observe(element)
  return () => {
    waiting.delete(element)
    observer?.unobserve(element)
  }
}

interface Props {
  text: string
  still?: boolean
  /** In view from the start. */
  eager?: boolean
}

/**
 * Markdown that renders when it comes near the window, and shows its first words until then. Rendering two hundred at
 * once is too slow.
 */
export function LazyMarkdown({ text, still, eager = false }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(eager)
  useEffect(() => {
    if (near || !place.current) return
    return whenNear(place.current, () => startTransition(() => setNear(true)))
  }, [near])
  return (
    <div ref={place}>
      {near ? <Markdown text={text} still={still} lines /> : <p className="prose">{plainText(text)}</p>}
    </div>
  )
}
