import type { ChildProcess } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { serverSettings, thisMachine } from '@coverdesk/embedded-postgres/server-settings.ts'
import {
  type DatabaseVictims,
  killDatabase,
  killWholeDatabase,
} from '@coverdesk/server/src/testing/faults/kill-database.ts'
import {
  type ClusterPlace,
  endProcess,
  spawnCluster,
  untilAnswering,
} from '@coverdesk/server/src/testing/faults/postgres-cluster.ts'

/** Owner of the clusters, and the role and database of the application. */
export const roles = { owner: 'postgres', app: 'coverdesk', password: 'coverdesk' } as const

/** A PostgreSQL of its own, started again after each death as systemd does. */
export interface SupervisedCluster {
  place: ClusterPlace
  /** Address of its socket for a role. */
  urlOf: (role: 'owner' | 'app', database?: string) => string
  kill: (victims: DatabaseVictims) => void
  /** Kills all of it and never starts it again, as when its machine is lost. */
  lose: () => void
  /** Sets which standby each commit waits for; none with ''. */
  waitFor: (standby: string) => void
  stop: () => Promise<void>
}

const restartPauseMs = 300
/** Read last, so that it also overrides what a copy brought along. */
const ownFile = 'chaos.conf'

/** Starts PostgreSQL on a place with files and waits until it answers. */
export async function superviseCluster(place: ClusterPlace): Promise<SupervisedCluster> {
  let isOver = false
  include(place)
  let child = start()

  function start(): ChildProcess {
    const started = spawnCluster(place, settingsOf(place))
    started.once('exit', () => void restart())
    return started
  }

  async function restart(): Promise<void> {
    await wait(restartPauseMs)
    if (!isOver) child = start()
  }

  const urlOf = (role: 'owner' | 'app', database: string = roles.app) => socketUrl(place, roles[role], database)
  await untilAnswering(urlOf('owner', 'postgres'))
  return {
    place,
    urlOf,
    kill: (victims) => void killDatabase(place.data, victims),
    lose: () => {
      isOver = true
      killWholeDatabase(place.data)
    },
    waitFor: (standby) => {
      writeWaiting(place, standby)
      child.kill('SIGHUP')
    },
    stop: async () => {
      isOver = true
      await endProcess(child)
    },
  }
}

/** As the embedded database is set, with what a standby needs. */
function settingsOf({ data }: ClusterPlace): Record<string, string> {
  return {
    ...serverSettings(thisMachine(data)),
    shared_buffers: '128MB',
    max_connections: '200',
    max_wal_size: '512MB',
    min_wal_size: '80MB',
    // To flush each file of a copy or after a crash took up to ten seconds of a shared disk.
    recovery_init_sync_method: 'syncfs',
    hot_standby: 'on',
    wal_receiver_timeout: '5s',
    wal_sender_timeout: '10s',
    wal_retrieve_retry_interval: '500ms',
  }
}

function include(place: ClusterPlace): void {
  const file = join(place.data, 'postgresql.conf')
  const text = readFileSync(file, 'utf8')
  if (!text.includes(ownFile)) writeFileSync(file, `${text}\ninclude = '${ownFile}'\n`)
  writeWaiting(place, '')
}

function writeWaiting({ data }: ClusterPlace, standby: string): void {
  writeFileSync(join(data, ownFile), `synchronous_standby_names = '${standby}'\n`, { mode: 0o644 })
}

function socketUrl({ run }: ClusterPlace, role: string, database: string): string {
  return `postgresql://${role}:${roles.password}@${encodeURIComponent(run)}:5432/${database}`
}
