import { setTimeout as wait } from 'node:timers/promises'
import { openTestDatabaseProxy } from '@coverdesk/server/src/testing/test-database-proxy.ts'
import type { Fault } from '../faults/fault-schedule.ts'
import { type ApplicationNode, startApplicationNode } from './application-node.ts'
import { roles, type SupervisedCluster } from './supervised-cluster.ts'
import type { Topology } from './topology.ts'
import { untilReady } from './until-ready.ts'

/** The secrets that all nodes of an installation share. */
export const sharedSecrets = {
  TOKEN_SECRET: 'a-token-secret-of-chaos-0123456789-abcdefghijk',
  FIELD_SECRET: 'a-field-secret-of-chaos-0123456789-abcdefghijk',
  AUDIT_SECRET: 'an-audit-secret-of-chaos-0123456789-abcdefghi',
}

type Proxy = Awaited<ReturnType<typeof openTestDatabaseProxy>>

/** Nodes that reach one database, each by a proxy of its own, with the faults of nodes and of their connections. */
export interface NodesOnDatabase {
  nodes: readonly ApplicationNode[]
  /** Breaks a node or its connections; false for a fault of something else. */
  inject: (fault: Fault) => Promise<boolean>
  /** Leads all nodes to another database. */
  moveTo: (url: string) => void
  stop: () => Promise<void>
}

/** Starts a node for each data folder on the database at `url`. */
export async function startNodes(
  folder: string,
  dataFolders: readonly string[],
  url: string,
): Promise<NodesOnDatabase> {
  const proxies: Proxy[] = []
  const nodes: ApplicationNode[] = []
  for (const [at, dataDir] of dataFolders.entries()) {
    const proxy = await openTestDatabaseProxy(url)
    proxies.push(proxy)
    const settings = { DATA_DIR: dataDir, DATABASE_URL: addressOf(proxy), ...sharedSecrets }
    nodes.push(await startApplicationNode(folder, `node-${at + 1}`, settings))
  }

  async function inject(fault: Fault): Promise<boolean> {
    if (!('node' in fault)) return false
    const [node, proxy] = [nodes[fault.node], proxies[fault.node]]
    if (!node || !proxy) throw new Error(`There is no node ${fault.node}`)
    if (fault.kind === 'kill application') node.kill()
    else if (fault.kind === 'cut clients') node.cut()
    else if (fault.kind === 'stall clients') await node.stall(fault.ms)
    else if (fault.kind === 'step clock') await node.stepClock(fault.seconds)
    else if (fault.kind === 'cut database') proxy.cut('reset')
    else if (fault.kind === 'stall database') {
      proxy.setStalled(true)
      await wait(fault.ms)
      proxy.setStalled(false)
    } else return false
    return true
  }

  return {
    nodes,
    inject,
    moveTo: (next) => {
      for (const proxy of proxies) {
        proxy.setTarget(next)
        proxy.cut('reset')
      }
    },
    stop: async () => {
      await Promise.all(nodes.map((node) => node.stop()))
      for (const proxy of proxies) proxy.cut('reset')
      await Promise.all(proxies.map((proxy) => proxy.close()))
    },
  }
}

function addressOf({ url }: Proxy): string {
  const address = new URL(url)
  return `postgresql://${roles.app}:${roles.password}@${address.host}/${roles.app}`
}

/** Two nodes on one PostgreSQL. */
export async function startTwoNodes(
  folder: string,
  dataFolders: readonly string[],
  cluster: SupervisedCluster,
): Promise<Topology> {
  const nodes = await startNodes(folder, dataFolders, cluster.urlOf('app'))

  async function inject(fault: Fault): Promise<void> {
    if (await nodes.inject(fault)) return
    if (fault.kind === 'kill database') return cluster.kill(fault.victims)
    if (fault.kind === 'kill both') {
      nodes.nodes[fault.node]?.kill()
      return cluster.kill('the postmaster')
    }
    throw new Error(`There is no ${fault.kind} with two nodes on one PostgreSQL`)
  }

  return {
    urls: nodes.nodes.map(({ url }) => url),
    ownerUrl: () => cluster.urlOf('owner'),
    dataFolders,
    auditSecret: sharedSecrets.AUDIT_SECRET,
    inject,
    untilReady: (maxSeconds) => untilReady(nodes.nodes, maxSeconds),
    untilWhole: (maxSeconds) => untilReady(nodes.nodes, maxSeconds),
    stop: async () => {
      await nodes.stop()
      await cluster.stop()
    },
  }
}
