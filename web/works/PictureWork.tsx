import { useState } from 'react'
import { useWorkWords } from '../i18n/works.ts'
import type { WorkFile } from './kind.ts'
import { NotShown } from './NotShown.tsx'
import { PageMarks } from './PageMarks.tsx'

/** A picture, as wide as there is room and never larger than it is. */
export default function PictureWork({ file }: { file: WorkFile }) {
  const t = useWorkWords()
  const [size, setSize] = useState<{ width: number; height: number }>()
  const [failed, setFailed] = useState(false)
  if (failed) return <NotShown file={file} why={t.broken} />
  return (
    <div className="bg-sunken p-3">
      <div
        className="work-page"
        style={{ maxWidth: size?.width, aspectRatio: size && `${size.width} / ${size.height}` }}
      >
        <img
          src={file.address}
          alt={file.name}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setSize({ width, height })}
          onError={() => setFailed(true)}
        />
        {size && <PageMarks path={file.path ?? ''} page={1} ratio={size.height / size.width} />}
      </div>
    </div>
  )
}
