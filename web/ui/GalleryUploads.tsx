import { useState } from 'react'
import { FileDrop } from './FileDrop.tsx'
import { longThai, Specimen } from './GallerySpecimen.tsx'
import { UploadList, type UploadListProps } from './UploadList.tsx'

const examples: UploadListProps['uploads'] = [
  { key: '1', path: 'week 1/slides.pdf', state: 'done', part: 1, note: 'Uploaded' },
  { key: '2', path: `week 1/${longThai}.pdf`, state: 'sending', part: 0.4, note: 'Uploading' },
  { key: '3', path: 'week 1/code/tree.py', state: 'failed', part: 0, note: 'The server did not answer.' },
  { key: '4', path: 'plan.txt', state: 'waiting', part: 0, note: 'Waiting' },
]

export function Uploads() {
  const [uploads, setUploads] = useState(examples)
  return (
    <Specimen name="FileDrop with folders, UploadList">
      <FileDrop
        chooseLabel="Choose files"
        hint="or drop files and folders here"
        onTree={(files) =>
          setUploads([
            ...files.map(({ path }, i) => ({
              ...{ key: `${uploads.length}-${i}`, path, part: 0 },
              ...{ state: 'waiting' as const, note: 'Waiting' },
            })),
            ...uploads,
          ])
        }
      />
      <UploadList
        label="Uploads"
        uploads={uploads}
        words={{
          uploading: (path) => `Uploading ${path}`,
          cancel: (path) => `Cancel the upload of ${path}`,
          retry: (path) => `Try the upload of ${path} again`,
        }}
        onCancel={(key) => setUploads(uploads.filter((upload) => upload.key !== key))}
        onRetry={(key) =>
          setUploads(
            uploads.map((upload) => (upload.key === key ? { ...upload, state: 'waiting', note: 'Waiting' } : upload)),
          )
        }
      />
    </Specimen>
  )
}
