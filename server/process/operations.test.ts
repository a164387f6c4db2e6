import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { createServer as createListener } from 'node:net'
import { expect, test, vi } from 'vitest'
import { Browser } from '../testing/browser.ts'
import { collect } from '../testing/collector.ts'
import { openEvents } from '../testing/events.ts'
import { childrenOf, type Program, start, temporaryFolder } from '../testing/processes.ts'

/* What an operator sees of a server process: that it is stopping, its metrics, its traces. */

// Starting a process is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const dataDir = await temporaryFolder()

async function serve(settings: Record<string, string>): Promise<Program & { origin: string }> {
  const program = start('server/main.ts', [], { PORT: '0', DATA_DIR: dataDir, WORKERS: '1', ...settings })
  const [, origin = ''] = await program.until(/Raintree is ready at (http:\S+)/)
  return { ...program, origin }
}

/** Below the ports that the system hands out: no other test gets it by chance. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    const listener = createListener()
    const isFree = await new Promise<boolean>((done) => {
      listener.once('error', () => done(false))
      listener.listen(port, '127.0.0.1', () => done(true))
    })
    if (!isFree) continue
    await new Promise((closed) => listener.close(closed))
    return port
  }
}

test('a server that was told to stop says so at once, and goes on serving for the time it was given', async () => {
  const server = await serve({ DRAIN_SECONDS: '300' })
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
  server.process.kill('SIGTERM')
  await expect.poll(async () => (await fetch(`${server.origin}/readyz`)).status).toBe(503)
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
  const answer = await fetch(`${server.origin}/api/session/provider`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('connection')).toBe('close')
})

test('a server that was told to stop ends by itself when that time is over', async () => {
  const server = await serve({ DRAIN_SECONDS: '1' })
  expect(await server.kill('SIGTERM')).toBe(0)
})

test('what all workers measured is added up, kept when one ends, and one that is stuck is left out and then told of', async () => {
  const port = await freePort()
  const server = await serve({ WORKERS: '2', METRICS_PORT: String(port) })
  for (let i = 0; i < 8; i++) await fetch(`${server.origin}/api/session/provider`)
  await fetch(`${server.origin}/api/users/me`)
  await fetch(`${server.origin}/assets/no-such-thing`)
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
  expect(answer.headers.get('content-type')).toContain('text/plain')
  const text = await answer.text()
  const count = (labels: string) => `raintree_http_request_seconds_count{${labels}}`
  expect(text).toContain(`${count('method="GET",endpoint="/api/session/provider",status="200"')} 8\n`)
  expect(text).toContain(`${count('method="GET",endpoint="/api/users/me",status="401"')} 1\n`)
  expect(text).toContain(`${count('method="GET",endpoint="page",status="404"')} 1\n`)
  for (const state of ['idle', 'gathering'])
    expect(text).toMatch(new RegExp(`raintree_database_connections\\{state="${state}"\\} \\d`))
  expect(text).toContain('raintree_live_listening 2\n')
  expect(text).toContain('raintree_live_streams 0\n')
  expect(text).toMatch(/nodejs_eventloop_lag_p99_seconds \d/)
  expect(text).toMatch(/process_resident_memory_bytes \d/)
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
  expect((await fetch(`${server.origin}/metrics`)).headers.get('content-type')).not.toContain('version=0.0.4')

  const value = (text: string, name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1])
  const scrape = async () => {
    const again = await fetch(`http://127.0.0.1:${port}/metrics`)
    expect(again.status).toBe(200)
    const text = await again.text()
    return {
      count: value(text, 'raintree_http_request_seconds_count{.*session/provider.*}'),
      listening: value(text, 'raintree_live_listening'),
      lag: value(text, 'nodejs_eventloop_lag_max_seconds'),
    }
  }
  const scraped = (listening: number) => expect.poll(scrape).toMatchObject({ count: 8, listening })
  await scraped(2)

  const [first = 0, second = 0] = await childrenOf(server.pid)
  process.kill(first, 'SIGSTOP')
  await scraped(1)
  process.kill(first, 'SIGCONT')
  // The worker was stopped while the scrape waited for a second; the other one was not.
  await expect.poll(async () => (await scrape()).lag).toBeGreaterThan(0.8)
  await scraped(2)

  for (const pid of [first, second]) {
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => childrenOf(server.pid)).not.toContain(pid)
    expect((await scrape()).count).toBe(8)
  }
  // Waited for once, and by their words: a scrape takes time from workers that start.
  await server.until(/The new worker serves\..+The new worker serves\./s)
  await scraped(2)
  expect(await server.kill('SIGTERM')).toBe(0)
})

/** Sends the head of a request with a body, and leaves once the server has seen it. */
async function giveUp(address: string): Promise<void> {
  const headers = { 'content-type': 'application/json', 'content-length': '2', expect: '100-continue' }
  const asked = request(address, { method: 'DELETE', headers, agent: false })
  const failed = once(asked, 'error').catch(() => {})
  asked.flushHeaders()
  await once(asked, 'continue')
  asked.destroy()
  await failed
}

