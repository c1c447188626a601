import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { withConnection } from '@coverdesk/server/src/platform/db/connection.ts'
import { cloneCluster, clusterPlace } from '@coverdesk/server/src/testing/faults/postgres-cluster.ts'
import { openTestDatabaseProxy } from '@coverdesk/server/src/testing/test-database-proxy.ts'
import type { Fault } from '../faults/fault-schedule.ts'
import { sharedSecrets, startNodes } from './start-two-nodes.ts'
import { roles, type SupervisedCluster, superviseCluster } from './supervised-cluster.ts'
import type { Topology } from './topology.ts'
import { untilReady } from './until-ready.ts'

/** A standby without which no commit of its primary is acknowledged. */
interface Standby {
  cluster: SupervisedCluster
  /** What replication goes through. */
  proxy: Awaited<ReturnType<typeof openTestDatabaseProxy>>
}

/**
 * Two nodes on a primary with a synchronous standby. A failover does what the manager of a cluster does (Patroni, a cloud's): the
 * primary is ended for good, the standby promoted, the address moved, and a new standby copied, for which commits then wait.
 */
export async function startWithStandby(
  folder: string,
  dataFolders: readonly string[],
  first: SupervisedCluster,
): Promise<Topology> {
  let copies = 0
  let primary = first
  /** The standby once each acknowledged commit is on it. A failover waits for that. */
  let standby = addStandby()
  await standby
  /** The last of the failovers, which never overlap. */
  let promotions = Promise.resolve()
  const nodes = await startNodes(folder, dataFolders, primary.urlOf('app'))

  async function addStandby(): Promise<Standby> {
    const name = `standby_${++copies}`
    const proxy = await openTestDatabaseProxy(primary.urlOf('owner'))
    const place = clusterPlace(primary.place.programs, join(folder, name))
    const { host } = new URL(proxy.url)
    const [address, port] = host.split(':')
    await repeat(60, async () => {
      rmSync(place.data, { recursive: true, force: true })
      const source = `host=${address} port=${port} user=${roles.owner} application_name=${name}`
      await cloneCluster(clusterPlace(place.programs, join(folder, name)), source, `${name}_${Date.now()}`)
    })
    const cluster = await superviseCluster(place)
    const from = primary
    await repeat(120, async () => {
      const state = await askFor(from, `select state from pg_stat_replication where application_name = '${name}'`)
      if (state !== 'streaming') throw new Error(`The standby is ${state ?? 'not connected'}`)
    })
    from.waitFor(name)
    await repeat(120, async () => {
      const state = await askFor(from, `select sync_state from pg_stat_replication where application_name = '${name}'`)
      if (state !== 'sync') throw new Error(`The standby is ${state ?? 'not connected'}`)
    })
    // This commit waits for the standby, and so for everything before it.
    await askFor(from, "select pg_logical_emit_message(true, 'chaos', '')::text as state")
    return { cluster, proxy }
  }

  async function promote(isIsolated: boolean, began: () => void): Promise<void> {
    const { cluster, proxy } = await standby
    began()
    if (isIsolated) {
      proxy.setStalled(true)
      await wait(2_000)
      primary.kill('the postmaster')
      await wait(3_000)
    }
    primary.lose()
    proxy.cut('reset')
    // Asked again, as the manager of a cluster does: the standby may have been killed just before.
    await repeat(120, async () => {
      await askFor(cluster, 'select case when pg_is_in_recovery() then pg_promote() end::text as state')
    })
    cluster.waitFor('')
    const lost = primary
    primary = cluster
    nodes.moveTo(primary.urlOf('app'))
    await proxy.close()
    rmSync(lost.place.data, { recursive: true, force: true })
    standby = addStandby()
    standby.catch(() => undefined)
  }

  async function inject(fault: Fault, began: () => void): Promise<void> {
    if (await nodes.inject(fault)) return
    if (fault.kind === 'kill database') return primary.kill(fault.victims)
    if (fault.kind === 'promote') {
      promotions = promotions.then(() => promote(fault.isolated, began))
      return await promotions
    }
    const { cluster, proxy } = await standby
    if (fault.kind === 'kill standby') return cluster.kill('the postmaster')
    if (fault.kind !== 'stall replication') throw new Error(`There is no ${fault.kind} with a standby`)
    proxy.setStalled(true)
    await wait(fault.ms)
    proxy.setStalled(false)
  }

  return {
    urls: nodes.nodes.map(({ url }) => url),
    ownerUrl: () => primary.urlOf('owner'),
    dataFolders,
    auditSecret: sharedSecrets.AUDIT_SECRET,
    inject,
    untilReady: (maxSeconds) => untilReady(nodes.nodes, maxSeconds),
    untilWhole: async (maxSeconds) => {
      await promotions
      await standby
      return await untilReady(nodes.nodes, maxSeconds)
    },
    stop: async () => {
      await nodes.stop()
      const last = await standby.catch(() => null)
      await last?.cluster.stop()
      last?.proxy.cut('reset')
      await last?.proxy.close()
      await primary.stop()
    },
  }
}

async function askFor({ urlOf }: SupervisedCluster, question: string): Promise<string | undefined> {
  return await withConnection(urlOf('owner', 'postgres'), 'chaos', async (connection) => {
    const { rows } = await connection.query<Record<string, string>>(question)
    return Object.values(rows[0] ?? {})[0]
  })
}

/** Tries until it works, every half second: the primary may be killed at any time. */
async function repeat(times: number, work: () => Promise<void>): Promise<void> {
  for (let left = times; ; left--) {
    try {
      return await work()
    } catch (error) {
      if (left <= 1) throw error
      await wait(500)
    }
  }
}
