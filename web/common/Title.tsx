import { useLayoutEffect } from 'react'
import { useText } from '../i18n/index.ts'

interface Shown {
  text: string
  over: boolean
}

const shown: Shown[] = []

function show(): void {
  const top = shown.findLast(({ over }) => over) ?? shown.at(-1)
  if (top) document.title = top.text
}

/**
 * The title of the browser tab. `over`: the title of a dialog over a page. React's own <title> would stand beside the
 * one of index.html, and in the order in which the parts of a page load.
 */
export function Title({ of, over = false }: { of: string; over?: boolean }) {
  const text = `${of} · ${useText().name}`
  useLayoutEffect(() => {
    const mine = { text, over }
    shown.push(mine)
    show()
    return () => {
      shown.splice(shown.indexOf(mine), 1)
      show()
    }
  }, [text, over])
  return null
}
