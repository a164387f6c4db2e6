import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const folder = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')))
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
/** A name with a version, like one with a hash, always means the same file. */
const place = `assets/pdfjs-${version}`
const parts = ['cmaps', 'standard_fonts', 'wasm']

/**
 * Puts the fonts and tables that some PDFs need into the product, under the names that the reader of PDFs asks for. The
 * programs in WebAssembly stay out: the content policy does not allow them.
 */
export const pdfParts: Plugin = {
  name: 'pdf-parts',
  config: (_, { command }) => ({
    define: { pdfParts: JSON.stringify(command === 'build' ? `/${place}/` : `/@fs${folder}/`) },
  }),
  generateBundle() {
    for (const part of parts)
      for (const name of readdirSync(join(folder, part)))
        if (!name.endsWith('.wasm') && !name.startsWith('quickjs'))
          this.emitFile({
            type: 'asset',
            fileName: `${place}/${part}/${name}`,
            source: readFileSync(join(folder, part, name)),
          })
  },
}
