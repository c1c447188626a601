import { allot } from '@coverdesk/domain/pay-runs/allot.ts'
import { reversalOf } from '@coverdesk/domain/pay-runs/reversal-of.ts'
import { sql } from 'kysely'
import { arrayLiteral } from '../platform/db/bulk/array-literal.ts'
import type { Db } from '../platform/db/database.ts'
import { rememberInputs } from './detail/changed-inputs.ts'
import { type EarningRow, earnerOf, earnPart, whyHeld } from './earn-part.ts'
import { type DraftRun, firstRunMonth } from './first-run-month.ts'
import { findMovedParts, movedParts, originalsOfMoved } from './paid-lines/moved-parts.ts'
import {
  earningSource,
  type PaidBalance,
  type PaidLinePart,
  readOwnBalances,
  readPaidParts,
  subjectOf,
} from './read-balances.ts'
import { type LinePart, readParts } from './read-parts.ts'
import { readTerms, type TermsBook } from './read-terms.ts'
import { settleAgents } from './settle-agents.ts'
import { writeEarnings } from './write-earnings.ts'

/**
 * Calculates a draft from the stored lines and terms, in the caller's transaction: a month's run, or the differences of a correction.
 * Returns a hash of the result: equal inputs give an equal one.
 */
export async function calculateRun(db: Db, run: DraftRun, by: number | null): Promise<string> {
  await rememberInputs(db, run.id)
  await sql`delete from pay_earnings where run_id = ${run.id}`.execute(db)
  await sql`delete from pay_run_items where run_id = ${run.id}`.execute(db)
  await sql`delete from pay_run_agents where run_id = ${run.id}`.execute(db)
  const terms = await readTerms(db)
  await findMovedParts(db)
  if (run.sequence === 0) {
    await takeBackGoneParts(db, run)
    await earnOpenLines(db, run, terms)
    await releaseHeld(db, run, terms)
  } else await correctLines(db, run, terms)
  await settleAgents(db, run)
  return await sumRun(db, run, by)
}

/** Rule 20: all parts of statements up to the run's month that are in no closed run, and those that moved since they were. */
async function earnOpenLines(db: Db, run: DraftRun, terms: TermsBook): Promise<void> {
  const paid = new Map<string, PaidLinePart[]>()
  const moved = await originalsOfMoved(db)
  const open = sql`(${movedParts}) or (l.month between ${firstRunMonth(run.month)} and ${run.month}::date
    and (d.line_id is null or (l.kind = 'advance' and m.line_id is not null))
    and (l.kind <> 'advance' or ${isDrawn(run.month)}
      or not exists (select from commission_schedules k where k.carrier_id = l.carrier_id)))`
  for await (const read of readParts(db, run.month, open)) {
    const originals = await originalsOf(
      db,
      read.filter(({ kind }) => kind === 'advance'),
    )
    const parts = read.map((part) => ({
      ...part,
      lineId: moved.get(part.lineId) ?? originals.get(part.lineId) ?? part.lineId,
    }))
    const back = parts.filter(isTakenBack)
    for (const [subject, found] of await readPaidParts(
      db,
      run.id,
      back.filter((part) => !paid.has(subjectOf(part))),
    ))
      paid.set(subject, found)
    await writeEarnings(
      db,
      run.id,
      [...Map.groupBy(parts, ({ lineId }) => lineId).values()].flatMap((line) => earnLine(line, paid, terms)),
    )
  }
}

/** A line with a part that can't be calculated yet stays open as a whole, and takes nothing back. */
function earnLine(parts: readonly LinePart[], paid: Map<string, PaidLinePart[]>, terms: TermsBook): EarningRow[] {
  const before = parts.map((part) => [subjectOf(part), structuredClone(paid.get(subjectOf(part)))] as const)
  const rows = parts.flatMap((part) => {
    const earlier = isTakenBack(part) ? paid.get(subjectOf(part)) : undefined
    return earlier ? chargeBack(part, earlier, terms) : earnPart(part, part.gross, terms)
  })
  const open = rows.filter(({ kind }) => kind === 'open')
  if (open.length === 0) return rows
  for (const [subject, balances] of before) if (balances) paid.set(subject, balances)
  return open
}

const isTakenBack = ({ gross, kind, isIgnored }: LinePart) => gross < 0 && kind !== 'bonus' && !isIgnored

/** Rule 10: a carrier's advance earns with each month that it is drawn for, once, and not before that month's run. */
const isDrawn = (month: string) => sql`
  (m.month <= ${month}::date and 0 = coalesce((
    select sum(e.gross) from pay_earnings e join pay_runs r on r.id = e.run_id and r.closed_at is not null
    where e.line_id = coalesce(d.original_id, l.id) and e.month = m.month and e.kind <> 'open'), 0))`

