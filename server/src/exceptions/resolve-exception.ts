import {
  type exceptions,
  type IgnoreInput,
  maxIgnored,
  type ResolvedLines,
} from '@coverdesk/domain/exceptions/exception-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { amountOf, cents } from '@coverdesk/domain/fields/amount.ts'
import { sql } from 'kysely'
import { matchAgain } from '../commissions/loads/link-lines.ts'
import { deriveMonthsOf } from '../expected/derive-months.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import { lockCarrier } from '../platform/imports/import-batch.ts'
import { matchingIds } from '../platform/lists/matching-ids.ts'
import { refreshLost } from '../unpaid/follow-loads.ts'
import { exceptionList, isException } from './exception-list.ts'
import { findException, visibleLine } from './exception-queries.ts'

/** What a decision is about: all lines of a carrier with this number and name. */
interface Subject {
  carrierId: number
  numberKey: string
  nameKey: string
  policyNumber: string
  insuredName: string | null
}

/** Matches a line to a policy of its carrier, and remembers it for the lines with its number and name. */
export const resolveException: Handler<typeof exceptions.resolve> = (call, { id, policyId }) =>
  inTransaction(call.db, async (db) => {
    await lockCarrier(db, 'commissions', null)
    const line = await findException(db, call.user.visibility('Statement'), id)
    const [subject] = await subjectsOf(db, [id], { open: true })
    if (!subject) fail('exception.resolved')
    const policy = await db
      .selectFrom('policies')
      .select('policy_number')
      .where('id', '=', policyId)
      .where('carrier_id', '=', line.carrierId)
      .executeTakeFirst()
    const message = `This policy is not of ${line.carrier}`
    if (!policy) return fail('request.invalid', { message, details: [{ path: 'policyId', message }] })
    await remember(db, call, [subject], { resolvedTo: policy.policy_number })
    await audit(call, db, 'update', { id, policyId })
    return await applyDecisions(db, [subject])
  })

/** Remembers why lines are none of ours. */
export const ignoreExceptions: Handler<typeof exceptions.ignore> = (call, { reason, ...chosen }) =>
  inTransaction(call.db, async (db) => {
    await lockCarrier(db, 'commissions', null)
    const subjects = await subjectsOf(db, await chosenIds(db, call, chosen), { open: true })
    if (subjects.length === 0) fail('exception.resolved')
    await remember(db, call, subjects, { ignored: reason })
    const done = await applyDecisions(db, subjects)
    await audit(call, db, 'update', { lines: done.lines })
    return done
  })

/** Undoes the decision about a line. */
export const undoResolution: Handler<typeof exceptions.undo> = (call, { id }) =>
  inTransaction(call.db, async (db) => {
    await lockCarrier(db, 'commissions', null)
    await findException(db, call.user.visibility('Statement'), id)
    const subjects = await subjectsOf(db, [id], { open: false })
    const { numAffectedRows } = await sql`
      update line_resolutions z set undone_at = now(), undone_by = ${call.user.id}
      from ${tableOf(subjects)} where z.carrier_id = s."carrierId" and z.number_key = s."numberKey" and z.name_key = s."nameKey"
        and z.undone_at is null`.execute(db)
    if (!numAffectedRows) fail('exception.not_resolved')
    await audit(call, db, 'undo', { id })
    return await applyDecisions(db, subjects)
  })

async function chosenIds(
  db: Db,
  { user }: SignedInCall,
  { ids, filter = {} }: Pick<IgnoreInput, 'ids' | 'filter'>,
): Promise<number[]> {
  const visibility = user.visibility('Statement')
  if (ids) {
    const { rows } = await sql<{ id: number }>`
      select l.id from commission_lines l where l.id = any(${ids}::bigint[]) and ${visibleLine(visibility)}`.execute(db)
    return rows.map(({ id }) => id)
  }
  const list = exceptionList()
  const found = await matchingIds(db, list, { ...filter, pageNumber: 1, pageSize: 1 }, visibility, maxIgnored + 1)
  if (found.length > maxIgnored)
    fail('exception.too_many', {
      message: `Ignore at most ${maxIgnored.toLocaleString('en-US')} lines at once: narrow the filters.`,
    })
  return found
}

