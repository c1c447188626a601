import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import { databaseAnswers } from '../db/cluster/database-answers.ts'
import { exportConnections, type PoolCounts, poolOf } from '../db/database.ts'
import type { Gauge } from './gauge.ts'

/** Connection pool, database, replication and disk. */
export const databaseGauges: readonly Gauge[] = [
  // Read first: the queries of the other gauges take connections themselves.
  {
    name: 'database_connections',
    help: 'Connections of the pool for requests. Waiting: tasks without a connection.',
    label: 'state',
    withoutDatabase: true,
    read: async ({ db }) => samplesOf(poolOf(db)),
  },
  {
    name: 'export_connections',
    help: 'Connections of the pool for exports. Waiting: exports without a connection.',
    label: 'state',
    withoutDatabase: true,
    read: async ({ db }) => samplesOf(exportConnections(db).pool),
  },
  {
    name: 'standby_connections',
    help: 'Connections of the pool for reads from the standby. Waiting: reads without a connection.',
    label: 'state',
    withoutDatabase: true,
    read: async ({ standby }) => (standby ? samplesOf(standby.pool()) : []),
  },
  {
    name: 'database_up',
    help: 'Whether the database answers a query.',
    withoutDatabase: true,
    read: async ({ db }) => [{ value: (await databaseAnswers(db)) ? 1 : 0 }],
  },
  {
    name: 'standby_up',
    help: 'Whether the server of DATABASE_REPLICA_URL answers, and as a standby.',
    withoutDatabase: true,
    read: async ({ standby }) => (standby ? [{ value: (await standby.answers()) ? 1 : 0 }] : []),
  },
  {
    name: 'replication_lag_seconds',
    help: 'Delay until a standby has replayed a change. Needs pg_monitor for the role of the application.',
    label: 'standby',
    read: async ({ db }) => {
      const { rows } = await sql<{ label: string; value: number }>`
        select coalesce(nullif(application_name, ''), pid::text) as label,
          extract(epoch from replay_lag)::float8 as value
        from pg_stat_replication where replay_lag is not null`.execute(db)
      return rows
    },
  },
  {
    name: 'disk_free_bytes',
    withoutDatabase: true,
    help: 'Free space under the data folder of the embedded database.',
    read: async ({ config }) => {
      if (config.database.kind === 'external') return []
      const { bavail, bsize } = await statfs(config.dataDir)
      return [{ value: bavail * bsize }]
    },
  },
  {
    name: 'disk_size_bytes',
    withoutDatabase: true,
    help: 'Size of the disk under the data folder of the embedded database.',
    read: async ({ config }) => {
      if (config.database.kind === 'external') return []
      const { blocks, bsize } = await statfs(config.dataDir)
      return [{ value: blocks * bsize }]
    },
  },
]

const samplesOf = ({ totalCount, idleCount, waitingCount }: PoolCounts) => [
  { label: 'busy', value: totalCount - idleCount },
  { label: 'idle', value: idleCount },
  { label: 'waiting', value: waitingCount },
]
