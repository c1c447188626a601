import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { withConnection } from '@coverdesk/server/src/platform/db/connection.ts'
import { clusterPlace, initCluster } from '@coverdesk/server/src/testing/faults/postgres-cluster.ts'
import { mountSmallDisk } from '@coverdesk/server/src/testing/faults/small-disk.ts'
import { startEmbedded } from './start-embedded.ts'
import { startNodes, startTwoNodes } from './start-two-nodes.ts'
import { startWithStandby } from './start-with-standby.ts'
import { roles, superviseCluster } from './supervised-cluster.ts'
import type { Topology } from './topology.ts'
import type { TopologyName } from './topology-names.ts'
import { untilReady } from './until-ready.ts'

/** Debian's PostgreSQL (`apt-get install postgresql`), newest first. */
const programs = ['18', '17', '16', '15']
  .map((major) => `/usr/lib/postgresql/${major}/bin`)
  .find((path) => existsSync(path))

const maxStartSeconds = 180
/** What fits beside the copied database until the disk is full. */
const smallDiskMb = 1_200

/**
 * Installations that were started and filled once, below `base`. Each run starts on a copy, because making a database and
 * loading all counties takes longer than many a run.
 */
export function preparedInstallations(base: string, fill: (ownerUrl: string) => Promise<void>) {
  const made = new Set<string>()

  async function prepareEmbedded(): Promise<string> {
    const folder = join(base, 'embedded')
    if (made.has(folder)) return folder
    made.add(openFolder(folder))
    const installation = await startEmbedded(folder, join(folder, 'data'), null)
    await installation.untilReady(maxStartSeconds)
    await fill(installation.ownerUrl())
    await installation.stop()
    return folder
  }

  async function preparePostgres(): Promise<string> {
    const folder = join(base, 'postgres')
    if (made.has(folder)) return folder
    made.add(openFolder(folder))
    const place = clusterPlace(postgresPrograms(), join(folder, 'cluster'))
    await initCluster(place, roles.owner)
    const cluster = await superviseCluster(place)
    await withConnection(cluster.urlOf('owner', 'postgres'), 'chaos', async (connection) => {
      await connection.query(`create role ${roles.app} login password '${roles.password}'`)
      await connection.query(`create database ${roles.app} owner ${roles.app}`)
    })
    const dataDir = openFolder(join(folder, 'node-1'))
    const nodes = await startNodes(folder, [dataDir], cluster.urlOf('app'))
    await untilReady(nodes.nodes, maxStartSeconds)
    await fill(cluster.urlOf('owner'))
    await nodes.stop()
    await cluster.stop()
    return folder
  }

  /** Starts a copy below `folder`; `needsDisk` puts it on a small disk that can be filled. */
  async function start(name: TopologyName, folder: string, needsDisk: boolean): Promise<Topology> {
    openFolder(folder)
    if (name === 'embedded') {
      const from = await prepareEmbedded()
      const disk = join(folder, 'disk')
      openFolder(disk)
      const isSmall = needsDisk && mountSmallDisk(disk, smallDiskMb)
      copy(join(from, 'data'), join(disk, 'data'))
      return await started(await startEmbedded(folder, join(disk, 'data'), isSmall ? disk : null))
    }
    const from = await preparePostgres()
    const dataFolders = ['node-1', 'node-2'].map((node) => join(folder, node))
    for (const dataDir of dataFolders) copy(join(from, 'node-1'), dataDir)
    copy(join(from, 'cluster'), join(folder, 'cluster'))
    const cluster = await superviseCluster(clusterPlace(postgresPrograms(), join(folder, 'cluster')))
    const startTopology = name === 'two-nodes' ? startTwoNodes : startWithStandby
    return await started(await startTopology(folder, dataFolders, cluster))
  }

  return { start }
}

async function started(topology: Topology): Promise<Topology> {
  await topology.untilWhole(maxStartSeconds)
  return topology
}

function postgresPrograms(): string {
  if (!programs) throw new Error('Two nodes need Debian’s PostgreSQL: apt-get install postgresql')
  return programs
}

/** Makes a folder that the user of the database may enter. */
function openFolder(folder: string): string {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  return folder
}

function copy(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${from} could not be copied: ${stderr}`)
}
