import { useState } from 'react'
import { useWorkWords } from '../i18n/works.ts'
import { ScrollBox } from '../ui/ScrollBox.tsx'
import type { WorkFile } from './kind.ts'
import { NotShown } from './NotShown.tsx'
import { PageMarks } from './PageMarks.tsx'
import { Zoom } from './Zoom.tsx'

/**
 * Formats that every browser reads; another one, such as a phone's HEIC, may be intact even if this browser cannot show
 * it.
 */
const common = /^(image\/(png|jpeg|gif|webp|avif|bmp).*)?$/

/** A picture, as wide as there is room and no larger than its own size; a press enlarges it, to read small writing. */
export default function PictureWork({ file }: { file: WorkFile }) {
  const t = useWorkWords()
  const [size, setSize] = useState<{ width: number; height: number }>()
  const [zoom, setZoom] = useState(1)
  const [failed, setFailed] = useState(false)
  if (failed) return <NotShown file={file} why={common.test(file.type) ? t.broken : t.noViewer} />
  return (
    <>
      <Zoom zoom={zoom} onZoom={setZoom} />
      <ScrollBox
        aria-label={file.name}
        className="max-h-[max(20rem,calc(100dvh-15rem))] overflow-auto bg-sunken p-3 outline-offset-[-2px]"
      >
        <div
          className="work-page"
          style={
            size && {
              width: `calc(min(100%, ${size.width}px) * ${zoom})`,
              aspectRatio: `${size.width} / ${size.height}`,
            }
          }
        >
          <img
            src={file.address}
            alt={file.name}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setSize({ width, height })}
            onError={() => setFailed(true)}
          />
          {size && <PageMarks path={file.path ?? ''} page={1} ratio={size.height / size.width} />}
        </div>
      </ScrollBox>
    </>
  )
}
