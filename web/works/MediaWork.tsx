import { useState } from 'react'
import { useWorkWords } from '../i18n/works.ts'
import { kindOf, type WorkFile } from './kind.ts'
import { NotShown } from './NotShown.tsx'

/** Video and sound, in the browser's own player. */
export default function MediaWork({ file }: { file: WorkFile }) {
  const t = useWorkWords()
  const [failed, setFailed] = useState(false)
  if (failed) return <NotShown file={file} why={t.notPlayed} />
  const given = { controls: true, preload: 'metadata', src: file.address, 'aria-label': file.name } as const
  return kindOf(file) === 'video' ? (
    <video {...given} playsInline onError={() => setFailed(true)} className="max-h-[75dvh] w-full bg-sunken" />
  ) : (
    <div className="p-5">
      <audio {...given} onError={() => setFailed(true)} className="w-full" />
    </div>
  )
}
