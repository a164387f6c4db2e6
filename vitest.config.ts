import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'node',
    include: [
      'bench/**/*.test.ts',
      'server/**/*.test.ts',
      'contract/**/*.test.ts',
      'web/**/*.test.ts',
      'docs/**/*.test.ts',
      'deploy/**/*.test.ts',
    ],
    globalSetup: 'server/testing/postgres.ts',
    // A worker loads the server's code once, not once a file: a third of the processor's time. So no module may keep
    // something of one test file that another would see.
    isolate: false,
    // Each worker has databases of its own; more of them than cores only wait for each other.
    maxWorkers: 2,
    // Generous, because a machine may be busy: a bound on waiting, not a measure.
    testTimeout: 60_000,
    // A bound on waiting for what comes by itself, generous because a machine may be busy; left alone it is a second.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 60_000,
  },
})
