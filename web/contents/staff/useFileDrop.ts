import { useEffect, useRef, useState } from 'react'
import { type FileInTree, filesIn } from '../../ui/fileTree.ts'
import { topModal } from '../../ui/modals.ts'

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') && !topModal()

/** The row of the folder under the pointer: a drop there goes into it. */
const folderAt = ({ target }: DragEvent): string | null =>
  (target as Element | null)?.closest<HTMLElement>('[data-folder]')?.dataset.folder ?? null

/**
 * Accepts files and folders that are dropped anywhere on the page: the browser would open them in its place. Returns
 * the folder under the pointer during a drag, null beside all folders, undefined without a drag.
 */
export function useFileDrop(onDrop: (files: FileInTree[], folder: string | null) => void): string | null | undefined {
  const [over, setOver] = useState<string | null>()
  const latest = useRef(onDrop)
  latest.current = onDrop
  useEffect(() => {
    const take = (event: DragEvent) => {
      if (!hasFiles(event)) return false
      event.preventDefault()
      event.stopPropagation()
      return true
    }
    const drag = (event: DragEvent) => {
      if (take(event)) setOver(folderAt(event))
    }
    const leave = (event: DragEvent) => {
      // The drag has left the window.
      if (event.relatedTarget === null) setOver(undefined)
    }
    const drop = (event: DragEvent) => {
      if (!take(event)) return
      setOver(undefined)
      const folder = folderAt(event)
      // The browser empties the transfer once the event is over.
      const items = [...(event.dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file')
      const entries = items.map((item) => item.webkitGetAsEntry())
      // A file from no disk, such as a picture from another program, has no entry.
      const loose = items.flatMap((item, i) => (entries[i] ? [] : (item.getAsFile() ?? [])))
      void filesIn(entries).then((files) =>
        latest.current([...files, ...loose.map((file) => ({ file, path: file.name }))], folder),
      )
    }
    // Runs before React Aria, which takes every drag for one of rows.
    const listeners = { dragenter: drag, dragover: drag, dragleave: leave, drop } as const
    for (const [name, listener] of Object.entries(listeners)) document.addEventListener(name, listener as never, true)
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        document.removeEventListener(name, listener as never, true)
    }
  }, [])
  return over
}