/** Numbers and names of lines; `open`: of those that are exceptions. */
async function subjectsOf(db: Db, ids: readonly number[], { open }: { open: boolean }): Promise<Subject[]> {
  const { rows } = await sql<Subject>`
    select distinct on (l.carrier_id, k.number_key, k.name_key) l.carrier_id as "carrierId", k.number_key as "numberKey",
      k.name_key as "nameKey", k.stated as "policyNumber", l.insured_name as "insuredName"
    from commission_lines l
    cross join lateral (select coalesce(l.stated_number, l.policy_number) as stated) n
    cross join lateral (select n.stated, policy_number_key(n.stated) as number_key, line_name_key(l.insured_name) as name_key) k
    where l.id = any(${ids}::bigint[]) and (${!open} or ${sql.raw(isException)})
    order by l.carrier_id, k.number_key, k.name_key, l.id`.execute(db)
  return rows
}

const tableOf = (subjects: readonly Subject[]) => sql`jsonb_to_recordset(${JSON.stringify(subjects)}::jsonb) as s
  ("carrierId" bigint, "numberKey" text, "nameKey" text, "policyNumber" text, "insuredName" text)`

/** An earlier decision whose policy is gone gives way to the new one. */
async function remember(
  db: Db,
  { user }: SignedInCall,
  subjects: readonly Subject[],
  { resolvedTo = null, ignored = null }: { resolvedTo?: string | null; ignored?: string | null },
): Promise<void> {
  await sql`
    update line_resolutions z set undone_at = now(), undone_by = ${user.id}
    from ${tableOf(subjects)} where z.carrier_id = s."carrierId" and z.number_key = s."numberKey" and z.name_key = s."nameKey"
      and z.undone_at is null`.execute(db)
  await sql`
    insert into line_resolutions (carrier_id, number_key, name_key, policy_number, insured_name, resolved_to, ignored, created_by)
    select s."carrierId", s."numberKey", s."nameKey", s."policyNumber", s."insuredName", ${resolvedTo}::text, ${ignored}::text, ${user.id}
    from ${tableOf(subjects)}`.execute(db)
}

/** Matches the lines of decisions again, with all that follows from them: sums, unpaid policies, the ledger. */
async function applyDecisions(db: Db, subjects: readonly Subject[]): Promise<ResolvedLines> {
  const { rows } = await sql<{ carrierId: number; ids: number[]; amount: string; lines: number }>`
    select l.carrier_id as "carrierId", jsonb_agg(l.id) as ids, sum(l.amount)::numeric(16, 2)::text as amount, count(*)::int as lines
    from ${tableOf(subjects)}
    cross join lateral lines_of_number(s."carrierId", s."numberKey") n (id)
    join commission_lines l on l.id = n.id and line_name_key(l.insured_name) = s."nameKey"
    group by 1 order by 1`.execute(db)
  for (const { carrierId, ids } of rows) {
    await lockCarrier(db, 'policies', carrierId)
    const { policies } = await matchAgain(db, ids)
    await refreshLost(db, carrierId, { money: true })
    await deriveMonthsOf(db, carrierId, policies)
  }
  return totalOf(rows)
}

const totalOf = (rows: readonly ResolvedLines[]): ResolvedLines => ({
  lines: rows.reduce((sum, { lines }) => sum + lines, 0),
  amount: amountOf(rows.reduce((sum, { amount }) => sum + (cents(amount) ?? 0), 0)),
})

async function audit(
  { audit: source }: SignedInCall,
  db: Db,
  action: 'update' | 'undo',
  { id, ...facts }: { id: number; policyId: number } | { id: number } | { id?: undefined; lines: number },
): Promise<void> {
  await writeAudit(db, source, {
    action,
    entity: 'exception',
    outcome: 'done',
    facts,
    ...(id === undefined ? {} : { entityId: id }),
  })
}
