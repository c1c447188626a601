import type { Confirmation } from '@coverdesk/domain/expected/confirmation.ts'
import { firstCovered, lastCovered } from '@coverdesk/domain/expected/coverage.ts'
import { firstDayOf, showMonth } from '@coverdesk/domain/expected/month-count.ts'
import type { PolicyFacts } from '@coverdesk/domain/expected/policy-facts.ts'
import { type LedgerMonth, owedFor, policyLedger } from '@coverdesk/domain/expected/policy-ledger.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { amountOf, showAmount } from '@coverdesk/domain/fields/amount.ts'
import { scheduleName } from '@coverdesk/domain/schedules/schedule-words.ts'
import type { PaidLine, VarianceDetail, VarianceRow, variances } from '@coverdesk/domain/variances/variance-contract.ts'
import { sql } from 'kysely'
import { confirmationOf } from '../expected/confirmation-of.ts'
import { policiesOfPersons } from '../expected/person-chains.ts'
import { readCarrier } from '../expected/read-carrier.ts'
import type { Db } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { selectSchedules } from '../schedules/schedule-queries.ts'
import { findVariance } from './variance-queries.ts'

export const explainVariance: Handler<typeof variances.one> = async ({ db, user }, { id }) => {
  const variance = await findVariance(db, user.visibility('Statement'), id)
  const [explained] = await explainMonths(db, variance.carrierId, [variance])
  const { ledger, facts, lines } = explained ?? fail('record.not_found')
  return {
    variance,
    facts,
    lines,
    confirmation: await confirmationOfLines(
      db,
      lines.map((line) => line.id),
    ),
    disputes: await disputesOf(db, id),
    months: ledger.map((one) => ({
      month: firstDayOf(one.month),
      class: one.class,
      expected: amountOf(owedFor(one)),
      received: amountOf(one.received),
      isCounted: one.state !== 'unrated',
    })),
  }
}

/** Policy month that is explained. */
type ExplainedMonth = Pick<VarianceRow, 'policyId' | 'month'>

interface MonthExplanation {
  ledger: LedgerMonth[]
  facts: VarianceDetail['facts']
  lines: PaidLine[]
}

/**
 * Why variances of a carrier are ones: their ledgers are computed again by the rules that derived them, with every piece of a line. As
 * many queries for all as for one.
 */
export async function explainMonths(
  db: Db,
  carrierId: number,
  asked: readonly ExplainedMonth[],
): Promise<MonthExplanation[]> {
  const carrier = (await readCarrier(db, carrierId)) ?? fail('carrier.not_found')
  const chains = await policiesOfPersons(
    db,
    carrierId,
    asked.map(({ policyId }) => policyId),
  )
  const found = asked.map(({ policyId, month: day }) => {
    const chain = chains.get(policyId) ?? fail('record.not_found')
    const policy = chain.find(({ id }) => id === policyId) ?? fail('record.not_found')
    const ledger = policyLedger(policy, chain, carrier)
    return { policy, ledger, month: ledger.find((one) => firstDayOf(one.month) === day) }
  })
  const months = found.flatMap(({ month }) => month ?? [])
  const names = await namesOf(db, months)
  const lines = new Map((await paidLines(db, months)).map((paid, place) => [months[place], paid]))
  return found.map(({ policy, ledger, month }) => ({
    ledger,
    facts: month ? factsOf(month, policy, names) : [],
    lines: lines.get(month) ?? [],
  }))
}

/** The newest decision that equal ones of these lines are right. */
async function confirmationOfLines(db: Db, ids: readonly number[]): Promise<VarianceDetail['confirmation']> {
  const { rows } = await sql<{ confirmation: Confirmation }>`
    select ${confirmationOf('q')} as confirmation from commission_lines l
    join equal_line_confirmations q on q.carrier_id = l.carrier_id and q.policy_number = l.policy_number
      and q.statement = l.month and q.amount = l.amount and q.undone_at is null
    where l.id = any(${ids}::bigint[]) order by q.id desc limit 1`.execute(db)
  return rows[0]?.confirmation ?? null
}

async function disputesOf(db: Db, id: number): Promise<VarianceDetail['disputes']> {
  const { rows } = await sql<VarianceDetail['disputes'][number]>`
    select d.id, d.sent_on as "sentOn", d.outcome from dispute_items i join disputes d on d.id = i.dispute_id
    where i.variance_id = ${id} order by d.id`.execute(db)
  return rows
}

interface Names {
  agents: ReadonlyMap<number, string>
  schedules: ReadonlyMap<number, string>
}

async function namesOf(db: Db, months: readonly LedgerMonth[]): Promise<Names> {
  const agentIds = months.flatMap(({ holder }) => holder?.agentId ?? [])
  const scheduleIds = months.flatMap(({ row }) => row?.id ?? [])
  const { rows: agents } = await sql<{ id: number; name: string }>`
    select id, name from agents where id = any(${agentIds}::bigint[])`.execute(db)
  const schedules = await selectSchedules(db, sql`s.id = any(${scheduleIds}::bigint[])`)
  return {
    agents: new Map(agents.map(({ id, name }) => [id, name])),
    schedules: new Map(schedules.map((row) => [row.id, scheduleName(row)])),
  }
}

function factsOf(month: LedgerMonth, policy: PolicyFacts, { agents, schedules }: Names): VarianceDetail['facts'] {
  const { row, facts, holder } = month
  const agent = holder?.agentId ? agents.get(holder.agentId) : undefined
  const [first, last] = [firstCovered(policy.versions), lastCovered(policy.versions)]
  const never = first !== null && last !== null && last < first
  const covered = never ? 'never' : [first, last].map((at) => (at === null ? '' : showMonth(at))).join(' – ')
  return [
    { label: 'Expected', value: showAmount(amountOf(owedFor(month))) },
    { label: 'Schedule', value: (row && schedules.get(row.id)) ?? 'No row applies' },
    { label: 'Business', value: facts.isNew ? 'New' : 'Renewal' },
    { label: 'Members', value: facts.members === null ? 'Unknown' : String(facts.members) },
    { label: 'In force', value: month.isInForce ? covered : `Not in ${showMonth(month.month)} (${covered})` },
    { label: 'Agent of record', value: agent ?? (holder?.npn ? `NPN ${holder.npn}` : 'Not said') },
    { label: 'Due with', value: `${showMonth(month.dueWith)} statement` },
  ]
}

/** The lines that pay each of these months, each with its file. */
export async function paidLines(db: Db, months: readonly LedgerMonth[]): Promise<PaidLine[][]> {
  const ids = months.flatMap(({ pieces }) => pieces.map(({ line }) => line.id))
  const { rows } = await sql<{ id: number } & Pick<PaidLine, 'fileName' | 'batchId' | 'line'>>`
    select l.id, b.file_name as "fileName", b.id as "batchId", l.last_line as line
    from commission_lines l left join import_batches b on b.id = l.last_batch_id
    where l.id = any(${ids}::bigint[])`.execute(db)
  const files = new Map(rows.map((row) => [row.id, row]))
  return months.map(({ pieces }) =>
    pieces.map(({ line, amount }) => {
      const file = files.get(line.id)
      return {
        id: line.id,
        statement: firstDayOf(line.statement),
        kind: line.kind,
        amount: amountOf(amount),
        lineAmount: amountOf(line.amount),
        npn: line.npn,
        fileName: file?.fileName ?? null,
        batchId: file?.batchId ?? null,
        line: file?.line ?? null,
      }
    }),
  )
}
