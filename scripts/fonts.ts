/**
 * Makes the three fonts of the product: only the characters and weights that it uses. Run by hand when the packages or
 * the characters change; the results are in the repository.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'

const require = createRequire(import.meta.url)
const out = join(import.meta.dirname, '../web/ui/fonts')

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join('')

// Punctuation and signs in Inter's Latin file; other signs (✓ ≤ →) come from the system's fonts.
const latin = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}–—‘’‚“”„•…‹›⁄€™−↑↓`
// U+25CC carries a vowel or tone mark that stands alone.
const thai = `${range(0x0e01, 0x0e3a)}${range(0x0e3f, 0x0e5b)}\u25cc`

// The characters of formulas: letters in their mathematical alphabets, Greek, operators, arrows and brackets.
const math = [
  [0x20, 0x7e],
  [0xa0, 0xa0],
  [0xac, 0xac],
  [0xb1, 0xb1],
  [0xb7, 0xb7],
  [0xd7, 0xd7],
  [0xf7, 0xf7],
  [0x131, 0x131],
  [0x237, 0x237],
  [0x302, 0x303],
  [0x391, 0x3c9],
  [0x3d1, 0x3d1],
  [0x3d5, 0x3d6],
  [0x3f0, 0x3f1],
  [0x3f5, 0x3f5],
  [0x2016, 0x2016],
  [0x2026, 0x2026],
  [0x2032, 0x2034],
  [0x203e, 0x203e],
  [0x2061, 0x2064],
  [0x20d7, 0x20d7],
  [0x2102, 0x2102],
  [0x210b, 0x2115],
  [0x2118, 0x211d],
  [0x2124, 0x2124],
  [0x2127, 0x2128],
  [0x212c, 0x2134],
  [0x2190, 0x21a6],
  [0x21d0, 0x21d5],
  [0x2200, 0x22a5],
  [0x22a8, 0x22c6],
  [0x22ee, 0x22f1],
  [0x2308, 0x230b],
  [0x23b4, 0x23b5],
  [0x23dc, 0x23df],
  [0x25a0, 0x25a1],
  [0x25b3, 0x25b3],
  [0x25ef, 0x25ef],
  [0x27e8, 0x27ef],
  [0x27f5, 0x27fa],
  [0x2a00, 0x2a06],
  [0x2a7d, 0x2a7e],
  [0x1d400, 0x1d467],
  [0x1d49c, 0x1d4cf],
  [0x1d504, 0x1d56b],
  [0x1d6a4, 0x1d6a5],
  [0x1d6e2, 0x1d71b],
] as const

const fonts = [
  {
    name: 'inter',
    source: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
    text: latin,
    // The styles use tabular figures by name; shaping needs the rest.
    features: ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'calt', 'tnum'],
    limit: 27_000,
  },
  {
    name: 'noto-sans-thai',
    source: '@fontsource-variable/noto-sans-thai/files/noto-sans-thai-thai-wght-normal.woff2',
    text: thai,
    features: ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'liga'],
    limit: 25_000,
  },
  {
    name: 'stix-two-math',
    source: '@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff2',
    text: math.map(([from, to]) => range(from, to)).join(''),
    limit: 75_000,
  },
]

for (const { name, source, text, features, limit } of fonts) {
  const made = await subsetFont(readFileSync(require.resolve(source)), text, {
    targetFormat: 'woff2',
    // The font of formulas has one weight, and needs all of its features.
    ...(features && { variationAxes: { wght: { min: 400, max: 700 } }, keepFeatures: features }),
    noHinting: true,
  })
  writeFileSync(join(out, `${name}.woff2`), made)
  console.log(`${name}.woff2: ${made.length} bytes`)
  if (made.length > limit) throw new Error(`${name}.woff2 is larger than ${limit} bytes`)
}

const licence = (name: string) => readFileSync(require.resolve(`${name}/LICENSE`), 'utf8')
const licences = [
  licence('@fontsource-variable/inter'),
  licence('@fontsource-variable/noto-sans-thai'),
  licence('@fontsource/stix-two-math'),
]
const notices = licences.map((text) => text.slice(0, text.indexOf('\n')).trim())
const [inter = ''] = licences
writeFileSync(join(out, 'OFL.txt'), `${notices.join('\n')}\n${inter.slice(inter.indexOf('\n'))}`)
