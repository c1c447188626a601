import { writeBackupFile } from '@coverdesk/sealed-backup/backup-file.ts'
import { part, rowParts } from '@coverdesk/sealed-backup/parts.ts'
import { type Connection, quotedName, withConnection } from '../platform/db/connection.ts'
import { copyOut } from '../platform/db/copy-pieces.ts'
import { BootFailure } from '../platform/runtime/boot-failure.ts'
import type { Contents, Digests } from './backup-contents.ts'
import { type BackupSecrets, coverdeskBackup, newBackupHead } from './coverdesk-backup.ts'
import { copied, plainSettings, proofOf, sequencesOf, type TableShape, tableShapes } from './table-shapes.ts'

/**
 * Writes one snapshot of the database into a new file, compressed and encrypted, online and with constant memory. Returns
 * its contents.
 */
export async function writeBackup(url: string, file: string, secrets: BackupSecrets, madeAt: Date): Promise<Contents> {
  return await withConnection(url, 'backup', async (connection) => {
    const tables = await beginSnapshot(connection)
    const contents = await contentsOf(connection, tables)
    const parts = partsOfAll(connection, tables, contents)
    await writeBackupFile(coverdeskBackup, file, newBackupHead(secrets, madeAt), secrets.backup, parts)
    await connection.query('commit')
    return contents
  })
}

/** Locks the tables before the snapshot, so that no migration truncates or alters one after it. */
async function beginSnapshot(connection: Connection): Promise<TableShape[]> {
  const before = await tableShapes(connection)
  if (before.length === 0) throw new BootFailure('There is nothing to back up: the database holds no tables.')
  await connection.query('begin isolation level repeatable read read only')
  await plainSettings(connection)
  await connection.query(`lock table ${before.map(({ name }) => quotedName(name)).join(', ')} in access share mode`)
  const tables = await tableShapes(connection)
  if (JSON.stringify(tables) !== JSON.stringify(before))
    throw new BootFailure('The database was just brought up to date. Start the backup again.')
  return tables
}

async function contentsOf(connection: Connection, shapes: readonly TableShape[]): Promise<Contents> {
  const { rows: migrations } = await connection.query<Contents['migrations'][number]>(
    'select number, name, checksum from migrations order by number',
  )
  const tables: Contents['tables'] = []
  for (const shape of shapes)
    tables.push({ name: shape.name, columns: shape.columns, proof: await proofOf(connection, shape) })
  return { migrations, tables, sequences: await sequencesOf(connection) }
}

async function* partsOfAll(
  connection: Connection,
  tables: readonly TableShape[],
  contents: Contents,
): AsyncGenerator<Buffer> {
  yield part('contents', JSON.stringify(contents))
  const digests: Digests = {}
  for (const table of tables) {
    yield part('table', table.name)
    digests[table.name] = yield* rowParts(copyOut(connection, copied(table)))
  }
  yield part('digests', JSON.stringify(digests))
}
