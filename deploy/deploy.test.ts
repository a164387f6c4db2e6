import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { validate } from 'dockerfile-utils'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../server/config.ts'

/* The examples are read by people and by programs; here that they say what the product understands. */

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')

interface Compose {
  services: Record<
    string,
    { build: { context: string; dockerfile: string }; environment: Record<string, string>; volumes: string[] }
  >
  volumes: Record<string, unknown>
}

test('the Dockerfile has no fault, runs as nobody special, and copies what there is', () => {
  const text = read('one-machine/Dockerfile')
  expect(validate(text)).toEqual([])
  const [, last = ''] = text.split(/^FROM .*slim$/m)
  expect(last).toMatch(/^USER node$/m)
  expect(last).toMatch(/^HEALTHCHECK /m)
  const copied = [...last.matchAll(/--from=build \/opt\/raintree\/(\S+)/g)].map(([, path = '']) => path)
  const made = ['node_modules', 'dist']
  for (const path of copied)
    expect(made.includes(path) || existsSync(join(import.meta.dirname, '..', path)), path).toBe(true)
})

test('the compose file gives the server settings that it takes', () => {
  const { services, volumes } = parse(read('one-machine/compose.yaml')) as Compose
  const [service] = Object.values(services)
  const folder = join(import.meta.dirname, 'one-machine', service?.build.context ?? '')
  expect(existsSync(join(folder, service?.build.dockerfile ?? ''))).toBe(true)
  expect(service?.volumes.map((v) => v.split(':')[0])).toEqual(Object.keys(volumes))
  const examples = {
    PUBLIC_URL: 'https://learn.example.org',
    OAUTH_ISSUER: 'https://site.example.org',
    OAUTH_CLIENT_ID: 'raintree',
  }
  const given = Object.entries(service?.environment ?? {}).map(([name, value]) => [
    name,
    value.startsWith('${') ? (examples[name as keyof typeof examples] ?? 'x') : value,
  ])
  expect(readConfig({ ...Object.fromEntries(given), HOST: '0.0.0.0' })).toMatchObject({
    publicUrl: 'https://learn.example.org',
    trustProxy: true,
    demo: false,
  })
})

test('every setting that the examples and the notes of operation name is one', () => {
  const known = readFileSync(join(import.meta.dirname, '../server/config.ts'), 'utf8')
  const notes = ['../docs/operations.md', 'several-servers/server.env', 'one-machine/raintree.service']
    .map(read)
    .join('\n')
  const named = new Set(
    notes.match(/\b(DATABASE|S3|OAUTH|METRICS|SESSION|DRAIN|OTEL|TRUST|PUBLIC|LOG|DATA)_[A-Z_]+\b(?!…)/g),
  )
  expect(named.size).toBeGreaterThan(10)
  for (const name of named) expect(known, name).toContain(`${name}:`)
})
