import { degrees, PDFDocument, PDFHexString, type PDFPage, rgb } from '@cantoo/pdf-lib'
import type { ShownMark } from '../../contract/staff/marks.ts'
import { number } from '../i18n/dates.ts'
import type { WorkWords } from '../i18n/works.ts'
import { fetchBytes } from './bytes.ts'
import { kindOf, type WorkFile } from './kind.ts'
import { anchorOf } from './marking.ts'

/** The size of an A4 sheet, in points. */
const A4 = { width: 595, height: 842 }
/** The resolution of the comments' pictures, in pixels per point. */
const SHARP = 3

/**
 * A PDF with the marks drawn into it, each also as a note of the PDF, which a reader opens; after the pages come the
 * comments by their numbers. The browser draws the comments, because it can set Thai, and the notes have their text.
 * Throws for a damaged or locked file.
 */
export async function markedPdf(file: WorkFile, marks: ShownMark[], t: WorkWords): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await fetchBytes(file)
  const isPdf = kindOf(file) === 'pdf'
  const pdf = isPdf ? await PDFDocument.load(bytes) : await pictureOn(file)
  const pages = pdf.getPages()
  for (const [i, mark] of marks.entries()) {
    const page = pages[mark.page - 1]
    if (page && mark.path === '') await draw(pdf, page, mark, i + 1)
  }
  await addComments(pdf, marks, isPdf, t)
  return new Uint8Array(await pdf.save())
}

/** A picture as a PDF of one page, of any kind that the browser reads. */
async function pictureOn(file: WorkFile): Promise<PDFDocument> {
  const picture = new Image()
  picture.src = file.address
  await picture.decode()
  const scale = Math.min(1, 3_000 / Math.max(picture.naturalWidth, picture.naturalHeight))
  const canvas = new OffscreenCanvas(picture.naturalWidth * scale, picture.naturalHeight * scale)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('There is no canvas.')
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const pdf = await PDFDocument.create()
  const image = await pdf.embedJpg(
    await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })).arrayBuffer(),
  )
  const height = (A4.width * canvas.height) / canvas.width
  pdf.addPage([A4.width, height]).drawImage(image, { x: 0, y: 0, width: A4.width, height })
  return pdf
}

/** The colour of a token on paper, equal to that on the page. */
function colourOf(token: string) {
  const probe = document.createElement('span')
  probe.style.colorScheme = 'light'
  probe.style.color = `var(--color-${token})`
  document.body.append(probe)
  const canvas = new OffscreenCanvas(1, 1)
  const context = canvas.getContext('2d')
  if (context) {
    context.fillStyle = getComputedStyle(probe).color
    context.fillRect(0, 0, 1, 1)
  }
  probe.remove()
  const [r = 0, g = 0, b = 0] = context?.getImageData(0, 0, 1, 1).data ?? []
  return rgb(r / 255, g / 255, b / 255)
}

/** Draws a mark on a page in its reader's view: rotated and cropped. */
async function draw(pdf: PDFDocument, page: PDFPage, { shape, colour, comment }: ShownMark, n: number): Promise<void> {
  const color = colourOf(colour)
  const { x: left, y: bottom, width, height } = page.getCropBox()
  const turn = ((page.getRotation().angle % 360) + 360) % 360
  /** The point of the page at these shares of the visible width and height. */
  const at = ([x, y]: [number, number]) => {
    const [u, v] = { 0: [x, 1 - y], 90: [y, x], 180: [1 - x, y], 270: [1 - y, 1 - x] }[turn] ?? [x, 1 - y]
    return { x: left + (u ?? 0) * width, y: bottom + (v ?? 0) * height }
  }
  if ('boxes' in shape)
    for (const [x, y, w, h] of shape.boxes) {
      const [a, b] = [at([x, y]), at([x + w, y + h])]
      const box = {
        x: Math.min(a.x, b.x),
        y: Math.min(a.y, b.y),
        width: Math.abs(a.x - b.x),
        height: Math.abs(a.y - b.y),
      }
      page.drawRectangle({ ...box, color, opacity: 0.28 })
    }
  if ('strokes' in shape)
    for (const stroke of shape.strokes)
      for (const [i, point] of stroke.slice(1).entries())
        page.drawLine({ start: at(stroke[i] ?? point), end: at(point), thickness: 2, color, lineCap: 1 })
  const place = anchorOf(shape)
  if (!place) return
  const { x, y } = at(place)
  page.drawCircle({ x, y, size: 8, color })
  const size = String(n).length > 1 ? 8 : 10
  const font = await pdf.embedFont('Helvetica-Bold')
  const [across, down] = [font.widthOfTextAtSize(String(n), size) / 2, size * 0.36]
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)]
  const label = { x: x - across * cos + down * sin, y: y - across * sin - down * cos, size, font }
  page.drawText(String(n), { ...label, rotate: degrees(turn), color: rgb(1, 1, 1) })
  const note = pdf.context.obj({
    ...{ Type: 'Annot', Subtype: 'Text', Name: 'Comment', F: 4, CA: 0 },
    Rect: [x - 8, y - 8, x + 8, y + 8],
    Contents: PDFHexString.fromText(`${n}. ${comment}`),
  })
  page.node.addAnnot(pdf.context.register(note))
}

/** Adds pages with the comments as pictures, so that letters of any language look right. */
async function addComments(pdf: PDFDocument, marks: ShownMark[], isPdf: boolean, t: WorkWords): Promise<void> {
  const margin = 48
  const line = 16
  const canvas = new OffscreenCanvas(A4.width * SHARP, A4.height * SHARP)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('There is no canvas.')
  const family = getComputedStyle(document.body).fontFamily
  let y = 0
  const begin = () => {
    context.setTransform(SHARP, 0, 0, SHARP, 0, 0)
    context.fillStyle = 'white'
    context.fillRect(0, 0, A4.width, A4.height)
    context.fillStyle = 'black'
    y = margin
  }
  const end = async () => {
    const blob = await canvas.convertToBlob({ type: 'image/png' })
    const image = await pdf.embedPng(await blob.arrayBuffer())
    pdf.addPage([A4.width, A4.height]).drawImage(image, { x: 0, y: 0, ...A4 })
  }
  const write = async (text: string, weight: number) => {
    context.font = `${weight} 11px ${family}`
    for (const part of wrapped(text, (piece) => context.measureText(piece).width <= A4.width - 2 * margin)) {
      if (y > A4.height - margin) {
        await end()
        begin()
        context.font = `${weight} 11px ${family}`
      }
      context.fillText(part, margin, y)
      y += line
    }
  }
  begin()
  for (const [i, { page, comment }] of marks.entries()) {
    await write(isPdf ? `${number(i + 1)} · ${t.onPage(number(page))}` : number(i + 1), 700)
    await write(comment || t.noComment, 400)
    y += line / 2
  }
  await end()
}

/** The lines of a text; the browser finds the ends of words, also in Thai. */
function wrapped(text: string, fits: (piece: string) => boolean): string[] {
  const words = new Intl.Segmenter(undefined, { granularity: 'word' })
  return text.split('\n').flatMap((paragraph) => {
    const lines = ['']
    for (const { segment } of words.segment(paragraph)) {
      const longer = (lines.at(-1) ?? '') + segment
      if (fits(longer) || lines.at(-1) === '') lines[lines.length - 1] = longer
      else lines.push(segment.trimStart())
    }
    return lines
  })
}
