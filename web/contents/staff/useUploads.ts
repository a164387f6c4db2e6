import { type RefObject, useRef } from 'react'
import type { ContentItem } from '../../../contract/contents.ts'
import { toastWithUndo } from '../../changes/undo.ts'
import { useCourseId } from '../../courses/queries.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import type { FileInTree } from '../../ui/fileTree.ts'
import { findItem } from './order.ts'
import { contentUploads } from './uploads.ts'
import type { useContentWrites } from './useContentWrites.ts'

/** Uploads of new files for the contents, or of another version of one. `items`: the contents so far. */
export function useUploads(writes: ReturnType<typeof useContentWrites>, items: ContentItem[]) {
  const { contents: t, writes: words } = useAuthoring()
  const course_id = useCourseId()
  return {
    upload(files: FileInTree[], parent_id: string | null) {
      const beside = (parent_id === null ? items : findItem(items, parent_id)?.children) ?? []
      const names = new Set(beside.map(({ file_name }) => file_name))
      const twice = files.filter(({ path }) => names.has(path)).length
      contentUploads.start(
        {
          parent_id,
          add: writes.add,
          order: writes.order,
          onSettled: (done, changes) => {
            toastWithUndo(`${t.added(done)}${twice > 0 ? ` ${t.twice(twice)}` : ''}`, course_id, changes, words)
            void writes.renew()
          },
        },
        files,
      )
    },
    replace: (item: ContentItem, file: File) =>
      contentUploads.start(
        {
          parent_id: null,
          add: async ([made], key) => ({
            items: [item],
            changes: await writes.replace(item, made?.location ?? '', key),
          }),
          onSettled: (_, changes) => toastWithUndo(t.replaced, course_id, changes, words),
        },
        [{ file, path: file.name }],
      ),
  }
}

/** The file pickers of the screen, each with several buttons: files go where the last press said. */
export function usePickers() {
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const one = useRef<HTMLInputElement>(null)
  const take = useRef<(files: FileInTree[]) => void>(() => {})
  const open = (input: RefObject<HTMLInputElement | null>) => (then: (files: FileInTree[]) => void) => {
    take.current = then
    input.current?.click()
  }
  const onChange = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    const chosen = [...(currentTarget.files ?? [])]
    // Choosing the same file again is a choice too.
    currentTarget.value = ''
    if (chosen.length > 0) take.current(chosen.map((file) => ({ file, path: file.webkitRelativePath || file.name })))
  }
  const shared = { type: 'file', hidden: true, onChange } as const
  return {
    pickFiles: open(files),
    pickFolder: open(folder),
    pickOne: open(one),
    inputs: {
      files: { ...shared, ref: files, multiple: true },
      folder: { ...shared, ref: folder, webkitdirectory: '' },
      one: { ...shared, ref: one },
    },
  }
}
