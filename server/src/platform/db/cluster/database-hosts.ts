import { z } from 'zod'

/** Which server of a cluster a connection may lead to: the words of libpq's `target_session_attrs`. */
const TargetRole = z.enum(['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby'])
export type TargetRole = z.infer<typeof TargetRole>

/** Host name, address, or folder of a socket. */
export interface DatabaseHost {
  host: string
  port: number
}

/** Servers of a cluster, in the order in which they are asked. */
export interface DatabaseHosts {
  hosts: readonly DatabaseHost[]
  role: TargetRole
  /** The address without what only concerns the choice of a server, which the driver does not know. */
  driverUrl: string
}

/**
 * Reads an address in libpq's syntax: `postgresql://user:password@db,localhost:5433/base?target_session_attrs=read-write`, or
 * with `?host=a,b&port=5432,5433`. Null for what libpq does not understand either.
 */
export function readDatabaseHosts(text: string): DatabaseHosts | null {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^/?]*@)?)([^@/?]*)((?:\/[^?]*)?)(?:\?(.*))?$/.exec(text)
  const [, prefix = '', authority = '', path = '', search = ''] = parts ?? []
  const parameters = new URLSearchParams(search)
  const named = parameters.get('host')
  const hosts = named ? namedHosts(named, parameters.get('port')) : authority.split(',').map(hostOf)
  const role = TargetRole.safeParse(parameters.get('target_session_attrs') ?? 'any')
  for (const name of ['host', 'port', 'target_session_attrs']) parameters.delete(name)
  const driverUrl = `${prefix}localhost${path}${parameters.size > 0 ? `?${parameters}` : ''}`
  if (!parts || !role.success || !URL.canParse(driverUrl) || !hosts.every((host) => host !== null)) return null
  return { hosts, role: role.data, driverUrl }
}

const defaultPort = 5432

function hostOf(text: string): DatabaseHost | null {
  const [, host, port] = /^(\[[^\]]+\]|[^:[\]\s]*)(?::(\d{1,5}))?$/.exec(text) ?? []
  const name = host === undefined ? null : decoded(host)
  if (name === null) return null
  return { host: name.replace(/^\[|\]$/g, '') || 'localhost', port: Number(port ?? defaultPort) }
}

/** Null if the text is not percent-encoded UTF-8. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** As libpq has it, one port is that of all hosts. */
function namedHosts(named: string, ports: string | null): (DatabaseHost | null)[] {
  const hosts = named.split(',')
  const numbers = (ports ?? '').split(',')
  return hosts.map((host, at) => {
    const port = numbers.length === 1 ? numbers[0] : numbers[at]
    if (port === undefined || !/^\d*$/.test(port)) return null
    return { host: host || 'localhost', port: Number(port || defaultPort) }
  })
}
