import { createHash } from 'node:crypto'
import { sealNow } from '../audit/chain/seal-now.ts'
import { commandSource, writeAuditOn } from '../platform/audit/audit.ts'
import { type Connection, withConnection } from '../platform/db/connection.ts'
import { copyIn, copyOut } from '../platform/db/copy-pieces.ts'
import { migrate, migrateAgain } from '../platform/db/migrate.ts'
import { proveAuditSecretOn } from '../platform/installation/audit-secret-check.ts'
import { BootFailure } from '../platform/runtime/boot-failure.ts'
import { proveFieldSecret } from '../platform/secrets/prove-field-secret.ts'
import { fieldSealer } from '../platform/secrets/sealed-field.ts'
import type { Contents } from './backup-contents.ts'
import type { BackupSecrets } from './coverdesk-backup.ts'
import { emptyTables } from './empty-tables.ts'
import { type CheckedBackup, readBackup } from './read-backup.ts'
import { resetAfterRestore } from './reset-after-restore.ts'
import { copied, isEmpty, plainSettings, proofOf, type TableShape, tableShapes } from './table-shapes.ts'

/**
 * Fills an empty database from a backup that `checkBackup` has read, in one transaction: what does not come back to the
 * last byte is not there at all. Proven before it is committed: the number of rows and the sums of the amounts, counted again;
 * the rows themselves, read out again; and all references. Throws a BootFailure when the database is not empty.
 */
export async function restoreBackup(
  url: string,
  file: string,
  checked: CheckedBackup,
  secrets: BackupSecrets,
  say: (line: string) => void,
): Promise<void> {
  const { contents, head } = checked
  await withConnection(url, 'restore', async (connection) => {
    await connection.query('begin')
    await plainSettings(connection)
    if (!(await isEmpty(connection)))
      throw new BootFailure(
        'The database holds something already. A backup is only restored into a new data folder or an empty database. Nothing was changed.',
      )
    await migrateAgain(connection, contents.migrations)
    const shapes = await tableShapes(connection)
    refuseOtherTables(shapes, contents)
    const aside = await emptyTables(
      connection,
      shapes.map(({ name }) => name),
    )
    say(`Loading ${contents.tables.length} tables …`)
    await load(connection, file, shapes, secrets)
    await moveSequences(connection, contents.sequences)
    say(`Making ${aside.count} indexes and proving all references …`)
    await aside.putBack()
    say('Comparing what came back with what was saved …')
    for (const shape of shapes) await compare(connection, shape, checked)
    await resetAfterRestore(connection)
    await proveAuditSecretOn(connection, secrets.audit)
    await writeAuditOn(connection, commandSource(secrets.audit), {
      action: 'import',
      entity: 'Backup',
      outcome: 'done',
      facts: { madeAt: head.madeAt, rows: rowsIn(contents) },
    })
    await connection.query('analyze')
    await connection.query('commit')
  })
  await proveFieldSecret(url, fieldSealer(secrets.field, secrets.fieldEarlier))
  const newer = await migrate(url)
  if (newer.length > 0) say(`The database was brought up to date (${newer.length} migrations).`)
  await sealNow(url, secrets.audit)
}

/** How many rows a backup holds. */
export const rowsIn = ({ tables }: Contents): number => tables.reduce((sum, { proof }) => sum + proof.rows, 0)

function refuseOtherTables(shapes: readonly TableShape[], { tables }: Contents): void {
  const shape = ({ name, columns }: Pick<TableShape, 'name' | 'columns'>) => `${name} (${columns.join()})`
  const there = new Set(shapes.map(shape))
  const strange = tables.find((table) => !there.has(shape(table)))
  if (strange || shapes.length !== tables.length)
    throw new BootFailure(
      `The backup does not fit this version of Coverdesk: ${strange ? `its table ${strange.name} is another here` : 'a table is missing in it'}. Nothing was changed.`,
    )
}

async function load(
  connection: Connection,
  file: string,
  shapes: readonly TableShape[],
  secrets: BackupSecrets,
): Promise<void> {
  await readBackup(file, secrets, {
    contents: async () => undefined,
    table: async (name, rows) => {
      const shape = shapes.find((candidate) => candidate.name === name)
      if (!shape) throw new Error(`The backup holds rows of ${name}, which it did not name`)
      await copyIn(connection, copied(shape), rows)
    },
  })
}

async function moveSequences(connection: Connection, sequences: Contents['sequences']): Promise<void> {
  await connection.query(
    `select case when s.last is null then setval(s.name::regclass, q.seqstart, false) else setval(s.name::regclass, s.last::bigint) end
     from jsonb_to_recordset($1::jsonb) as s (name text, last text) join pg_sequence q on q.seqrelid = s.name::regclass`,
    [JSON.stringify(sequences)],
  )
}

async function compare(
  connection: Connection,
  shape: TableShape,
  { contents, digests }: Pick<CheckedBackup, 'contents' | 'digests'>,
): Promise<void> {
  const { name } = shape
  const saved = contents.tables.find((table) => table.name === name)?.proof
  const found = await proofOf(connection, shape)
  const hash = createHash('sha256')
  for await (const bytes of copyOut(connection, copied(shape))) hash.update(bytes)
  if (JSON.stringify(found) === JSON.stringify(saved) && hash.digest('hex') === digests[name]) return
  throw new BootFailure(
    `What came back of ${name} is not what was saved: ${found.rows} rows instead of ${saved?.rows}. Nothing was changed.`,
  )
}
