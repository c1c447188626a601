import { createHash } from 'node:crypto'
import { amountOf } from '@coverdesk/domain/fields/amount.ts'
import { knownProfiles, plainProfile } from '@coverdesk/domain/uploads/known-profiles.ts'
import { copyRows } from '../../platform/db/bulk-load.ts'
import type { LentConnection } from '../../platform/db/connection.ts'
import { batchMonth, type DemoBatch, filesPerCarrier } from './demo-batches.ts'
import { demoCarriers, issuerIdsOf } from './demo-carriers.ts'
import type { DemoWorld } from './demo-policies.ts'
import type { BookFiles } from './seed-book.ts'

/** Real layouts of carriers whose files are known. */
const profiles = new Map([
  ['Ambetter', knownProfiles.Ambetter],
  ['Molina', knownProfiles.Molina],
  ['Oscar', knownProfiles.Oscar],
])

/** Inserts the carriers, the profiles of those with files, and their past imports with counts. */
export async function seedCarriers(client: LentConnection, world: DemoWorld): Promise<void> {
  await copyRows(
    client,
    'carriers (id, name, code, portal_url)',
    demoCarriers.map(({ id, name, code, portalUrl }) => [String(id), name, code, portalUrl]),
  )
  await copyRows(
    client,
    'carrier_names (carrier_id, kind, name)',
    demoCarriers.flatMap(({ id, aliases }) => aliases.map((alias) => [String(id), 'alias', alias])),
  )
  await copyRows(
    client,
    'carrier_issuer_ids (issuer_id, carrier_id, state)',
    demoCarriers.flatMap((carrier) =>
      Object.entries(issuerIdsOf(carrier)).map(([state, id]) => [id, String(carrier.id), state]),
    ),
  )
  const withFiles = demoCarriers.filter(({ id, name }) => profiles.has(name) || world.batchesByCarrier.get(id)?.length)
  await copyRows(
    client,
    'carrier_profiles (carrier_id, kind, version, profile)',
    withFiles.map(({ id, name }) => [String(id), 'policies', '1', JSON.stringify(profiles.get(name) ?? plainProfile)]),
  )
}

/** Rows that two imports rejected: line, heading, value, reason. */
const refusedRows = [
  ['18', 'Member Date Of Birth', '02/30/1987', 'Must be valid date'],
  ['77', 'Monthly Premium Amount', 'TBD', 'Must be an amount such as 1234.50'],
  ['140', 'Insured Last Name', '', 'Required, empty'],
] as const

/** Inserts the past imports after the policies; the files are the result of seedBook, `userId` the importing user. */
export async function seedLoads(
  client: LentConnection,
  world: DemoWorld,
  { counts, statements, userId }: BookFiles & { userId: number },
): Promise<void> {
  const present = new Map<number, number>()
  const loads = world.batches.map((batch) => {
    const { fresh, changed, missing } = counts.get(batch.id) ?? { fresh: 0, changed: 0, missing: 0 }
    const rows = (present.get(batch.carrierId) ?? 0) + fresh - missing
    present.set(batch.carrierId, rows)
    const refused = hasRefusals(batch) && rows > 200 ? refusedRows.length : 0
    return { batch, runId: runIdOf(hashOf(batch)), fresh, changed, missing, refused, rows: rows + refused }
  })
  await insertLoads(client, userId, [
    ...loads.map(
      ({ batch, runId, fresh, changed, missing, refused, rows }): Load => ({
        id: batch.id,
        runId,
        kind: 'policies',
        carrierId: batch.carrierId,
        month: batchMonth(batch),
        fileName: batch.fileName,
        hash: hashOf(batch),
        amount: null,
        loadedAt: batch.loadedAt,
        counts: { rows, new: fresh, changed, unchanged: rows - fresh - changed - refused, missing, refused },
      }),
    ),
    ...statements.map((statement): Load => {
      const { id, carrierId, month, fileName, loadedAt, lines, sum } = statement
      const hash = hashOf({ fileName, loadedOn: loadedAt })
      const counts = { rows: lines, new: lines, changed: 0, unchanged: 0, missing: 0, refused: 0 }
      const amount = amountOf(sum)
      return {
        id,
        runId: runIdOf(hash),
        kind: 'commissions',
        carrierId,
        month,
        fileName,
        hash,
        amount,
        loadedAt,
        counts,
      }
    }),
  ])
  await copyRows(
    client,
    'import_refusals (run_id, line, position, column_name, value, reason)',
    loads
      .filter(({ refused }) => refused > 0)
      .flatMap(({ runId }) =>
        refusedRows.map(([line, column, value, reason]) => [runId, line, '0', column, value, reason]),
      ),
  )
}

/** A past import. */
interface Load {
  id: number
  runId: string
  kind: 'policies' | 'commissions'
  carrierId: number
  month: string
  fileName: string
  hash: Buffer
  amount: string | null
  loadedAt: string
  counts: { rows: number; new: number; changed: number; unchanged: number; missing: number; refused: number }
}

async function insertLoads(client: LentConnection, userId: number, loads: readonly Load[]): Promise<void> {
  await copyRows(
    client,
    `import_batches (id, run_id, kind, carrier_id, month, file_name, file_hash, bytes, profile_version, rows_read,
      rows_new, rows_changed, rows_unchanged, rows_missing, rows_refused, amount, loaded_at, loaded_by)`,
    loads.map(({ id, runId, kind, carrierId, month, fileName, hash, amount, loadedAt, counts }) => [
      String(id),
      runId,
      kind,
      String(carrierId),
      month,
      fileName,
      `\\x${hash.toString('hex')}`,
      String(bytesOf(counts.rows)),
      '1',
      String(counts.rows),
      String(counts.new),
      String(counts.changed),
      String(counts.unchanged),
      String(counts.missing),
      String(counts.refused),
      amount ?? '',
      loadedAt,
      String(userId),
    ]),
  )
  await copyRows(
    client,
    `import_runs (id, kind, dry_run, state, stage, carrier_id, month, file_name, bytes, bytes_expected, rows_read,
      rows_written, outcome, batch_id, started_by, started_at, beat_at, finished_at)`,
    loads.map(({ id, runId, kind, carrierId, month, fileName, loadedAt, counts }) => [
      runId,
      kind,
      'f',
      'loaded',
      'finishing',
      String(carrierId),
      month,
      fileName,
      String(bytesOf(counts.rows)),
      String(bytesOf(counts.rows)),
      String(counts.rows),
      String(counts.new + counts.changed),
      outcomeOf(counts),
      String(id),
      String(userId),
      loadedAt,
      loadedAt,
      loadedAt,
    ]),
  )
}

/** The second- and third-newest files of Ambetter. */
function hasRefusals({ carrierId, at }: DemoBatch): boolean {
  return carrierId === 1 && (at === filesPerCarrier - 2 || at === filesPerCarrier - 4)
}

function outcomeOf(counts: object): string {
  const nothing = {
    headings: [],
    ignoredColumns: [],
    problems: [],
    agentChanges: [],
    commissions: null,
    stageSeconds: {},
  }
  return JSON.stringify({ counts, ...nothing })
}

function bytesOf(rows: number): number {
  return 420 + rows * 238
}

function hashOf({ fileName, loadedOn }: Pick<DemoBatch, 'fileName' | 'loadedOn'>): Buffer {
  return createHash('sha256').update(`${fileName} ${loadedOn}`).digest()
}

/** A deterministic UUID in version 4 form. */
function runIdOf(hash: Buffer): string {
  const hex = hash.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
