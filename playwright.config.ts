import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

// The built product with its own port and data. Each worker reads this file again, so both go through the environment.
// The port is below 32768, because systems take the ports of outgoing connections from there on.
process.env.E2E_PORT ??= String(20_000 + (process.pid % 10_000))
if (!process.env.E2E_DATA) {
  const data = mkdtempSync(join(tmpdir(), 'raintree-e2e-'))
  process.env.E2E_DATA = data
  // At the very end: the server has stopped by then.
  process.once('exit', () => rmSync(data, { recursive: true, force: true }))
}
const origin = `http://127.0.0.1:${process.env.E2E_PORT}`

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  // A page waits more than it computes: with as many as two cores, half of their time was nobody's.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // Generous, because a laptop may be busy: a bound on waiting, not a measure.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  use: {
    baseURL: origin,
    locale: 'en-GB',
    timezoneId: 'Asia/Bangkok',
    // Traces cost the processor much, and are read when a test fails: `TRACE=1 npx playwright test e2e/one.spec.ts`.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM || undefined,
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // As on a phone: a finger that holds a thing drags it.
        '--blink-settings=touchDragDropEnabled=true',
        // No page lives long enough to gain from code that V8 makes faster: without it, loading one and looking at it
        // with axe cost the renderer a sixth less.
        '--js-flags=--single-threaded --no-maglev --no-opt',
      ],
    },
  },
  webServer: {
    command: 'node scripts/start.mjs',
    cwd: import.meta.dirname,
    url: `${origin}/readyz`,
    env: {
      ...{ PORT: process.env.E2E_PORT, DATA_DIR: process.env.E2E_DATA, WORKERS: '2' },
      PLAYLIST_OEMBED_URL: `http://127.0.0.1:${Number(process.env.E2E_PORT) - 10_000}/oembed`,
    },
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
  globalSetup: join(import.meta.dirname, 'e2e/provider.ts'),
})
