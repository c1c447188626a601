import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Order of the tests and inputs of the properties; `npm test` prints it. */
process.env.TEST_SEED ??= String(randomInt(2 ** 31))

const anyOrder = { shuffle: { files: true, tests: true } }

/** A hang shows within a minute. A test that needs longer states its own timeout and the reason. */
const defaults = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
  // A failed property fails: its inputs are those of the seed, so another try would only repeat it.
  retry: { count: 1, condition: /^(?!Property failed)/ },
  setupFiles: [join(import.meta.dirname, 'scripts/test/set-seed.mjs')],
}

/** One run for all packages: rules and screen logic without a database, requests against a real PostgreSQL. */
export default defineConfig({
  test: {
    // More than the two cores: tests that start programs or wait for one leave the CPU to others.
    maxWorkers: 3,
    sequence: { ...anyOrder, seed: Number(process.env.TEST_SEED) },
    projects: [
      {
        test: {
          ...defaults,
          name: 'domain',
          root: 'domain',
          isolate: false,
          include: ['src/**/*.test.ts'],
          sequence: anyOrder,
        },
      },
      {
        test: {
          ...defaults,
          name: 'server',
          root: 'server',
          include: ['src/**/*.test.ts'],
          exclude: process.env.TEST_POSTGRES ? [] : ['src/elsewhere.test.ts'],
          // The only state of a file is the app that it starts and closes, so modules load once per worker.
          isolate: false,
          globalSetup: 'src/testing/test-database-setup.ts',
          sequence: anyOrder,
        },
      },
      {
        test: {
          ...defaults,
          name: 'scripts',
          root: 'scripts',
          isolate: false,
          include: ['**/*.test.mjs'],
          sequence: anyOrder,
        },
      },
      {
        test: {
          ...defaults,
          name: 'packages',
          root: 'packages',
          isolate: false,
          include: ['*/src/**/*.test.ts'],
          sequence: anyOrder,
        },
      },
      {
        test: {
          ...defaults,
          name: 'chaos',
          root: 'chaos',
          isolate: false,
          include: ['src/**/*.test.ts'],
          sequence: anyOrder,
        },
      },
      {
        test: {
          ...defaults,
          name: 'web',
          root: 'web',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          // One document and one copy of the libraries per worker instead of per file: a quarter of the work.
          isolate: false,
          sequence: anyOrder,
        },
      },
    ],
  },
})
