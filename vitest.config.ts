import { defineConfig } from 'vitest/config'

/** Far more than anything takes: a machine with much else to do is no fault of what is tested. */
const patient = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 20_000 } } }

/** One run for all packages: rules and screens' logic without a database, requests against a real PostgreSQL. */
export default defineConfig({
  test: {
    // Beside them three journeys are walked, and both end at about the same time (decision 071).
    maxWorkers: 2,
    projects: [
      { test: { ...patient, name: 'domain', root: 'domain', isolate: false, include: ['src/**/*.test.ts'] } },
      {
        test: {
          // A test that is given up also goes on beside the next ones, and they fail too.
          ...patient,
          name: 'server',
          root: 'server',
          include: ['src/**/*.test.ts'],
          exclude: process.env.TEST_POSTGRES ? [] : ['src/elsewhere.test.ts'],
          // What a file holds is the agency that it opens and closes; the modules themselves are read once.
          isolate: false,
          globalSetup: 'src/testing/test-database-setup.ts',
        },
      },
      { test: { ...patient, name: 'scripts', root: 'scripts', isolate: false, include: ['**/*.test.mjs'] } },
      {
        test: {
          ...patient,
          name: 'web',
          root: 'web',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          // A document and the libraries of the screens once for each worker, not for each file: a quarter of the work.
          isolate: false,
        },
      },
    ],
  },
})
