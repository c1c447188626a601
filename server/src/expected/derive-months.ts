import { cashToCome, cashWindow } from '@coverdesk/domain/expected/cash-to-come.ts'
import { policyLedger } from '@coverdesk/domain/expected/policy-ledger.ts'
import type { BookLoad } from '@coverdesk/domain/policies/presence-of.ts'
import { sql } from 'kysely'
import { readByCursor } from '../platform/db/bulk/read-by-cursor.ts'
import type { Db } from '../platform/db/database.ts'
import { cashWriter, isCashOf, removeCash, writeCashWindow } from './cash-writer.ts'
import { followLedger, followTracks } from './follow-ledger.ts'
import { lineMonthWriter, removeLineMonths } from './line-month-writer.ts'
import { monthWriter } from './month-writer.ts'
import { chainsOf, linksOf, type PolicyGroup } from './person-chains.ts'
import { readCarrier } from './read-carrier.ts'
import { factsOf, hasKey, personKey, policyFactsQuery } from './read-policies.ts'
import { removeVariances, varianceWriter } from './variance-writer.ts'
import { booksOf } from './versions-of.ts'
import { cashSums, writeExpectedCash } from './write-expected-cash.ts'

/** Policies that are read, compared and written at once: memory stays the same for any carrier. */
const policiesAtOnce = 2_000

/** First key of the advisory locks that serialize the ledgers of a carrier; arbitrary, but must never change. */
const ledgerLock = 7_316_190

/**
 * Rebuilds the policy months and variances of carriers from policies, statements and schedules, in the caller's transaction: after
 * a load, its undo, and a change of the schedule or terms. A carrier without a schedule is not compared (decision 160). Only rows
 * that differ are written, so an unchanged ledger costs reading alone. Unpaid policies follow; `batchId`: the load that they are of.
 */
export async function deriveMonths(
  db: Db,
  carrierIds: readonly number[],
  batchId: number | null = null,
): Promise<void> {
  for (const carrierId of [...new Set(carrierIds)].sort((one, other) => one - other)) {
    await findFirstStatement(db, carrierId)
    await deriveCarrier(db, carrierId)
    await followLedger(db, carrierId, batchId)
  }
}

/** Waits for changes of every carrier's ledger, and lets none begin until the transaction ends. Take the locks of loads before it. */
export async function lockLedgers(db: Db): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(${ledgerLock}, c.id::int) from (select id from carriers order by id offset 0) c`.execute(
    db,
  )
}

async function findFirstStatement(db: Db, carrierId: number): Promise<void> {
  await sql`
    update carriers c set first_statement = f.month from (select first_statement_of(${carrierId}) as month) f
    where c.id = ${carrierId} and c.first_statement is distinct from f.month`.execute(db)
}

/** The same for policies whose lines changed, with all policies of their persons; other policies of the carrier are not affected. */
export async function deriveMonthsOf(db: Db, carrierId: number, policyIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    select distinct ${personKey} as key from policies p where p.id = any(${policyIds}::bigint[])`.execute(db)
  await deriveCarrier(
    db,
    carrierId,
    rows.map(({ key }) => key),
  )
  await followLedger(db, carrierId, null)
}

/** `keys`: of these persons' policies; without them of all policies of the carrier. The cash that its next statements should bring follows the policies. */
async function deriveCarrier(db: Db, carrierId: number, keys?: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ledgerLock}, ${carrierId}::int)`.execute(db)
  const carrier = await readCarrier(db, carrierId)
  if (!carrier || carrier.rows.length === 0) return await removeLedger(db, carrierId)
  const cash = cashSums()
  const window = cashWindow(carrier)
  if (keys && !(await isCashOf(db, carrierId, window))) return await deriveCarrier(db, carrierId)
  const derived: number[] = []
  const books = await booksOf(db, carrierId)
  const links = await linksOf(db, carrierId, keys ?? null)
  const query = policyFactsQuery(sql`p.carrier_id = ${carrierId} and ${keys ? hasKey(keys) : sql`true`}`)
  for await (const groups of policiesByPerson(db, query, books)) {
    const chains = await chainsOf(db, carrierId, groups, { links, books })
    const policies = [...chains.keys()]
    const writers = [
      await monthWriter(db, carrierId, policies),
      await varianceWriter(db, { carrierId, carrier }, policies),
      lineMonthWriter(db, { carrierId, carrier }, policies),
    ]
    const ofPolicies = await cashWriter(db, { carrierId, window, follow: keys !== undefined }, policies)
    for (const group of groups)
      for (const policy of group.policies) {
        const chain = chains.get(policy.id) ?? [policy]
        const ledger = policyLedger(policy, chain, carrier)
        const toCome = cashToCome(policy, chain, carrier, ledger)
        cash.add(toCome)
        ofPolicies.add(policy.id, toCome)
        for (const writer of writers) writer.add(policy, ledger)
      }
    for (const writer of writers) await writer.write()
    await ofPolicies.write()
    if (keys) derived.push(...policies)
  }
  await removeLineMonths(db, carrierId, { all: false })
  await followTracks(db, carrierId, keys ? derived : null)
  if (keys) return
  await writeExpectedCash(db, carrierId, cash.rows())
  await writeCashWindow(db, carrierId, window)
}

async function removeLedger(db: Db, carrierId: number): Promise<void> {
  await sql`delete from commission_months where carrier_id = ${carrierId}`.execute(db)
  await removeVariances(db, carrierId)
  await removeLineMonths(db, carrierId, { all: true })
  await followTracks(db, carrierId, null)
  await writeExpectedCash(db, carrierId, [])
  await removeCash(db, carrierId)
}

/** Policies in groups of at least `policiesAtOnce`, those of one key together. */
async function* policiesByPerson(
  db: Db,
  query: ReturnType<typeof policyFactsQuery>,
  books: readonly BookLoad[],
): AsyncGenerator<PolicyGroup[]> {
  let open: PolicyGroup | undefined
  for await (const rows of readByCursor(db, { name: 'ledger_policies', query, atOnce: policiesAtOnce })) {
    const groups: PolicyGroup[] = []
    for (const row of rows) {
      if (open?.key !== row.person) {
        if (open) groups.push(open)
        open = { key: row.person, policies: [] }
      }
      open.policies.push(factsOf(row, books))
    }
    if (groups.length > 0) yield groups
  }
  if (open) yield [open]
}