test('a request and its statements are one trace that goes on from the caller’s, and one whose sender gave up is counted, logged and traced as such', async () => {
  const { address, spans } = await collect()
  const port = await freePort()
  const server = await serve({
    LOG_LEVEL: 'debug',
    METRICS_PORT: String(port),
    OTEL_EXPORTER_OTLP_ENDPOINT: address,
  })
  const browser = new Browser()
  const answer = await browser.get(`${server.origin}/api/session/provider`)
  const { data } = (await answer.json()) as { data: { authorize_url: string } }
  const at = await browser.visit(`${data.authorize_url}&login_hint=ploy@demo.raintree.test`)
  const stream = '/api/users/notifications/stream'
  const events = await openEvents(server.origin + stream, at.searchParams.get('code') ?? '')
  await events.close()
  await giveUp(`${server.origin}/api/session`)
  const traceId = 'a'.repeat(32)
  const authorization = 'a-token-of-nobody'
  const traceparent = `00-${traceId}-${'b'.repeat(16)}-01`
  await fetch(`${server.origin}/api/users/me`, { headers: { authorization, traceparent } })
  const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const count = 'raintree_http_request_seconds_count{method="DELETE",endpoint="/api/session",status="499"} 1\n'
  await expect.poll(metrics).toContain(count)
  // A stream whose reader leaves does not count as given up.
  expect(await metrics()).not.toContain(stream)
  expect(await server.kill('SIGTERM')).toBe(0)

  const logged = server
    .said()
    .split('\n')
    .filter((line) => line.includes('"status":499'))
  expect(logged.map((line) => JSON.parse(line).req)).toEqual([{ method: 'DELETE', path: '/api/session' }])
  const statusOf = (name: string) =>
    spans
      .filter((span) => span.name === name)
      .map(({ attributes }) => attributes.find(({ key }) => key === 'http.response.status_code')?.value.intValue)
  expect(statusOf('DELETE /api/session')).toEqual([499])
  expect(statusOf(`GET ${stream}`)).toEqual([200])
  const ours = spans.filter((span) => span.traceId === traceId)
  const asked = ours.find((span) => span.name === 'GET /api/users/me')
  expect(asked).toMatchObject({ parentSpanId: 'b'.repeat(16) })
  const statement = ours.find((span) => span.name === 'select sessions')
  expect(statement).toMatchObject({ parentSpanId: asked?.spanId })
  expect(JSON.stringify(spans)).not.toContain(authorization)
})

test('of the traces that begin here as many are kept as is set, and those that a caller keeps', async () => {
  const { address, spans } = await collect()
  const server = await serve({ OTEL_EXPORTER_OTLP_ENDPOINT: address, OTEL_TRACES_SAMPLER_ARG: '0' })
  const traceId = 'c'.repeat(32)
  for (const headers of [undefined, { traceparent: `00-${traceId}-${'d'.repeat(16)}-01` }]) {
    await fetch(`${server.origin}/api/users/me`, { headers })
  }
  expect(await server.kill('SIGTERM')).toBe(0)
  expect(new Set(spans.map((span) => span.traceId))).toEqual(new Set([traceId]))
})
