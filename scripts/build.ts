/** Builds the browser side into dist/, with brotli and gzip copies of everything that shrinks. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'
// @ts-expect-error: plain JavaScript, because it runs before any package is there
import { keepStamp, root, sourceStamp } from './prepare.mjs'

const stamp = sourceStamp()
await build({ root: join(root, 'web'), configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })

const dist = join(root, 'dist')
for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  if (!/\.(m?js|css|html|svg|json|txt|webmanifest|ttf|pfb)$/.test(name)) continue
  const bytes = readFileSync(join(dist, name))
  if (bytes.length < 600) continue
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  writeFileSync(join(dist, `${name}.br`), brotliCompressSync(bytes, { params }))
  writeFileSync(join(dist, `${name}.gz`), gzipSync(bytes, { level: 9 }))
}
// Last, so that an interrupted build is not taken for a whole one.
keepStamp(stamp)
