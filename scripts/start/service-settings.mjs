import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** Where docs/deploy/one-machine.md puts the settings of the service. */
export const settingsFile = '/etc/coverdesk/settings'

/** What deploy/coverdesk.service sets before its settings. */
export const serviceDefaults = { DEMO: 'off', DATA_DIR: '/var/lib/coverdesk' }

/** Settings in the file of the service; null without one. Throws when it cannot be read. */
export function serviceSettings(file) {
  try {
    return parseEnv(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}
