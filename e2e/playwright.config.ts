import { join } from 'node:path'
import { makeTestFolder, removeStoppedFolder } from '@coverdesk/server/src/testing/test-folder.ts'
import { defineConfig } from '@playwright/test'
import { chromiumArguments } from './support/chromium-arguments.ts'
import { runFolderPrefix } from './support/run-folder-prefix.ts'

const port = Number(process.env.E2E_PORT ?? 18_473)
/** A folder per run, so that each run starts with a new demo. Workers inherit it through the environment. */
process.env.E2E_DATA_DIR ??= makeRunFolder()

/** End-to-end tests in a real Chromium against the production build, served by the real server with the demo. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  fullyParallel: true,
  // More than the two cores: a worker that waits leaves the CPU to others (docs/testing.md).
  workers: 3,
  // One retry, for hiccups of the machine; a test that needs it is reported as flaky with its error, and must be fixed.
  retries: 1,
  forbidOnly: true,
  // A hang shows within a minute, by the timeouts of one expectation, action or page load. A whole test has longer, because CI
  // machines are slower; one that needs more says why (`test.slow`).
  timeout: 120_000,
  expect: { timeout: 20_000 },
  outputDir: join(process.env.E2E_DATA_DIR, 'results'),
  globalSetup: ['./support/copy-demo-users.ts', './support/seed-canary.ts'],
  globalTeardown: ['./support/verify-audit-record.ts', './support/search-canary.ts'],
  use: {
    actionTimeout: 45_000,
    navigationTimeout: 45_000,
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 1440, height: 900 },
    timezoneId: zoneWithNoon(),
    // Animations cost time; the main job and tests about focus turn them on (`withMotion`).
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      // Without a locale a browser cannot name a download that is not plain ASCII.
      env: { ...process.env, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' },
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
      args: chromiumArguments,
    },
  },
  webServer: {
    // The log goes to a file, which search-canary.ts searches at the end; scan-responses.ts searches responses as they are
    // sent.
    command: `"${process.execPath}" --import ./support/scan-responses.ts ../server/src/main.ts > "${join(process.env.E2E_DATA_DIR, 'server.log')}"`,
    url: `http://127.0.0.1:${port}/health/ready`,
    timeout: 600_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    stdout: 'ignore',
    env: {
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: join(process.env.E2E_DATA_DIR, 'data'),
      DATABASE_URL: '',
      DEMO: 'on',
      DEMO_SIZE: '20k',
      // Never reached: tests intercept it (handoffs.e2e.ts).
      MARKETPLACE_URL: 'https://exchange.example.com/redirect',
      MARKETPLACE_SECRET: 'exchange-of-the-browser-tests-0123456789-abcdef',
      MARKETPLACE_RETURN_URL: 'on',
      TELEPHONY_URL: 'https://phone.example.com/app',
      TELEPHONY_SECRET: 'phone-app-of-the-browser-tests-0123456789-abcdef',
      MARKETING_URL: 'https://conversations.example.com/app',
      MARKETING_SECRET: 'conversations-of-the-browser-tests-0123456789',
      HEALTHSHERPA_WEBHOOK_SECRET: 'healthsherpa-of-the-browser-tests-0123456789',
      // Served by the test that needs it (health-sherpa.e2e.ts).
      HEALTHSHERPA_API_URL: `http://127.0.0.1:${port + 1}`,
      HEALTHSHERPA_API_KEY: 'key-of-the-browser-tests',
      LOG_LEVEL: 'debug',
      CANARY_DIR: join(process.env.E2E_DATA_DIR, 'canary'),
    },
  },
})

/** Removed when this process exits; the next run removes folders of killed runs (copy-demo-users.ts). */
function makeRunFolder(): string {
  const folder = makeTestFolder(runFolderPrefix)
  process.once('exit', () => removeStoppedFolder(folder))
  return folder
}

/** The theme depends on the hour, so tests run in a time zone where it is about noon; tests of the theme set their own time. */
function zoneWithNoon(): string {
  const offset = new Date().getUTCHours() - 12
  return offset === 0 ? 'Etc/GMT' : `Etc/GMT${offset > 0 ? '+' : '-'}${Math.abs(offset)}`
}