/** Rule 17; `earlier` is reduced by what is taken back. */
function chargeBack(part: LinePart, earlier: PaidLinePart[], terms: TermsBook): EarningRow[] {
  const { reversals, rest } = reversalOf<PaidBalance, PaidLinePart>(part.gross, earlier)
  const rows = reversals.flatMap(({ of, gross, agency, parts }) => {
    of.gross += gross
    of.agency += agency
    const row = { lineId: part.lineId, kind: 'chargeback', part, reverses: of.lineId } as const
    const reversed = parts.map(({ balance, amount }): EarningRow => {
      balance.amount += amount
      const { agentId, role, level, terms: used, share, held } = balance
      return { ...row, agentId, role, level, terms: used, share, held, amount, gross: 0, agency: 0 }
    })
    const [first, ...others] = reversed
    return first
      ? [{ ...first, gross, agency }, ...others]
      : [
          {
            ...row,
            agentId: null,
            role: 'agency' as const,
            level: 0,
            terms: null,
            share: null,
            held: null,
            amount: 0,
            gross,
            agency,
          },
        ]
  })
  return rest === 0 ? rows : [...rows, ...earnPart(part, rest, terms)]
}

/** Parts of closed runs whose line is gone, or pays another policy or month now, enter negative (rule 20). */
async function takeBackGoneParts(db: Db, run: DraftRun): Promise<void> {
  await sql`
    insert into pay_earnings (run_id, line_id, kind, carrier_id, policy_id, policy_number, statement, month, gross, agency, agent_id,
      role, level, terms_source, terms_id, terms_basis, terms_value, terms_from, terms_of_all, share, members, amount, held, reverses)
    select ${run.id}::bigint, e.line_id, case when v.original_id is null then 'gone' else 'moved' end, e.carrier_id, e.policy_id, e.policy_number, e.statement, e.month, -sum(e.gross),
      -sum(e.agency), e.agent_id, e.role, e.level, max(e.terms_source), max(e.terms_id), max(e.terms_basis), max(e.terms_value),
      max(e.terms_from), bool_or(e.terms_of_all), max(e.share), max(e.members), -sum(e.amount), max(e.held), e.reverses
    from pay_earnings e join pay_runs r on r.id = e.run_id and r.closed_at is not null
    left join moved_parts v on v.original_id = e.line_id and v.month = e.month and v.policy_id is not distinct from e.policy_id
      and v.paid <> 0
    where e.kind <> 'open' and (v.original_id is not null or e.line_id in (${goneLines}))
    group by e.line_id, v.original_id, e.carrier_id, e.policy_id, e.policy_number, e.statement, e.month, e.agent_id, e.role, e.level, e.reverses,
      e.held is not null
    having sum(e.gross) <> 0 or sum(e.agency) <> 0 or sum(e.amount) <> 0`.execute(db)
}

/** Originals of paid lines that are gone: a load points those that it brings again to their lines. */
export const goneLines = sql`
  select d.original_id from paid_lines d left join commission_lines l on l.id = d.line_id
  where d.is_changed and l.id is null`

/** Held amounts that nothing holds anymore, less what this run takes back of them: taken out of what is held, and paid. */
async function releaseHeld(db: Db, run: DraftRun, terms: TermsBook): Promise<void> {
  const held = sql`l.id in (
    select d.line_id from paid_lines d where d.original_id in (
      select ${earningSource} from pay_earnings e join pay_runs r on r.id = e.run_id and (r.closed_at is not null or r.id = ${run.id})
      where e.held is not null and e.kind <> 'open'
      group by ${earningSource}, e.agent_id, e.role, e.level, e.month having sum(e.amount) <> 0))`
  for await (const parts of readParts(db, run.month, held)) {
    const originals = await originalsOf(db, parts)
    const balances = await readOwnBalances(db, run.id, [...originals.values()])
    const rows = parts.flatMap((part) => {
      const lineId = originals.get(part.lineId) ?? part.lineId
      const own = balances.get(`${lineId} ${part.month}`)
      if (own && isOfAnotherAgent(part, own)) return []
      return (own?.balances ?? []).flatMap(({ held: why, ...balance }): EarningRow[] => {
        if (why === null || whyHeld(part, balance, terms) !== null) return []
        const row = { lineId, kind: 'release', part, ...balance, gross: 0, agency: 0, reverses: null } as const
        return [
          { ...row, amount: 0 - balance.amount, held: why },
          { ...row, held: null },
        ]
      })
    })
    await writeEarnings(db, run.id, rows)
  }
}

/** The policy has another agent of record in the month since: what is held waits until the month is reopened, as what is paid does. */
const isOfAnotherAgent = (part: LinePart, { balances }: PaidLinePart) =>
  balances.some(
    ({ role, share, held, agentId }) =>
      role === 'writing' && share === null && held !== null && agentId !== earnerOf(part),
  )

async function originalsOf(db: Db, parts: readonly LinePart[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ lineId: number; originalId: number }>`
    select line_id as "lineId", original_id as "originalId" from paid_lines
    where line_id = any(${arrayLiteral(parts.map(({ lineId }) => lineId))}::bigint[])`.execute(db)
  return new Map(rows.map(({ lineId, originalId }) => [lineId, originalId]))
}

/**
 * A closed month by the terms of now, less what its runs paid and nothing took back. Chargebacks and lines that are gone keep their
 * terms.
 */
