import { isIP } from 'node:net'
import { readDatabaseHosts } from '../db/cluster/database-hosts.ts'

/** Roles that a setting may ask for; the first is suggested. */
const roles = {
  DATABASE_URL: ['read-write', 'primary'],
  DATABASE_REPLICA_URL: ['prefer-standby', 'standby', 'read-only', 'any'],
} as const

/**
 * What is wrong with a DATABASE_URL, as a sentence, or undefined when it may be used. P-69: policies and people never
 * travel over a network in the clear or to an impostor, so anything but this machine needs `sslmode=verify-full`.
 */
export function databaseUrlProblem(text: string, setting: keyof typeof roles = 'DATABASE_URL'): string | undefined {
  const cluster = readDatabaseHosts(text)
  if (!cluster)
    return `${setting} must look like postgresql://user:password@host:5432/database, or like postgresql://user:password@one.example.com,two.example.com/database?target_session_attrs=${roles[setting][0]}.`
  const { hosts, role, driverUrl } = cluster
  const names = hosts.map(({ host }) => host)
  const parameters = new URL(driverUrl).searchParams
  const remote = [...names, ...parameters.getAll('hostaddr')].filter((host) => !isThisMachine(host))
  if (remote.length > 0 && parameters.get('sslmode') !== 'verify-full')
    return `${setting} leads to another machine (${remote.join(', ')}) without verified TLS. Add ?sslmode=verify-full (and sslrootcert=… for your own authority).`
  const fitting: readonly string[] = roles[setting]
  if (fitting.includes(role) || (role === 'any' && hosts.length === 1)) return undefined
  return `${setting} must say which of its servers to use. Add target_session_attrs=${fitting[0]}.`
}

function isThisMachine(host: string): boolean {
  if (host.startsWith('/') || host === 'localhost' || host === '::1') return true
  return isIP(host) === 4 && host.startsWith('127.')
}
