import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { validate } from 'dockerfile-utils'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../server/config.ts'

/* People and programs read these examples; the tests check that the product understands their settings. */

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')

interface Compose {
  services: Record<
    string,
    {
      build: { context: string; dockerfile: string }
      env_file: string
      environment: Record<string, string>
      ports: string[]
      volumes: string[]
    }
  >
  volumes: Record<string, unknown>
}

test('the Dockerfile has no fault, runs as nobody special, and copies what there is', () => {
  const text = read('one-machine/Dockerfile')
  expect(validate(text)).toEqual([])
  const [, last = ''] = text.split(/^FROM .*slim$/m)
  expect(last).toMatch(/^USER node$/m)
  expect(last).toMatch(/^HEALTHCHECK /m)
  // Whatever port is set.
  expect(last.match(/\b3000\b/g)).toHaveLength(2)
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
  expect(service?.ports).toEqual([`127.0.0.1:3000:${service?.environment.PORT}`])
  const example = parseEnv(read(`one-machine/${service?.env_file}.example`)) as Record<string, string>
  const plain = {
    OAUTH_ISSUER: '',
    OAUTH_AUTHORIZE_URL: 'https://site.example.org/authorize',
    OAUTH_TOKEN_URL: 'https://site.example.org/token',
    OAUTH_PROFILE_URL: 'https://site.example.org/profile',
  }
  for (const chosen of [{}, plain]) {
    expect(readConfig({ ...example, ...chosen, ...service?.environment })).toMatchObject({
      publicUrl: 'https://learn.example.org',
      provider: { issuer: 'https://site.example.org' },
      trustProxy: true,
      demo: false,
    })
  }
})

test('every setting that the examples and the notes of operation name is one', () => {
  const known = readFileSync(join(import.meta.dirname, '../server/config.ts'), 'utf8')
  const notes = [
    '../docs/operations.md',
    'several-servers/server.env',
    'one-machine/raintree.service',
    'one-machine/raintree.env.example',
  ]
    .map(read)
    .join('\n')
  const named = new Set(
    notes.match(/\b(DATABASE|S3|OAUTH|METRICS|SESSION|DRAIN|OTEL|TRUST|PUBLIC|LOG|DATA)_[A-Z_]+\b(?!…)/g),
  )
  expect(named.size).toBeGreaterThan(10)
  for (const name of named) expect(known, name).toContain(`${name}:`)
})

const haproxy = '/usr/sbin/haproxy'
const configOf = (kind: string) => join(import.meta.dirname, `several-servers/haproxy-${kind}.cfg`)

describe.skipIf(!existsSync(haproxy))('HAProxy', () => {
  const people = { HTTP_ADDRESS: '127.0.0.1:8080', SERVER_1: '10.0.0.11:3000', SERVER_2: '10.0.0.12:3000' }
  const database = {
    DATABASE_ADDRESS: '127.0.0.1:5000',
    DATABASE_1: '10.0.0.21:5432',
    DATABASE_2: '10.0.0.22:5432',
    DATABASE_3: '10.0.0.23:5432',
  }

  test.each([
    ['people', people],
    ['database', database],
  ])('takes the file for %s with the variables of such a machine alone', (kind, env) => {
    execFileSync(haproxy, ['-c', '-f', configOf(kind)], { env: { MAX_CONNECTIONS: '100', ...env } })
  })

  test('keeps servers that take 0.7 s to say that they are ready, as they do under load', async () => {
    const page = await behindHaproxy(() => backend({ ready: 200, after: 700 }))
    expect(page).toBe(200)
  })

  test('lets servers that are not ready, but live, answer when there are no others', async () => {
    const page = await behindHaproxy(() => backend({ ready: 503, after: 0 }))
    expect(page).toBe(200)
  })
})

const at = (port: number) => `127.0.0.1:${port}`

/** The answer of HAProxy in front of two such servers, after three readiness checks of each. */
async function behindHaproxy(make: () => ReturnType<typeof backend>): Promise<number> {
  const servers = await Promise.all([make(), make()])
  const [one, two] = servers
  const port = await freePort()
  const env = { MAX_CONNECTIONS: '100', HTTP_ADDRESS: at(port), SERVER_1: at(one.port), SERVER_2: at(two.port) }
  const child = spawn(haproxy, ['-db', '-f', configOf('people')], { env, stdio: 'ignore' })
  try {
    await Promise.all(servers.map(({ asked }) => asked))
    return (await fetch(`http://${at(port)}/`)).status
  } finally {
    child.kill()
    await once(child, 'exit')
    for (const { server } of servers) server.close()
  }
}

/**
 * A server that answers a readiness check after so many ms with this status, and reports when it has been checked three
 * times.
 */
async function backend({ ready, after }: { ready: number; after: number }) {
  let times = 0
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  const server = createServer(({ url }, response) => {
    if (url !== '/readyz') return response.end()
    if (++times === 3) resolve()
    setTimeout(() => response.writeHead(ready).end(), after)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { server, asked, port: (server.address() as AddressInfo).port }
}

async function freePort(): Promise<number> {
  const { server, port } = await backend({ ready: 200, after: 0 })
  await new Promise((closed) => server.close(closed))
  return port
}
