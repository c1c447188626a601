import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { runningDatabase } from '@coverdesk/embedded-postgres/running-database.ts'
import { databaseProduct } from '@coverdesk/server/src/platform/config/database-product.ts'
import { loadSecretsFile } from '@coverdesk/server/src/platform/config/secrets-file.ts'
import { killDatabase } from '@coverdesk/server/src/testing/faults/kill-database.ts'
import { fillDisk } from '@coverdesk/server/src/testing/faults/small-disk.ts'
import type { Fault } from '../faults/fault-schedule.ts'
import { startApplicationNode } from './application-node.ts'
import type { Topology } from './topology.ts'
import { untilReady } from './until-ready.ts'

/** One node with its own PostgreSQL on the data folder `dataDir`; `disk` is its small disk, if it has one that may be filled. */
export async function startEmbedded(folder: string, dataDir: string, disk: string | null): Promise<Topology> {
  const node = await startApplicationNode(folder, 'embedded', { DATA_DIR: dataDir, DATABASE_URL: '', ...noBackups })
  const secrets = loadSecretsFile(dataDir)
  const cluster = join(dataDir, 'postgres')

  async function inject(fault: Fault): Promise<void> {
    switch (fault.kind) {
      case 'kill application':
        return node.kill()
      case 'kill database':
        return void killDatabase(cluster, fault.victims)
      case 'kill both':
        node.kill()
        return void killDatabase(cluster, 'the postmaster')
      case 'cut clients':
        return node.cut()
      case 'stall clients':
        return await node.stall(fault.ms)
      case 'step clock':
        return await node.stepClock(fault.seconds)
      case 'fill disk':
        if (disk === null) throw new Error('only root may make a small disk')
        return await fillFor(disk, fault.ms)
      default:
        throw new Error(`There is no ${fault.kind} with an embedded database`)
    }
  }

  return {
    urls: [node.url],
    ownerUrl: () => {
      const url = runningDatabase(databaseProduct, dataDir, secrets.databaseOwner)
      if (url === null) throw new Error('The database is not running')
      return url
    },
    dataFolders: [dataDir],
    auditSecret: secrets.audit,
    inject,
    untilReady: (maxSeconds) => untilReady([node], maxSeconds),
    untilWhole: (maxSeconds) => untilReady([node], maxSeconds),
    stop: () => node.stop(),
  }
}

/** A base backup would take the small disk, and the machine from the users. */
const noBackups = { BACKUP_EVERY_HOURS: 'off', BACKUP_CONTINUOUS: 'off', BACKUP_PROVE_HOURS: 'off' }

/** Keeps a disk full to its last byte for a while, whatever is freed on it. */
async function fillFor(disk: string, ms: number): Promise<void> {
  const end = performance.now() + ms
  const files: string[] = []
  try {
    do {
      const file = join(disk, `filler-${files.length}`)
      files.push(file)
      fillDisk(file, 0)
      await wait(200)
    } while (performance.now() < end)
  } finally {
    for (const file of files) if (existsSync(file)) rmSync(file)
  }
}
