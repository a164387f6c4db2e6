import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist'
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url&no-inline'
import { NotShowable } from './bytes.ts'

GlobalWorkerOptions.workerSrc = workerAddress

/** An open PDF; it closes when no component shows it. Nothing in it runs, and it loads nothing. */
export async function openPdf(bytes: Uint8Array): Promise<PDFDocumentProxy> {
  const loading = getDocument({
    // A copy, because the worker takes ownership of the bytes.
    data: bytes.slice(),
    cMapUrl: `${pdfParts}cmaps/`,
    standardFontDataUrl: `${pdfParts}standard_fonts/`,
    wasmUrl: `${pdfParts}wasm/`,
    // The content policy allows no WebAssembly; the result without it is the same.
    useWasm: false,
    useWorkerFetch: true,
    enableXfa: false,
    maxImageSize: 50_000_000,
    verbosity: 0,
  })
  try {
    return await loading.promise
  } catch (error) {
    await loading.destroy()
    throw new NotShowable((error as Error).name === 'PasswordException' ? 'locked' : 'broken')
  }
}
