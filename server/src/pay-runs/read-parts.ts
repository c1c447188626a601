import { type RawBuilder, sql } from 'kysely'
import { monthOfLine, termsOfLine } from '../expected/terms-of-line.ts'
import { readByCursor } from '../platform/db/bulk/read-by-cursor.ts'
import type { Db } from '../platform/db/database.ts'

/** Part of a statement line that pays one policy month, with what decides about it. */
export interface LinePart {
  lineId: number
  carrierId: number
  carrier: string
  policyId: number | null
  policyNumber: string
  /** First days of months. */
  statement: string
  month: string
  /** Whole cents. */
  gross: number
  kind: string
  members: number | null
  /** First covered day of the month. */
  day: string
  state: string | null
  stateName: string | null
  /** By the carrier's files on that day. */
  aorId: number | null
  aorNpn: string | null
  /** Of the line: by its NPN, its policy or a person. */
  agentId: number | null
  agentBy: string | null
  npn: string | null
  isLaterDuplicate: boolean
  /** A person said that it is none of ours. */
  isIgnored: boolean
  hold: string | null
}

/** Parts that are read at once: memory stays the same for any run. */
const partsAtOnce = 20_000

/**
 * Parts of lines that meet a condition on `l` and `d`, their row of paid_lines, in order of ids, with all parts of a line together.
 * `month` is the run's, in which holds of persons apply.
 */
export async function* readParts(
  db: Db,
  month: string,
  condition: RawBuilder<unknown>,
): AsyncGenerator<readonly LinePart[]> {
  let rest: readonly LinePart[] = []
  const query = partsQuery(month, condition)
  for await (const read of readByCursor(db, { name: 'run_parts', query, atOnce: partsAtOnce })) {
    const parts = [...rest, ...read]
    // The last line may go on in the next rows.
    const last = parts.at(-1)?.lineId
    const whole = parts.findIndex(({ lineId }) => lineId === last)
    rest = parts.slice(whole)
    if (whole > 0) yield parts.slice(0, whole)
  }
  if (rest.length > 0) yield rest
}

/** NPN of the agent of record of a part `l` of policy `p`, who holds it now or on day `y` as `a` says. */
const aorNpn = sql<
  string | null
>`case when a.is_current then p.agent_npn when p.id is not null then coalesce(npn_on(p, y.day),
  -- Whose policy it was then is not known: a line that names no agent here is of the one of its statement.
  case when l.agent_id is null then npn_on(p, l.month) end) end`

/**
 * At least as many equal lines as a person confirmed as right, else one, pay the same month before this one, in rule 11's order of lines,
 * which no order of loading changes; a blank NPN is that of the agent of record (money.md 5). With `offset`, the search ends at the line that decides; a count of thousands would not.
 */
const hasEarlierEqual = sql<boolean>`exists (
  select from commission_lines e ${termsOfLine('e')} left join line_months n on n.line_id = e.id
  left join import_batches f on f.id = e.last_batch_id left join import_batches g on g.id = l.last_batch_id
  where e.policy_id = l.policy_id and e.month = l.month and e.amount = l.amount
    and coalesce(n.month, ${monthOfLine('e')}) = l.part_month
    and (e.kind = l.kind or e.kind in ('other', 'chargeback') or l.kind in ('other', 'chargeback'))
    and coalesce(policy_number_key(e.member_id) = policy_number_key(l.member_id), true)
    and coalesce(coalesce(e.agent_npn, ${aorNpn}) = coalesce(l.agent_npn, ${aorNpn}), true)
    and (coalesce(encode(f.file_hash, 'hex'), ''), coalesce(e.last_line, 0), e.id)
      < (coalesce(encode(g.file_hash, 'hex'), ''), coalesce(l.last_line, 0), l.id)
  offset coalesce((select q.lines from equal_line_confirmations q where q.carrier_id = l.carrier_id
    and q.policy_number = l.policy_number and q.statement = l.month and q.amount = l.amount and q.undone_at is null), 1) - 1)`

/**
 * An advance of a carrier with a schedule earns nothing until it is drawn: then it has rows in line_months. `offset 0` has the lines
 * found first, by themselves: planned with all the rest, every line is joined before the condition.
 */
const partsQuery = (month: string, condition: RawBuilder<unknown>) => sql<LinePart>`
  select l.id as "lineId", l.carrier_id as "carrierId", l.carrier, l.policy_id as "policyId",
    l.policy_number as "policyNumber", l.month::text as statement, l.part_month::text as month,
    (l.part_amount * 100)::bigint as gross, l.kind,
    coalesce(l.members, case when s.basis = 'member' and z.members > s.cap then s.cap else z.members end) as members,
    y.day::text as day, z.state, t.name as "stateName",
    case when a.is_current then p.agent_id when p.id is not null then agent_on(p, y.day) end as "aorId",
    ${aorNpn} as "aorNpn",
    l.agent_id as "agentId", l.agent_by as "agentBy", l.agent_npn as npn,
    coalesce(o.class = 'duplicate' and ${hasEarlierEqual}, false) as "isLaterDuplicate", l.matched_by is not distinct from 'ignored' as "isIgnored",
    (select h.reason from pay_holds h where h.policy_id = l.policy_id and h.first_month <= ${month}::date
      and (h.last_month is null or h.last_month >= ${month}::date) limit 1) as hold
  from (
    select l.*, k.name as carrier, x.month as part_month, coalesce(m.amount, l.amount) as part_amount
    from commission_lines l
    join carriers k on k.id = l.carrier_id
    ${termsOfLine('l')}
    left join line_months m on m.line_id = l.id
    left join paid_lines d on d.line_id = l.id
    cross join lateral (select coalesce(m.month, ${monthOfLine('l')}) as month) x
    where ${condition}
    offset 0
  ) l
  left join policies p on p.id = l.policy_id
  cross join lateral (
    select case when date_trunc('month', p.effective_date) = l.part_month then p.effective_date else l.part_month end as day) y
  -- Nearly always the agent of today; the functions that look for an earlier one take as long as all the rest.
  cross join lateral (select coalesce(p.agent_since <= y.day, false) as is_current) a
  left join commission_months o on o.policy_id = l.policy_id and o.month = l.part_month
  left join commission_schedules s on s.id = o.schedule_id
  cross join lateral (
    select coalesce(o.members, p.number_of_members) as members, coalesce(o.residence, p.state) as state) z
  left join states t on t.code = z.state
  order by l.id, l.part_month`
