import { existsSync } from 'node:fs'

/** The Chromium to measure in: CHROMIUM_PATH, or Debian's, or else the one of the browser tests. */
export const browserPath =
  process.env.CHROMIUM_PATH ||
  (['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'].find((path) => existsSync(path)) ?? '/usr/bin/chromium')
