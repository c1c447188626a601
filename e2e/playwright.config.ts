import { join } from 'node:path'
import { makeTestFolder, removeStoppedFolder } from '@coverdesk/server/src/testing/test-folder.ts'
import { defineConfig } from '@playwright/test'
import { chromiumArguments } from './support/chromium-arguments.ts'
import { runFolders } from './support/run-folders.ts'

const port = Number(process.env.E2E_PORT ?? 18_473)
/** A folder per run: each run starts from the demo as a new user has it. Workers inherit it by the environment. */
process.env.E2E_DATA_DIR ??= ownFolderOfTheRun()

/** Journeys in a real Chromium against the production build, served by the real server with the demo. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  fullyParallel: true,
  // Beside two files of the other tests: what one waits for is another's time (docs/testing.md).
  workers: 3,
  // Once more, for what a machine does to a browser; a journey that needs it is told of as flaky, with what it met, and mended.
  retries: 1,
  forbidOnly: true,
  // Far more than anything takes: a machine with much else to do is no fault of what is tested.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  outputDir: join(process.env.E2E_DATA_DIR, 'results'),
  globalSetup: ['./support/copy-people.ts', './support/seed-canary.ts'],
  globalTeardown: ['./support/prove-record.ts', './support/search-canary.ts'],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 1440, height: 900 },
    timezoneId: zoneWithNoon(),
    // What fades costs each journey time; the main job and those about focus are walked with it (`withMotion`).
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
    // Its whole log goes to a file, in which the canary is looked for at the end (search-canary.ts); what it answers is
    // looked through as it goes out.
    command: `"${process.execPath}" --import ./support/watched-answers.ts ../server/src/main.ts > "${join(process.env.E2E_DATA_DIR, 'server.log')}"`,
    url: `http://127.0.0.1:${port}/health/ready`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    stdout: 'ignore',
    env: {
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: join(process.env.E2E_DATA_DIR, 'data'),
      DATABASE_URL: '',
      DEMO: 'on',
      DEMO_SIZE: '20k',
      // Never reached: journeys answer in its place (handoffs.e2e.ts).
      MARKETPLACE_URL: 'https://exchange.example.com/redirect',
      MARKETPLACE_SECRET: 'the-exchange-of-the-journeys-0123456789-abcdef',
      MARKETPLACE_RETURN_URL: 'on',
      TELEPHONY_URL: 'https://phone.example.com/app',
      TELEPHONY_SECRET: 'the-phone-app-of-the-journeys-0123456789-abcdef',
      MARKETING_URL: 'https://conversations.example.com/app',
      MARKETING_SECRET: 'the-conversations-of-the-journeys-0123456789',
      LOG_LEVEL: 'debug',
      CANARY_DIR: join(process.env.E2E_DATA_DIR, 'canary'),
    },
  },
})

/** It goes when this process ends, and the server with it; what a killed run leaves, the next one removes (copy-people.ts). */
function ownFolderOfTheRun(): string {
  const folder = makeTestFolder(runFolders)
  process.once('exit', () => removeStoppedFolder(folder))
  return folder
}

/** The theme goes by the hour, so journeys run where it is about noon now; tests of the theme set their own time. */
function zoneWithNoon(): string {
  const behind = new Date().getUTCHours() - 12
  return behind === 0 ? 'Etc/GMT' : `Etc/GMT${behind > 0 ? '+' : '-'}${Math.abs(behind)}`
}
