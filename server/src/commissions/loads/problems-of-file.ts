import { noPolicyNumber, numberless } from '@coverdesk/domain/commissions/commission-csv.ts'
import { amountOf, cents } from '@coverdesk/domain/fields/amount.ts'
import type { CommissionFindings } from '@coverdesk/domain/uploads/commission-findings.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { StagedImport } from '../../platform/imports/import-definition.ts'

/** Maximum number shown of each problem. */
const maxShown = 20

/**
 * Total rows that differ from the sum of their lines: those since the previous total row, as a subtotal, or all above.
 */
export async function totalDifferences(
  db: Db,
  staged: StagedImport,
): Promise<NonNullable<CommissionFindings['totalDifferences']>> {
  const totals = staged.totals.flatMap(({ amount, ...total }) => (amount === null ? [] : [{ ...total, amount }]))
  if (totals.length === 0) return []
  const { rows } = await sql<{ section: number; amount: string }>`
    select width_bucket(line, ${totals.map(({ line }) => line)}::int[]) as section, sum(amount)::text as amount
    from ${sql.table(staged.rows)} group by 1`.execute(db)
  const sections = new Map(rows.map(({ section, amount }) => [section, cents(amount) ?? 0]))
  let above = 0
  const differences = totals.flatMap(({ line, label, amount }, index) => {
    const section = sections.get(index) ?? 0
    above += section
    const stated = cents(amount) ?? 0
    if (stated === section || stated === above) return []
    const sum = index > 0 && Math.abs(stated - section) < Math.abs(stated - above) ? section : above
    return [{ line, label, stated: amount, sum: amountOf(sum) }]
  })
  return differences.slice(0, maxShown)
}

/** Payments that are in the file more than once, with their lines. */
export async function repeatsOf(
  db: Db,
  staged: StagedImport,
): Promise<Required<Pick<CommissionFindings, 'repeats' | 'repeatCount'>>> {
  const { rows } = await sql<{ lines: number[]; policyNumber: string; amount: string; count: number }>`
    select jsonb_path_query_array(jsonb_agg(line order by line), '$[0 to 9]') as lines, min(policy_number) as "policyNumber",
      amount::text as amount, (count(*) over ())::int as count
    from ${sql.table(staged.rows)} where policy_number <> ${numberless}
    group by carrier_id, month, policy_number_key(coalesce(stated_number, policy_number)), amount, agent_npn, kind, members, insured_name,
      policy_month, policy_number_key(member_id)
    having count(*) > 1 order by min(line) limit ${maxShown}`.execute(db)
  return { repeats: rows.map(({ count: _, ...repeat }) => repeat), repeatCount: rows[0]?.count ?? 0 }
}

/** Chargebacks by type with positive amounts; match-rows negates those of a file without any minus. */
export async function unsignedChargebacksOf(
  db: Db,
  staged: StagedImport,
): Promise<Pick<CommissionFindings, 'unsignedChargebacks'>> {
  const { rows } = await sql<NonNullable<CommissionFindings['unsignedChargebacks']>>`
    select count(*)::int as count, sum(amount)::text as amount,
      jsonb_path_query_array(jsonb_agg(line order by line), '$[0 to 9]') as lines
    from ${sql.table(staged.rows)} where kind = 'chargeback' and amount > 0 having count(*) > 0`.execute(db)
  return rows[0] ? { unsignedChargebacks: rows[0] } : {}
}

/** Unmatched lines with numbers from which a spreadsheet may have removed zeros; they would become exceptions. */
export async function lostZerosOf(db: Db, staged: StagedImport): Promise<Pick<CommissionFindings, 'lostZeros'>> {
  const { rows } = await sql<NonNullable<CommissionFindings['lostZeros']>>`
    select count(*)::int as count, min(s.policy_number) as number,
      (array_agg(p.policy_number order by s.policy_number, p.policy_number))[1] as example
    from ${sql.table(staged.rows)} s join policies p on p.carrier_id = s.carrier_id and p.policy_number like '0%'
      and ltrim(p.policy_number, '0') = s.policy_number
    where s.policy_id is null having count(*) > 0`.execute(db)
  return rows[0] ? { lostZeros: rows[0] } : {}
}

/** Lines without a policy number: identified by the insured's name or, in files without names, by agent. */
export async function numberlessOf(
  db: Db,
  staged: StagedImport,
): Promise<Pick<CommissionFindings, 'numberless' | 'ofAgents'>> {
  const { rows } = await sql<NonNullable<CommissionFindings['numberless']> & { isOfAgents: boolean }>`
    select policy_number = ${numberless} as "isOfAgents", count(*)::int as count, sum(amount)::text as amount
    from ${sql.table(staged.rows)}
    where policy_id is null and (policy_number = ${numberless} or starts_with(policy_number, ${noPolicyNumber})) group by 1`.execute(
    db,
  )
  return Object.fromEntries(
    rows.map(({ isOfAgents, ...lines }) => [isOfAgents ? 'ofAgents' : 'numberless', lines] as const),
  )
}
