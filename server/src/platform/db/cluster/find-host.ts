import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { DatabaseHost, DatabaseHosts, TargetRole } from './database-hosts.ts'

/** A host that is silent for so long, as a machine that is gone, does not hold up the next one. */
const silenceMs = 300
/** Less than a pool waits for a connection. */
const answerMs = 3_000

/** Searches that go on, so that the connections of a pool that comes back share one. */
const searches = new Map<string, Promise<DatabaseHost>>()

/** Finds the first server in order that has the asked role. Throws when there is none, as during a failover. */
export async function findHost(cluster: DatabaseHosts): Promise<DatabaseHost> {
  const key = JSON.stringify(cluster)
  const search = searches.get(key) ?? searchFor(cluster).finally(() => searches.delete(key))
  searches.set(key, search)
  return await search
}

async function searchFor(cluster: DatabaseHosts): Promise<DatabaseHost> {
  if (cluster.role !== 'prefer-standby') return await firstWith(cluster.role, cluster)
  return await firstWith('standby', cluster).catch(() => firstWith('any', cluster))
}

async function firstWith(role: TargetRole, { hosts, driverUrl }: DatabaseHosts): Promise<DatabaseHost> {
  const asked: Promise<DatabaseHost>[] = []
  for (const host of hosts) {
    const answer = ask(host, role, driverUrl)
    asked.push(answer)
    const refused = answer.catch(() => null)
    const found = await Promise.race([Promise.any(asked), refused, wait(silenceMs, null)]).catch(() => null)
    if (found) return found
  }
  return await Promise.any(asked).catch((cause: unknown) => {
    const reasons: unknown[] = cause instanceof AggregateError ? cause.errors : [cause]
    const each = hosts.map(({ host, port }, at) => `${host}:${port} ${reasonOf(reasons[at])}`)
    throw new Error(`No server of the database can be used: ${each.join('; ')}`, { cause })
  })
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message || error.name : String(error))

/** Answers the host if its server has the role. */
async function ask(host: DatabaseHost, role: TargetRole, driverUrl: string): Promise<DatabaseHost> {
  const limits = { connectionTimeoutMillis: answerMs, query_timeout: answerMs }
  const client = new pg.Client({ connectionString: driverUrl, application_name: 'coverdesk find', ...limits })
  client.on('error', () => undefined)
  try {
    await Object.assign(client, host).connect()
    await requireRole(client, role)
    return host
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Throws when the server of a connection does not have the role. */
export async function requireRole(client: pg.Client, role: TargetRole): Promise<void> {
  if (role === 'any' || role === 'prefer-standby') return
  const { rows } = await client.query<ServerState>(
    `select pg_is_in_recovery() as standby, current_setting('transaction_read_only')::boolean as readonly`,
  )
  const state = rows[0] ?? { standby: true, readonly: true }
  if (hasRole(state)[role]) return
  const is = state.standby ? 'a standby' : state.readonly ? 'a primary that can only be read' : 'a primary'
  throw new Error(`Wrong server of the database: it is ${is}, not ${role}`)
}

interface ServerState {
  standby: boolean
  readonly: boolean
}

const hasRole = ({ standby, readonly }: ServerState) => ({
  primary: !standby,
  standby,
  'read-write': !readonly,
  'read-only': readonly,
})
