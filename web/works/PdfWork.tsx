import { useSuspenseQuery } from '@tanstack/react-query'
import { type PDFDocumentProxy, type PDFPageProxy, TextLayer } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { number } from '../i18n/dates.ts'
import { useWorkWords } from '../i18n/works.ts'
import { Button } from '../ui/Button.tsx'
import { ScrollBox } from '../ui/ScrollBox.tsx'
import { useBytes } from './bytes.ts'
import type { WorkFile } from './kind.ts'
import { useMarking } from './marking.ts'
import { PageMarks } from './PageMarks.tsx'
import { openPdf } from './pdf.ts'
import { Zoom } from './Zoom.tsx'

/** How many pages show at first; a button shows more. */
const PAGES = 200
/** The most pixels of a page's picture. */
const MOST_PIXELS = 8_000_000

/** A PDF page by page. A page renders when it comes near, and is freed when it is far. */
export default function PdfWork({ file }: { file: WorkFile }) {
  const t = useWorkWords()
  const bytes = useBytes(file)
  const { data: pdf } = useSuspenseQuery({
    queryKey: ['work', file.address, 'pdf'],
    queryFn: () => openPdf(bytes),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
    structuralSharing: false,
  })
  const { data: first } = useSuspenseQuery({
    queryKey: ['work', file.address, 'pdf', 1],
    queryFn: () => pdf.getPage(1),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
    structuralSharing: false,
  })
  const [zoom, setZoom] = useState(1)
  const [most, setMost] = useState(PAGES)
  const sought = useMarking()?.sought
  if (sought && sought.path === (file.path ?? '') && sought.page > most && sought.page <= pdf.numPages)
    setMost(sought.page)
  const { width, height } = first.getViewport({ scale: 1 })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)]">
      <Zoom zoom={zoom} onZoom={setZoom}>
        {t.pages(pdf.numPages, number(pdf.numPages))}
      </Zoom>
      <ScrollBox
        aria-label={file.name}
        className="grid max-h-[max(20rem,calc(100dvh-15rem))] grid-cols-[minmax(0,1fr)] gap-3 overflow-auto bg-sunken p-3 outline-offset-[-2px] max-md:max-h-[calc(75dvh-4rem)]"
      >
        {Array.from({ length: Math.min(pdf.numPages, most) }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pages never move
          <Page key={i} pdf={pdf} n={i + 1} zoom={zoom} guess={height / width} path={file.path ?? ''} />
        ))}
        {pdf.numPages > most && (
          <Button onClick={() => setMost(most + PAGES)} className="justify-self-center">
            {t.morePages}
          </Button>
        )}
      </ScrollBox>
    </div>
  )
}

interface PageProps {
  pdf: PDFDocumentProxy
  n: number
  zoom: number
  /** The ratio of its height to its width, until it is read: that of the first page. */
  guess: number
  path: string
}

function Page({ pdf, n, zoom, guess, path }: PageProps) {
  const t = useWorkWords()
  const box = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(false)
  const [page, setPage] = useState<PDFPageProxy>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const watcher = new IntersectionObserver(([entry]) => setIsNear(entry?.isIntersecting === true), {
      root: element.parentElement,
      rootMargin: '100% 0px',
    })
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])
  useEffect(() => {
    if (!isNear || page) return
    let wanted = true
    pdf.getPage(n).then(
      (found) => wanted && setPage(found),
      () => wanted && setFailed(true),
    )
    return () => {
      wanted = false
    }
  }, [isNear, page, pdf, n])
  const { width, height } = page?.getViewport({ scale: 1 }) ?? { width: 1, height: guess }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a page of many, no landmark
    <div
      ref={box}
      role="group"
      aria-label={t.page(n, number(n))}
      className="work-page"
      style={{ width: `${zoom * 100}%`, aspectRatio: `${width} / ${height}` }}
    >
      {failed && <p className="p-4 text-sm">{t.pageBroken}</p>}
      {isNear && page && <Drawn page={page} zoom={zoom} onFail={() => setFailed(true)} />}
      <PageMarks path={path} page={n} ratio={height / width} />
    </div>
  )
}

function Drawn({ page, zoom, onFail }: { page: PDFPageProxy; zoom: number; onFail: () => void }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const words = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn anew for another size alone
  useEffect(() => {
    const [drawn, said] = [canvas.current, words.current]
    if (!drawn || !said) return
    const plain = page.getViewport({ scale: 1 })
    const scale = drawn.clientWidth / plain.width
    const sharp = Math.min(
      Math.max(1, Math.min(devicePixelRatio, 2)),
      Math.sqrt(MOST_PIXELS / (plain.width * plain.height * scale * scale)),
    )
    const viewport = page.getViewport({ scale: scale * sharp })
    drawn.width = Math.floor(viewport.width)
    drawn.height = Math.floor(viewport.height)
    const drawing = page.render({ canvas: drawn, viewport })
    drawing.promise.catch((error: Error) => {
      if (error.name !== 'RenderingCancelledException') onFail()
    })
    said.style.setProperty('--total-scale-factor', String(scale))
    const text = new TextLayer({
      textContentSource: page.streamTextContent(),
      container: said,
      viewport: page.getViewport({ scale }),
    })
    // Without its text layer, the picture alone.
    text.render().catch(() => {})
    return () => {
      drawing.cancel()
      text.cancel()
      said.replaceChildren()
      page.cleanup()
    }
  }, [page, zoom])
  return (
    <>
      <canvas ref={canvas} />
      <div ref={words} className="work-words" />
    </>
  )
}
