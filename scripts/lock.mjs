/*
 * Completes package-lock.json with the builds for other platforms that npm may leave out (mirrors do not carry all of
 * them); without these entries `npm ci` refuses the lock file everywhere. `--check` only compares, for `npm run check`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './prepare.mjs'

const path = join(root, 'package-lock.json')
const lock = JSON.parse(readFileSync(path, 'utf8'))
const systems = ['android', 'darwin', 'linux', 'win32', 'freebsd', 'openharmony', 'wasi']
const processors = ['arm64', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'wasm32', 'arm']

/** The platform in the name of a build. */
function placeOf(name) {
  const os = systems.find((word) => name.includes(`-${word}`))
  const cpu = processors.find((word) => name.includes(`-${word}`))
  const libc = name.includes('musl') ? 'musl' : name.endsWith('-gnu') ? 'glibc' : undefined
  return { ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }), ...(os && os !== 'wasi' && { os: [os] }) }
}

const missing = Object.values(lock.packages).flatMap(({ optionalDependencies = {}, dev }) =>
  Object.entries(optionalDependencies)
    .filter(([name, version]) => /^\d/.test(version) && !lock.packages[`node_modules/${name}`])
    .map(([name, version]) => [
      `node_modules/${name}`,
      { version, ...placeOf(name), ...(dev && { dev }), optional: true },
    ]),
)

if (process.argv.includes('--check')) {
  for (const [name] of missing) console.error(`package-lock.json lacks ${name}: run \`node scripts/lock.mjs\`.`)
  process.exitCode = missing.length > 0 ? 1 : 0
} else if (missing.length > 0) {
  Object.assign(lock.packages, Object.fromEntries(missing))
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
  console.log(`Added ${missing.length} builds for other platforms.`)
}