async function correctLines(db: Db, run: DraftRun, terms: TermsBook): Promise<void> {
  // Months that an advance was drawn for later are those of the later runs.
  const ofMonth = sql`(d.original_id, x.month) in (
    select e.line_id, e.month from pay_earnings e join pay_runs r on r.id = e.run_id
    where r.month = ${run.month}::date and r.closed_at is not null and e.kind = 'earned') and not exists (
    select from pay_earnings e where e.line_id = d.original_id and e.reverses is not null)
    -- What moved enters the next run by itself: a correction would pay it twice.
    and d.original_id not in (select original_id from moved_parts)`
  for await (const parts of readParts(db, run.month, ofMonth)) {
    const originals = await originalsOf(db, parts)
    const balances = await readOwnBalances(db, run.id, [...originals.values()])
    const rows = parts.flatMap((part) => {
      const lineId = originals.get(part.lineId) ?? part.lineId
      const own = balances.get(`${lineId} ${part.month}`)
      return own ? difference({ ...part, lineId }, own, terms) : []
    })
    await writeEarnings(db, run.id, rows)
  }
}

/** What the present terms give a part less what was paid of it; no rows when nothing differs or it can't be calculated. */
function difference(part: LinePart, own: PaidLinePart, terms: TermsBook): EarningRow[] {
  const now = keepReleased(unreversed(earnPart(part, own.original, terms), own), own.balances)
  if (own.gross === 0 || now.length === 0 || now.some(({ kind }) => kind === 'open')) return []
  const keyOf = ({ agentId, role, level, held }: Pick<EarningRow, 'agentId' | 'role' | 'level' | 'held'>) =>
    `${agentId} ${role} ${level} ${held !== null}`
  const differences = new Map<string, EarningRow>()
  for (const row of now)
    if (row.role !== 'agency') differences.set(keyOf(row), { ...row, kind: 'correction', gross: 0, agency: 0 })
  for (const balance of own.balances) {
    const known = differences.get(keyOf(balance))
    const row = known ?? {
      ...balance,
      lineId: part.lineId,
      part,
      kind: 'correction' as const,
      gross: 0,
      agency: 0,
      reverses: null,
      amount: 0,
    }
    differences.set(keyOf(balance), { ...row, amount: row.amount - balance.amount })
  }
  const rows = [...differences.values()].filter(({ amount }) => amount !== 0)
  const agency = now.reduce((sum, row) => sum + row.agency, 0) - own.agency
  const [first, ...others] = rows
  return first ? [{ ...first, agency }, ...others] : []
}

/** The same division of the part of an amount that no chargeback took back. */
function unreversed(rows: EarningRow[], { gross, original }: PaidLinePart): EarningRow[] {
  if (gross === original) return rows
  const agency = { order: Number.MAX_SAFE_INTEGER, weight: rows.reduce((sum, row) => sum + row.agency, 0) }
  const parts = allot(gross, [...rows.map(({ agentId, amount }) => ({ order: agentId ?? 0, weight: amount })), agency])
  return rows.map((row, at) => ({ ...row, amount: parts[at] ?? 0, agency: at === 0 ? (parts.at(-1) ?? 0) : 0 }))
}

/** What was released, or paid before it was held, stays paid. */
function keepReleased(rows: EarningRow[], balances: readonly PaidBalance[]): EarningRow[] {
  const isPaid = (row: EarningRow) => {
    const own = balances.filter(
      ({ agentId, role, level }) => agentId === row.agentId && role === row.role && level === row.level,
    )
    return own.length > 0 && own.every(({ held }) => held === null)
  }
  return rows.map((row) => (row.held !== null && row.kind !== 'open' && isPaid(row) ? { ...row, held: null } : row))
}

/** Writes the sums of a draft and returns the hash of its amounts. */
async function sumRun(db: Db, { id }: DraftRun, by: number | null): Promise<string> {
  const { rows } = await sql<{ hash: string }>`
    with sums as (
      select coalesce(sum(e.gross), 0) as received, coalesce(sum(e.agency) filter (where e.kind <> 'open'), 0) as agency,
        coalesce(sum(e.amount) filter (where e.held is not null), 0) + coalesce(sum(e.gross) filter (where e.kind = 'open'), 0) as held,
        count(distinct e.line_id) as lines
      from pay_earnings e where e.run_id = ${id}
    ),
    agents as (
      select coalesce(sum(a.paid), 0) as paid,
        md5(coalesce(string_agg(concat_ws(' ', a.agent_id, a.written, a.overrides, a.held, a.adjustments, a.advances, a.recovered,
          a.carried_in, a.carried_out, a.paid), ',' order by a.agent_id), '')) as hash
      from pay_run_agents a where a.run_id = ${id}
    )
    update pay_runs r set received = s.received, agency = s.agency, held = s.held, lines = s.lines, paid = a.paid,
      calculated_at = now(), calculated_by = coalesce(${by}::bigint, r.calculated_by),
      input_hash = md5(concat_ws(' ', s.received, s.agency, s.held, s.lines, a.hash))
    from sums s, agents a where r.id = ${id} returning r.input_hash as hash`.execute(db)
  return rows[0]?.hash ?? ''
}
