import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Generous timeouts: a busy machine must not fail a test. */
const defaults = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
  setupFiles: process.env.TEST_SEED ? [join(import.meta.dirname, 'scripts/test/set-seed.mjs')] : [],
}

/** One run for all packages: rules and screen logic without a database, requests against a real PostgreSQL. */
export default defineConfig({
  test: {
    // Three browser tests run in parallel; with two workers both stages end at about the same time (docs/testing.md).
    maxWorkers: 2,
    projects: [
      { test: { ...defaults, name: 'domain', root: 'domain', isolate: false, include: ['src/**/*.test.ts'] } },
      {
        test: {
          // A test that times out keeps running and breaks the tests after it, which share the database.
          ...defaults,
          name: 'server',
          root: 'server',
          include: ['src/**/*.test.ts'],
          exclude: process.env.TEST_POSTGRES ? [] : ['src/elsewhere.test.ts'],
          // The only state of a file is the app that it starts and closes, so modules load once per worker.
          isolate: false,
          globalSetup: 'src/testing/test-database-setup.ts',
        },
      },
      { test: { ...defaults, name: 'packages', root: 'packages', isolate: false, include: ['*/src/**/*.test.ts'] } },
      { test: { ...defaults, name: 'scripts', root: 'scripts', isolate: false, include: ['**/*.test.mjs'] } },
      {
        test: {
          ...defaults,
          name: 'web',
          root: 'web',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          // One document and one copy of the libraries per worker instead of per file: a quarter of the work.
          isolate: false,
        },
      },
    ],
  },
})
