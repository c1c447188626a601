import { setTimeout as wait } from 'node:timers/promises'
import { runningDatabase } from '@coverdesk/embedded-postgres/running-database.ts'
import { verifyAudit } from '../../audit/chain/verify-audit.ts'
import type { Config } from '../../platform/config/config.ts'
import { databaseProduct } from '../../platform/config/database-product.ts'
import { type Connection, quotedName, withConnection } from '../../platform/db/connection.ts'
import { inThrowAwayDatabase } from '../../platform/installation/throw-away-database.ts'
import { BootFailure, hasCode } from '../../platform/runtime/boot-failure.ts'
import { openSealed } from '../../platform/secrets/open-sealed.ts'
import { fieldSealer } from '../../platform/secrets/sealed-field.ts'
import type { TableProof } from '../backup-contents.ts'
import { type BackupSettings, backupSecrets } from '../backup-secrets.ts'
import type { Proof } from '../prove-backup.ts'
import { plainSettings, proofOf, type TableShape, tableShapes } from '../table-shapes.ts'
import { archivesFolder } from './archive-slot.ts'
import { currentCovered } from './covered-note.ts'
import { restoreMoment } from './restore-moment.ts'

type Settings = BackupSettings & Pick<Config, 'backupDir' | 'dataDir' | 'database' | 'offSite'>

/** Rows and sums of each table at a moment. */
interface Moment {
  at: Date
  tables: { shape: TableShape; proof: TableProof }[]
}

/** Attempts to find a moment without a write, 100 ms apart. */
const maxTries = 600
/** Longer than the interval of the archive. */
const archivedWithinMs = 3 * 60_000
/** Between the moment and the next write, whose times have other fractions. */
const settleMs = 20

/**
 * Restores the base backup and the archive of the log to a moment of the running database in a throw-away one: rows and sums of
 * each table are those of that moment, every sealed field opens and the audit record is whole (P-88). Throws a BootFailure
 * when something is not.
 */
export async function proveArchive(
  config: Settings,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<Proof & { at: Date }> {
  const { database, dataDir, backupDir } = config
  if (database.kind === 'external') throw new BootFailure('Only an embedded database has an archive of its log.')
  const url = runningDatabase(databaseProduct, dataDir, database.ownerPassword)
  if (!url) throw new BootFailure('The server does not run on this data folder. The proof compares with its database.')
  const secrets = backupSecrets(config)
  const moment = await quietMoment(url, signal)
  await untilArchived(archivesFolder(backupDir), moment.at, signal)
  const filled = {
    database,
    fill: (folder: string) => restoreMoment({ ...config, dataDir: folder }, moment.at, false, say),
  }
  // The restore checks the space itself.
  const options = { say, signal, checkSpace: async () => undefined, filled }
  return await inThrowAwayDatabase(dataDir, options, async (restored, folder) => {
    await withConnection(restored, 'proof', (connection) => compare(connection, moment))
    const sealedFields = await openSealed(restored, fieldSealer(secrets.field, secrets.fieldEarlier))
    const { problems, events } = await verifyAudit(restored, { auditSecret: secrets.audit, dataDir: folder })
    if (problems.length > 0)
      throw new BootFailure(`The archived audit record was altered in ${problems.length} places: ${problems[0]}`)
    const rows = moment.tables.reduce((sum, { proof }) => sum + proof.rows, 0)
    return { at: moment.at, rows, events, sealedFields }
  })
}

/**
 * Counts all tables as of a moment at which nothing is written: their locks are taken together or not at all, and held only
 * until the snapshot of the counts begins, so that writers wait no longer than that.
 */
async function quietMoment(url: string, signal: AbortSignal): Promise<Moment> {
  return await withConnection(url, 'proof', (reader) =>
    withConnection(url, 'proof', async (locker) => {
      const shapes = await tableShapes(reader)
      const names = shapes.map(({ name }) => quotedName(name)).join(', ')
      for (let tries = 0; tries < maxTries; tries++) {
        signal.throwIfAborted()
        const at = await beginAtMoment(reader, locker, names)
        if (at) {
          const tables: Moment['tables'] = []
          for (const shape of shapes) tables.push({ shape, proof: await proofOf(reader, shape) })
          await reader.query('rollback')
          return { at, tables }
        }
        await wait(100)
      }
      throw new BootFailure('The archive was not proven: the database was written to without a pause for a minute.')
    }),
  )
}

/** Begins the reader's transaction at a moment without a write; null when a transaction writes now. */
async function beginAtMoment(reader: Connection, locker: Connection, names: string): Promise<Date | null> {
  await reader.query('begin isolation level repeatable read read only')
  await plainSettings(reader)
  await locker.query('begin')
  try {
    await locker.query(`lock table ${names} in share mode nowait`)
    const { rows } = await reader.query<{ ms: number }>(
      'select ceil(extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
    )
    await wait(settleMs)
    await locker.query('rollback')
    return new Date(rows[0]?.ms ?? Number.NaN)
  } catch (error) {
    await locker.query('rollback')
    await reader.query('rollback')
    if (!hasCode(error, '55P03')) throw error
    return null
  }
}

async function untilArchived(archives: string, at: Date, signal: AbortSignal): Promise<void> {
  const end = Date.now() + archivedWithinMs
  while (Date.now() < end) {
    signal.throwIfAborted()
    const note = await currentCovered(archives)
    if (note?.base && Date.parse(note.until) > at.getTime()) return
    await wait(1_000)
  }
  throw new BootFailure(
    `The archive in ${archives} did not reach ${at.toISOString()} within three minutes, or has no base backup.`,
  )
}

async function compare(connection: Connection, { at, tables }: Moment): Promise<void> {
  await connection.query('begin')
  await plainSettings(connection)
  for (const { shape, proof } of tables) {
    const found = await proofOf(connection, shape)
    if (JSON.stringify(found) !== JSON.stringify(proof))
      throw new BootFailure(
        `What the archive gives back of ${shape.name} is not what was there at ${at.toISOString()}: ${found.rows} rows instead of ${proof.rows}, or other sums.`,
      )
  }
  await connection.query('rollback')
}
