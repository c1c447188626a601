import { existsSync } from 'node:fs'

/** Path of the Chromium to measure: CHROMIUM_PATH, Debian's, or the one of the browser tests. */
export const browserPath =
  process.env.CHROMIUM_PATH ||
  (['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'].find((path) => existsSync(path)) ?? '/usr/bin/chromium')
