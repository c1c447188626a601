import type { PayTerms } from '@coverdesk/domain/pay-runs/earnings-of.ts'
import { sql } from 'kysely'
import { arrayLiteral } from '../platform/db/bulk/array-literal.ts'
import type { Db } from '../platform/db/database.ts'
import type { EarningRow } from './earn-part.ts'
import type { LinePart } from './read-parts.ts'

/** Unreversed amount of an agent in a line of closed runs. */
export interface PaidBalance {
  agentId: number
  role: 'writing' | 'override'
  level: number
  terms: PayTerms | null
  share: number | null
  held: string | null
  /** Whole cents. */
  amount: number
}

/** Unreversed rest of a line's part of closed runs. */
export interface PaidLinePart {
  lineId: number
  gross: number
  /** Before anything was reversed. */
  original: number
  agency: number
  balances: PaidBalance[]
}

interface BalanceRow {
  subject: string
  lineId: number
  agentId: number | null
  role: EarningRow['role']
  level: number
  termsSource: PayTerms['source'] | null
  termsId: number | null
  termsBasis: PayTerms['basis'] | null
  termsValue: number | null
  share: number | null
  held: string | null
  gross: number
  original: number
  agency: number
  amount: number
}

/** Policy, or carrier and number, and month that a chargeback takes back from. */
export const subjectOf = ({
  policyId,
  carrierId,
  policyNumber,
  month,
}: Pick<LinePart, 'policyId' | 'carrierId' | 'policyNumber' | 'month'>) =>
  `${policyId ?? `${carrierId}:${policyNumber}`} ${month}`

/**
 * Paid parts of closed runs for the policies and months of parts, the newest first (rule 17), without those that the draft takes back.
 * Bonuses are no part of what is received (rule 10). As `pay_taken_back` in SQL.
 */
export async function readPaidParts(
  db: Db,
  draft: number,
  parts: readonly LinePart[],
): Promise<Map<string, PaidLinePart[]>> {
  const known = new Map<string, PaidLinePart[]>()
  const ofPolicies = parts.filter(({ policyId }) => policyId !== null)
  if (ofPolicies.length === 0) return known
  const { rows } = await balances(
    db,
    sql`(e.policy_id, e.month) in (select * from unnest(${arrayLiteral(ofPolicies.map(({ policyId }) => policyId ?? 0))}::bigint[],
      ${arrayLiteral(ofPolicies.map(({ month }) => month))}::date[])) and (r.closed_at is not null or e.kind in ('gone', 'moved'))
      and not exists (select from paid_lines d where d.original_id = ${earningSource} and d.parts like 'bonus %')`,
    draft,
  )
  for (const [subject, ofSubject] of Map.groupBy(rows, (row) => row.subject))
    known.set(
      subject,
      [...Map.groupBy(ofSubject, ({ lineId }) => lineId)].map(([lineId, ofLine]) => paidPart(lineId, ofLine)),
    )
  return known
}

/** Unreversed amounts of lines in closed runs and in a draft, by line and month. */
export async function readOwnBalances(
  db: Db,
  draft: number,
  lines: readonly number[],
): Promise<Map<string, PaidLinePart>> {
  const { rows } = await balances(db, sql`${earningSource} = any(${arrayLiteral(lines)}::bigint[])`, draft)
  return new Map(
    [...Map.groupBy(rows, ({ lineId, subject }) => `${lineId} ${subject.split(' ').at(-1)}`)].flatMap(([key, own]) =>
      own[0] ? [[key, paidPart(own[0].lineId, own)] as const] : [],
    ),
  )
}

function paidPart(lineId: number, rows: readonly BalanceRow[]): PaidLinePart {
  const sum = (read: (row: BalanceRow) => number) => rows.reduce((total, row) => total + read(row), 0)
  return {
    lineId,
    gross: sum(({ gross }) => gross),
    original: sum(({ original }) => original),
    agency: sum(({ agency }) => agency),
    balances: rows.flatMap((row) =>
      row.agentId === null || row.role === 'agency' || row.amount === 0
        ? []
        : [
            {
              agentId: row.agentId,
              role: row.role,
              level: row.level,
              terms: termsOf(row),
              share: row.share,
              held: row.held,
              amount: row.amount,
            },
          ],
    ),
  }
}

const termsOf = ({ termsSource, termsId, termsBasis, termsValue }: BalanceRow): PayTerms | null =>
  termsSource && termsBasis
    ? { source: termsSource, id: termsId ?? 0, basis: termsBasis, value: termsValue ?? 0 }
    : null

/** Line that a row pays or takes back from; it has an index. */
export const earningSource = sql`coalesce(e.reverses, e.line_id)`

/**
 * Sums of the rows of closed runs, and of one draft if named, by line, month and agent, held amounts apart; the terms are those of the
 * newest row.
 */
const balances = (db: Db, condition: ReturnType<typeof sql>, draft: number | null = null) =>
  sql<BalanceRow>`
    select concat(coalesce(e.policy_id::text, e.carrier_id || ':' || e.policy_number), ' ', e.month) as subject, ${earningSource} as "lineId",
      e.agent_id as "agentId", e.role, e.level, (array_agg(e.terms_source order by e.run_id desc))[1] as "termsSource",
      (array_agg(e.terms_id order by e.run_id desc))[1] as "termsId", (array_agg(e.terms_basis order by e.run_id desc))[1] as "termsBasis",
      ((array_agg(e.terms_value order by e.run_id desc))[1] * case (array_agg(e.terms_basis order by e.run_id desc))[1]
        when 'percent' then 10000 else 100 end)::int as "termsValue",
      ((array_agg(e.share order by e.run_id desc))[1] * 10000)::int as share,
      max(e.held) as held, (sum(e.gross) * 100)::bigint as gross,
      (coalesce(sum(e.gross) filter (where e.reverses is null), 0) * 100)::bigint as original, (sum(e.agency) * 100)::bigint as agency,
      (sum(e.amount) * 100)::bigint as amount
    from pay_earnings e join pay_runs r on r.id = e.run_id and (r.closed_at is not null or r.id = ${draft}::bigint)
    where e.kind <> 'open' and ${condition}
    group by 1, 2, 3, 4, 5, e.held is not null
    order by max(e.statement) desc, 2 desc, 3`.execute(db)
