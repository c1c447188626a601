import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { hasCode } from '../database-failure.ts'

/** Start of a copy of a running cluster, before its files are read. */
export interface BaseBackupStart {
  timeline: number
  segmentBytes: number
  startLsn: string
  /** Size of all databases. */
  bytes: number
}

/** End of a copy: from `stopLsn` on, with the log from `startLsn` to it, the copy is consistent. */
export interface BaseBackupEnd {
  stopLsn: string
  endedAt: Date
  /** Contents of `backup_label`, which belongs to the copied files. */
  label: string
}

/** File or, with a slash at its end, folder of a cluster. */
export interface ClusterFile {
  path: string
  bytes: AsyncIterable<Buffer>
}

/** Folders whose contents belong to the running server (PostgreSQL manual, 'Making a base backup'). */
const emptied = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const skipped = /^(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*|backup_label(\.old)?|tablespace_map(\.old)?)$/

/** Begins a copy; the connection of a superuser must stay open until `endBaseBackup`. */
export async function beginBaseBackup(connection: pg.ClientBase): Promise<BaseBackupStart> {
  const { rows } = await connection.query<{ lsn: string; segment: string; segment_bytes: string; bytes: string }>(
    `with started as materialized (select pg_backup_start('base backup', fast => true) as lsn)
     select lsn::text, pg_walfile_name(lsn) as segment, pg_size_bytes(current_setting('wal_segment_size')) as segment_bytes,
       (select sum(pg_database_size(oid)) from pg_database) as bytes
     from started`,
  )
  const [row] = rows
  if (!row) throw new Error('The server did not begin a base backup')
  return {
    timeline: Number.parseInt(row.segment.slice(0, 8), 16),
    segmentBytes: Number(row.segment_bytes),
    startLsn: row.lsn,
    bytes: Number(row.bytes),
  }
}

/** Files of the cluster, which may change while they are read: the log makes up for that. Throws for what it cannot read. */
export async function* clusterFiles(cluster: string): AsyncGenerator<ClusterFile> {
  let control = false
  for await (const path of pathsIn(cluster, '')) {
    if (path === 'global/pg_control') control = true
    else yield { path, bytes: path.endsWith('/') ? nothing() : bytesOf(join(cluster, path)) }
  }
  if (!control) throw new Error(`There is no global/pg_control in ${cluster}`)
  // Last, so that it is not older than any other file.
  yield { path: 'global/pg_control', bytes: bytesOf(join(cluster, 'global/pg_control')) }
}

/** Ends a copy without waiting for an archive of the log. */
export async function endBaseBackup(connection: pg.ClientBase): Promise<BaseBackupEnd> {
  const { rows } = await connection.query<{ lsn: string; label: string; at: Date }>(
    'select lsn::text, labelfile as label, clock_timestamp() as at from pg_backup_stop(wait_for_archive => false)',
  )
  const [row] = rows
  if (!row) throw new Error('The server did not end the base backup')
  return { stopLsn: row.lsn, endedAt: row.at, label: row.label }
}

async function* pathsIn(cluster: string, folder: string): AsyncGenerator<string> {
  const entries = await readdir(join(cluster, folder), { withFileTypes: true }).catch((error) => {
    // The server deletes the folder of a dropped database.
    if (folder !== '' && hasCode(error, 'ENOENT')) return []
    throw error
  })
  for (const entry of entries) {
    const path = `${folder}${entry.name}`
    if (skipped.test(entry.name)) continue
    if (entry.isFile()) yield path
    if (!entry.isDirectory()) continue
    yield `${path}/`
    if (!emptied.has(path)) yield* pathsIn(cluster, `${path}/`)
  }
}

const pieceBytes = 1 << 20

/** Bytes of a file up to its length at the start; none for a file that the server has deleted. */
async function* bytesOf(path: string): AsyncGenerator<Buffer> {
  const file = await open(path).catch((error) => {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  })
  if (!file) return
  try {
    const { size } = await file.stat()
    for (let at = 0; at < size; ) {
      const bytes = Buffer.alloc(Math.min(pieceBytes, size - at))
      const { bytesRead } = await file.read(bytes, 0, bytes.length, at)
      if (bytesRead === 0) return
      yield bytes.subarray(0, bytesRead)
      at += bytesRead
    }
  } finally {
    await file.close()
  }
}

async function* nothing(): AsyncGenerator<Buffer> {}
