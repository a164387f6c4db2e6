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
    // Each worker has databases of its own; more of them than cores only wait for each other.
    maxWorkers: 2,
    testTimeout: 30_000,
    // A bound on waiting for what comes by itself, generous because a machine may be busy; left alone it is a second.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 60_000,
  },
})
