import type { Config } from '../config/config.ts'

/** Inactivity timeout in seconds; longer on the configured host (AUTH-20, AUTH-21, A-018). */
export function inactivityLimit(config: Config, host: string): number {
  const name = host.toLowerCase().split(':')[0]
  return config.inactivityLongHost && name === config.inactivityLongHost ? 3600 : config.inactivitySeconds
}
