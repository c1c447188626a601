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

/** Policies per round, so that memory use does not grow with the carrier. */
const policiesAtOnce = 2_000

/** First key of the advisory locks that serialize the ledgers of a carrier; arbitrary, but must never change. */
const ledgerLock = 7_316_190

/**
 * Rebuilds the policy months and variances of carriers in the caller's transaction, after a load, an undo, or a change
 * of schedule or terms. Skips carriers without a schedule (decision 160). Writes only rows that differ. Updates unpaid
 * policies too; `batchId` is the load that caused it.
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

/** Locks the ledgers of all carriers until the transaction ends. Take the locks of loads first. */
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

/**
 * The same for policies whose lines changed and all policies of the same persons; the carrier's other policies are
 * unaffected.
 */
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

/**
 * Rebuilds the policies of the persons with these `keys`, or all of the carrier's, and then the expected cash of its
 * next statements.
 */
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

/** Policies in groups of at least `policiesAtOnce`; those with the same key stay together. */
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
