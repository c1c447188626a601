import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import type { RunCheck } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { runName } from '@coverdesk/domain/pay-runs/run-name.ts'
import { sql } from 'kysely'
import { isException } from '../exceptions/exception-list.ts'
import { isConfirmedWhole } from '../expected/read-carrier.ts'
import type { Db } from '../platform/db/database.ts'
import { type DraftRun, firstRunMonth } from './first-run-month.ts'

interface Facts {
  /** Last closed month before the run's, if any, and whether it is the month before. */
  before: string | null
  isNext: boolean
  expected: string
  lines: number
  amount: string
  exceptions: number
  excepted: string
  refused: { fileName: string; lines: number[] }[]
  carriers: RunCheck['carriers']
}

/**
 * What must hold before a run is closed (rule 20): the month before is closed, each line but a bonus has a policy and an agent, and each
 * carrier's statement came or a person confirmed that it will not. A correction takes no lines, so nothing can be missing.
 */
export async function checkRun(db: Db, run: DraftRun): Promise<RunCheck[]> {
  if (run.sequence > 0) return []
  const { rows } = await sql<Facts>`
    select x.before::text, coalesce(x.before = ${run.month}::date - interval '1 month', true) as "isNext",
      (${run.month}::date - interval '1 month')::date::text as expected, w.lines, w.amount, w.exceptions, w.excepted,
      ${refusedRows(run)} as refused, ${missingStatements(run)} as carriers
    from (select max(month) as before from pay_runs where closed_at is not null and month < ${run.month}::date) x
    cross join lateral (
      select count(*) filter (where n.no_agent)::int as lines,
        coalesce(sum(l.amount) filter (where n.no_agent), 0)::numeric(16, 2)::text as amount,
        count(*) filter (where n.no_policy and not n.no_agent)::int as exceptions,
        coalesce(sum(l.amount) filter (where n.no_policy and not n.no_agent), 0)::numeric(16, 2)::text as excepted
      from commission_lines l left join policies p on p.id = l.policy_id
      cross join lateral (select ${sql.raw(isException)} as no_policy,
        l.agent_id is null and l.kind <> 'bonus' and l.matched_by is distinct from 'ignored'
          and (p.id is null or npn_on(p, l.month) is null) as no_agent) n
      where (l.policy_id is null or l.agent_id is null) and l.month between ${firstRunMonth(run.month)} and ${run.month}::date
        and not exists (select from paid_lines d where d.line_id = l.id)
    ) w`.execute(db)
  const [facts] = rows
  return facts
    ? [monthCheck(facts), linesCheck(facts), exceptionsCheck(facts), refusedCheck(facts), statementsCheck(facts)]
    : []
}

/** Files with refused rows that no later file brought and no person set aside, for statements that the run takes. */
const refusedRows = ({ month }: DraftRun) => sql<Facts['refused']>`
  (select coalesce(jsonb_agg(f order by f."fileName"), '[]')
  from (
    select r.file_name as "fileName", jsonb_agg(r.line order by r.line) as lines
    from refused_statement_rows() r
    where exists (select from unnest(r.months) m where m between ${firstRunMonth(month)} and ${month}::date)
      and not exists (select from refused_rows_set_aside k
        where k.file_hash = r.file_hash and k.line = r.line and k.undone_at is null)
    group by r.batch_id, r.file_name) f)`

/** Carriers with less than half as many lines as their last statement of the past 12 months, and no later one (rule 8). */
export const missingStatements = ({ id, month }: { id: number | null; month: string }) => sql<RunCheck['carriers']>`
  (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name) order by c.name), '[]')
  from (
    select t.carrier_id, coalesce(sum(t.lines) filter (where t.month = ${month}::date), 0) as now,
      coalesce((array_agg(t.lines order by t.month desc) filter (where t.month < ${month}::date))[1], 0) as before,
      bool_or(t.month > ${month}::date) as later
    from (
      select carrier_id, month, sum(lines) as lines from commission_month_totals
      where month >= ${month}::date - interval '12 months' group by 1, 2 having sum(lines) > 0) t
    group by 1
  ) s join carriers c on c.id = s.carrier_id
  where s.before > 0 and (s.now = 0 or s.now * 2 < s.before) and not s.later
    and not exists (select from statement_confirmations k where k.carrier_id = c.id and k.month = ${month}::date and ${isConfirmedWhole})
    and not c.id = any(coalesce((select r.confirmed from pay_runs r where r.id = ${id}::bigint), '{}')::bigint[]))`

function monthCheck({ before, isNext, expected }: Facts): RunCheck {
  const [last, due] = [before, expected].map((month) => (month === null ? '' : runName({ month, sequence: 0 })))
  const check = { check: 'month' as const, isMet: isNext, carriers: [] satisfies RunCheck['carriers'] }
  if (!isNext) return { ...check, what: `The pay run of ${due} is not closed. Close it first.` }
  return { ...check, what: before === null ? 'First pay run of the agency.' : `${last} is closed.` }
}

function linesCheck({ lines, amount }: Facts): RunCheck {
  const check = { check: 'lines' as const, isMet: lines === 0, carriers: [] satisfies RunCheck['carriers'] }
  if (lines === 0) return { ...check, what: 'Each line of a statement has an agent, here or at another agency.' }
  const count = lines === 1 ? '1 line of a statement has' : `${lines.toLocaleString('en-US')} lines of statements have`
  return {
    ...check,
    what: `${count} no agent (${showMoney(amount)}). Assign them in Manage Commissions, or load their policies.`,
  }
}

function exceptionsCheck({ exceptions, excepted }: Facts): RunCheck {
  const check = { check: 'exceptions' as const, isMet: exceptions === 0, carriers: [] satisfies RunCheck['carriers'] }
  if (exceptions === 0) return { ...check, what: 'Each line of a statement has a policy.' }
  const count =
    exceptions === 1
      ? '1 line of a statement belongs'
      : `${exceptions.toLocaleString('en-US')} lines of statements belong`
  return { ...check, what: `${count} to no policy (${showMoney(excepted)}). Resolve them in Exceptions.` }
}

/** Lines that the sentence names of each file. */
const maxNamedLines = 5

function refusedCheck({ refused }: Facts): RunCheck {
  const check = { check: 'refused', isMet: refused.length === 0, carriers: [] satisfies RunCheck['carriers'] } as const
  if (refused.length === 0) return { ...check, what: 'No row of a statement was refused, or a person set it aside.' }
  const count = refused.reduce((sum, { lines }) => sum + lines.length, 0)
  const named = refused.map(({ fileName, lines }) => {
    const more = lines.length > maxNamedLines ? ` and ${lines.length - maxNamedLines} more` : ''
    return `${fileName}, line ${lines.slice(0, maxNamedLines).join(', ')}${more}`
  })
  return {
    ...check,
    what: `${count === 1 ? '1 row of a statement was' : `${count.toLocaleString('en-US')} rows of statements were`} refused while loading (${named.join('; ')}). Load them corrected, or set them aside under Check in Manage Commissions.`,
  }
}

function statementsCheck({ carriers }: Facts): RunCheck {
  const check = { check: 'statements', isMet: carriers.length === 0, carriers } as const
  if (carriers.length === 0) return { ...check, what: 'The statements of all carriers are in, or confirmed missing.' }
  const names = carriers.map(({ name }) => name).join(', ')
  return {
    ...check,
    what: `The statement of ${names} is missing or has less than half of its lines. Load it, or confirm that it is missing.`,
  }
}
