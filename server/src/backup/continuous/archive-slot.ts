import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { parseLsn } from '@coverdesk/embedded-postgres/continuous/wal-position.ts'
import type { Connection } from '../../platform/db/connection.ts'

/**
 * Replication slot that makes the server retain the log until it is archived. Its random name is that of the archive: a
 * cluster that was restored from it has no slot and begins an archive of its own.
 */
export interface ArchiveSlot {
  name: string
  position: bigint
}

const prefix = 'coverdesk_archive_'

/** Folder with the archives of all slots. */
export const archivesFolder = (backupDir: string): string => join(backupDir, 'continuous')
export const archiveFolder = (backupDir: string, { name }: Pick<ArchiveSlot, 'name'>): string =>
  join(archivesFolder(backupDir), name.slice(prefix.length))

/** The slot of this cluster; null without one, or when the server had to give up the log that it retained. */
export async function findSlot(connection: Connection): Promise<ArchiveSlot | null> {
  const { rows } = await connection.query<{ name: string; position: string | null; status: string | null }>(
    `select slot_name as name, restart_lsn::text as position, wal_status as status
     from pg_replication_slots where starts_with(slot_name, $1) order by slot_name limit 1`,
    [prefix],
  )
  const [row] = rows
  return row?.position && row.status !== 'lost' ? { name: row.name, position: parseLsn(row.position) } : null
}

/** Replaces the slot by a new one, which begins a new archive. */
export async function renewSlot(connection: Connection): Promise<ArchiveSlot> {
  await dropSlots(connection)
  const name = prefix + randomBytes(8).toString('hex')
  const { rows } = await connection.query<{ position: string }>(
    'select lsn::text as position from pg_create_physical_replication_slot($1, true)',
    [name],
  )
  return { name, position: parseLsn(rows[0]?.position ?? '') }
}

/** Lets the server remove the log as it likes. */
export async function dropSlots(connection: Connection): Promise<void> {
  await connection.query(
    'select pg_drop_replication_slot(slot_name) from pg_replication_slots where starts_with(slot_name, $1) and not active',
    [prefix],
  )
}
