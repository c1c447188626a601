import { fail } from '@coverdesk/domain/fail.ts'
import { fieldChanges } from '@coverdesk/domain/history/history-contract.ts'
import { firstOverlap, planNewRate } from '@coverdesk/domain/rates/rate-rules.ts'
import { sql } from 'kysely'
import { changesSince, keepChange, refuseEditConflict } from '../history/record-changes.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { SignedInCall } from '../platform/http/http-call.ts'
import { findPayTerm, type PayTermKind, type PayTermRow, payTerms } from './pay-term-kind.ts'

/**
 * Creates a row. In the same transaction a dated one ends an open earlier row on the day before it starts; any other shared
 * day is refused at the start date with the name of the other row.
 */
export const createPayTerm =
  <Row extends Said & PayTermRow, Said>(kind: PayTermKind<Row, Said>) =>
  (call: SignedInCall, said: Said): Promise<Row> =>
    inTransaction(call.db, async (db) => {
      await kind.lock(db, call, said)
      await makeRoom(db, call, kind, said)
      await kind.check?.(db, said, null)
      const columns = { ...kind.fixed(said, call.user.id), ...kind.columns(said) }
      const names = Object.keys(columns).map((name) => sql.ref(name))
      const { rows } = await sql<{ id: number }>`
        insert into ${sql.table(kind.table)} (${sql.join(names)}) values (${sql.join(Object.values(columns))})
        returning id`.execute(db)
      const saved = await findPayTerm(db, kind, rows[0]?.id ?? fail('server.error'))
      await record(db, call, kind, { before: null, after: saved, action: 'Created' })
      return saved
    })

/** Changes a row; fails with `record.changed` when someone else changed it first (P-74). An unchanged row is not saved. */
export const editPayTerm =
  <Row extends Said & PayTermRow, Said>(kind: PayTermKind<Row, Said>) =>
  (call: SignedInCall, { id, version, ...said }: Partial<Said> & PayTermRow): Promise<Row> =>
    inTransaction(call.db, async (db) => {
      const edited = (row: Row): Row => ({ ...row, ...said })
      await kind.lock(db, call, edited(await findPayTerm(db, kind, id)))
      const before = await findPayTerm(db, kind, id)
      if (before.version !== version) return await refuseEditConflict(db, kind.entity, id, version)
      const after = edited(before)
      await kind.refuseChange?.(db, before, after)
      await refuseOverlap(db, kind, after, id)
      await kind.check?.(db, after, id)
      const set = Object.entries(kind.columns(after)).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
      await sql`update ${sql.table(kind.table)} set ${sql.join(set)} where id = ${id}`.execute(db)
      const changes = fieldChanges(kind.labels, kind.inWords(before), kind.inWords(await findPayTerm(db, kind, id)))
      if (changes.length === 0) return before
      return await finishChange(db, call, kind, { before, action: 'Changed' })
    })

/** Deletes a row that was entered by mistake. */
export const removePayTerm =
  <Row extends Said & PayTermRow, Said>(kind: PayTermKind<Row, Said>) =>
  (call: SignedInCall, { id, version }: PayTermRow): Promise<{ id: number }> =>
    inTransaction(call.db, async (db) => {
      await kind.lock(db, call, await findPayTerm(db, kind, id))
      const before = await findPayTerm(db, kind, id)
      if (before.version !== version) return await refuseEditConflict(db, kind.entity, id, version)
      await kind.refuseChange?.(db, before, null)
      await sql`delete from ${sql.table(kind.table)} where id = ${id}`.execute(db)
      const words = Object.entries(kind.inWords(before)).filter(([, value]) => value !== null)
      await writeAudit(db, call.audit, {
        action: 'delete',
        entity: kind.entity,
        entityId: id,
        outcome: 'done',
        facts: Object.fromEntries(words),
      })
      return { id }
    })

/** Every change of a row, oldest first. */
export const payTermHistory =
  <Row extends Said & PayTermRow, Said>(kind: PayTermKind<Row, Said>) =>
  async ({ db }: SignedInCall, { id }: { id: number }) => {
    await findPayTerm(db, kind, id)
    return await changesSince(db, kind.entity, id)
  }

async function makeRoom<Row extends Said & PayTermRow, Said>(
  db: Db,
  call: SignedInCall,
  kind: PayTermKind<Row, Said>,
  said: Said,
): Promise<void> {
  if (!kind.oneADay) return
  const { same, days, name } = kind.oneADay
  const others = await payTerms(db, kind, same(said))
  const spans = others.map((row) => ({ id: row.id, ...days(row) }))
  const { ends, overlaps } = planNewRate(spans, days(said))
  const named = (id: number) => others.find((row) => row.id === id) ?? fail('server.error')
  if (overlaps) refuseNamed(name(named(overlaps.id)))
  if (!ends) return
  await sql`update ${sql.table(kind.table)} set end_date = ${ends.on} where id = ${ends.rate.id}`.execute(db)
  await finishChange(db, call, kind, { before: named(ends.rate.id), action: 'Ended by a new entry' })
}

async function refuseOverlap<Row extends Said & PayTermRow, Said>(
  db: Db,
  { oneADay, ...kind }: PayTermKind<Row, Said>,
  edited: Row,
  id: number,
): Promise<void> {
  if (!oneADay) return
  const others = await payTerms(db, kind, oneADay.same(edited))
  const spans = others.map((row) => ({ id: row.id, ...oneADay.days(row) }))
  const overlaps = firstOverlap(spans, oneADay.days(edited), id)
  const other = others.find((row) => row.id === overlaps?.id)
  if (other) refuseNamed(oneADay.name(other))
}

function refuseNamed(name: string): never {
  const message = `Overlaps the ${name}`
  return fail('pay_term.overlaps', { message, details: [{ path: 'startDate', message }] })
}

async function finishChange<Row extends Said & PayTermRow, Said>(
  db: Db,
  call: SignedInCall,
  kind: PayTermKind<Row, Said>,
  { before, action }: { before: Row; action: string },
): Promise<Row> {
  await sql`update ${sql.table(kind.table)} set version = version + 1 where id = ${before.id}`.execute(db)
  const after = await findPayTerm(db, kind, before.id)
  await record(db, call, kind, { before, after, action })
  return after
}

async function record<Row extends Said & PayTermRow, Said>(
  db: Db,
  call: SignedInCall,
  { entity, labels, inWords }: PayTermKind<Row, Said>,
  { before, after, action }: { before: Row | null; after: Row; action: string },
): Promise<void> {
  const nothing = Object.fromEntries(Object.keys(labels).map((name) => [name, null]))
  const changes = fieldChanges<Record<string, string | number | null>>(
    labels,
    before ? inWords(before) : nothing,
    inWords(after),
  )
  await keepChange(db, { entity, id: after.id, version: after.version, action, by: call.user.id, changes })
  await writeAudit(db, call.audit, {
    action: before ? 'update' : 'create',
    entity,
    entityId: after.id,
    outcome: 'done',
    facts: { fields: changes.map(({ field }) => field).join(', ') },
  })
}
