/**
 * Makes the two fonts that the product serves: only the characters that it shows, only the weights that it uses.
 * Run by hand when the packages or the characters change; the results are kept in the repository.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'

const require = createRequire(import.meta.url)
const out = join(import.meta.dirname, '../web/ui/fonts')

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join('')

// What Inter's Latin file has of punctuation and signs; other signs (✓ ≤ →) come from the system's fonts.
const latin = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}–—‘’‚“”„•…‹›⁄€™−↑↓`
// U+25CC carries a vowel or tone mark that stands alone.
const thai = `${range(0x0e01, 0x0e3a)}${range(0x0e3f, 0x0e5b)}\u25cc`

const fonts = [
  {
    name: 'inter',
    source: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
    text: latin,
    // Tabular figures and a slashed zero are asked for by name; the rest is what shaping needs.
    features: ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'calt', 'tnum', 'zero', 'frac'],
    limit: 35_000,
  },
  {
    name: 'noto-sans-thai',
    source: '@fontsource-variable/noto-sans-thai/files/noto-sans-thai-thai-wght-normal.woff2',
    text: thai,
    features: ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'liga'],
    limit: 25_000,
  },
]

for (const { name, source, text, features, limit } of fonts) {
  const made = await subsetFont(readFileSync(require.resolve(source)), text, {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 700 } },
    keepFeatures: features,
    noHinting: true,
  })
  writeFileSync(join(out, `${name}.woff2`), made)
  console.log(`${name}.woff2: ${made.length} bytes`)
  if (made.length > limit) throw new Error(`${name}.woff2 is larger than ${limit} bytes`)
}

const licence = (name: string) => readFileSync(require.resolve(`@fontsource-variable/${name}/LICENSE`), 'utf8')
const [inter = '', thaiOne = ''] = [licence('inter'), licence('noto-sans-thai')]
const notice = (text: string) => text.slice(0, text.indexOf('\n')).trim()
writeFileSync(join(out, 'OFL.txt'), `${notice(inter)}\n${notice(thaiOne)}\n${inter.slice(inter.indexOf('\n'))}`)
