import { fail } from '@coverdesk/domain/failures.ts'
import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { firstOfMonth } from '@coverdesk/domain/fields/month-text.ts'
import { type FieldChange, fieldChanges } from '@coverdesk/domain/history/history-contract.ts'
import type { NewScheduleRow, ScheduleRowOut, schedules } from '@coverdesk/domain/schedules/schedule-contract.ts'
import {
  amountText,
  basisText,
  businessWords,
  monthsText,
  scheduleName,
  scopeWords,
  stateWords,
} from '@coverdesk/domain/schedules/schedule-words.ts'
import { sql } from 'kysely'
import { deriveMonths } from '../expected/derive-months.ts'
import { keepChange, refuseEditConflict } from '../history/record-changes.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import { findSchedule, lockScheduleOf, schedulesOf } from './schedule-queries.ts'

type Said = Omit<NewScheduleRow, 'carrierId'>

/** Creates a row. What the carrier owes is derived again in the same transaction. */
export const createSchedule: Handler<typeof schedules.create> = (call, { carrierId, ...said }) =>
  inTransaction(call.db, async (db) => {
    await lockScheduleOf(db, carrierId)
    await refuseOverlap(db, carrierId, said)
    const saved = await insertSchedule(db, carrierId, said)
    await record(db, call, { before: null, after: saved, action: 'Created' })
    await deriveMonths(db, [carrierId])
    return saved
  })

/** Changes a row; fails with `record.changed` when someone else changed it first (P-74). */
export const editSchedule: Handler<typeof schedules.edit> = (call, { id, version, ...said }) =>
  inTransaction(call.db, async (db) => {
    await lockScheduleOf(db, (await findSchedule(db, id)).carrierId)
    const before = await findSchedule(db, id)
    if (before.version !== version) return await refuseEditConflict(db, 'schedule', id, version)
    if (changesOf(before, { ...before, ...said }).length === 0) return before
    await refuseOverlap(db, before.carrierId, said, id)
    const columns = columnsOf(said)
    const set = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
    await sql`update commission_schedules set ${sql.join(set)}, version = version + 1 where id = ${id}`.execute(db)
    const saved = await findSchedule(db, id)
    await record(db, call, { before, after: saved, action: 'Changed' })
    await deriveMonths(db, [before.carrierId])
    return saved
  })

/** Deletes a row; its months are answered by the other rows or are not rated. */
export const removeSchedule: Handler<typeof schedules.remove> = (call, { id, version }) =>
  inTransaction(call.db, async (db) => {
    await lockScheduleOf(db, (await findSchedule(db, id)).carrierId)
    const before = await findSchedule(db, id)
    if (before.version !== version) return await refuseEditConflict(db, 'schedule', id, version)
    await sql`delete from commission_schedules where id = ${id}`.execute(db)
    await writeAudit(db, call.audit, {
      action: 'delete',
      entity: 'schedule',
      entityId: id,
      outcome: 'done',
      facts: { schedule: scheduleName(before), amount: amountText(before) },
    })
    await deriveMonths(db, [before.carrierId])
    return { id }
  })

/** Copies the rows of a carrier that end in a year to the year after it, all or none. */
export const copySchedules: Handler<typeof schedules.copy> = (call, { carrierId, year }) =>
  inTransaction(call.db, async (db) => {
    const carrier = await lockScheduleOf(db, carrierId)
    const ending = (await schedulesOf(db, carrierId)).filter(({ lastMonth }) => lastMonth?.endsWith(`/${year}`))
    if (ending.length === 0)
      refuse('year', `No row of ${carrier} ends in ${year}. Rows without a last month go on in ${year + 1}.`)
    for (const { id: _, version: __, carrierId: ___, carrierName: ____, ...said } of ending) {
      const next = {
        ...said,
        firstMonth: laterYear(said.firstMonth, year),
        lastMonth: `${said.lastMonth?.slice(0, 3)}${year + 1}`,
      }
      const overlap = (await schedulesOf(db, carrierId)).find((other) => overlaps(next, other))
      if (overlap)
        refuse('year', `${scheduleName({ ...next, carrierName: carrier })} overlaps a row that is there already.`)
      const saved = await insertSchedule(db, carrierId, next)
      await record(db, call, { before: null, after: saved, action: `Copied from ${year}` })
    }
    await deriveMonths(db, [carrierId])
    return { copied: ending.length }
  })

/** A row that began in an earlier year is copied as one of the whole next year. */
const laterYear = (month: string, year: number) =>
  month.endsWith(`/${year}`) ? `${month.slice(0, 3)}${year + 1}` : `01/${year + 1}`

async function insertSchedule(db: Db, carrierId: number, said: Said): Promise<ScheduleRowOut> {
  const columns = { carrier_id: carrierId, ...columnsOf(said) }
  const names = Object.keys(columns).map((name) => sql.ref(name))
  const { rows } = await sql<{ id: number }>`
    insert into commission_schedules (${sql.join(names)}) values (${sql.join(Object.values(columns))}) returning id`.execute(
    db,
  )
  return await findSchedule(db, rows[0]?.id ?? fail('server.error'))
}

function columnsOf(said: Said) {
  return {
    states: said.states,
    scope: said.scope,
    scope_value: said.scopeValue,
    business: said.business,
    first_month: firstOfMonth(said.firstMonth),
    last_month: said.lastMonth === null ? null : firstOfMonth(said.lastMonth),
    cohort_from: said.cohortFrom,
    cohort_to: said.cohortTo,
    members_from: said.membersFrom,
    members_to: said.membersTo,
    basis: said.basis,
    amount: said.amount,
    cap: said.basis === 'member' ? said.cap : null,
    commissionable: said.commissionable,
    first_lag: said.firstLag,
    dispute_days: said.disputeDays,
    source: said.source,
  }
}

/** Names the row that answers for the same policies and months; the exclusion constraint is the last word. */
async function refuseOverlap(db: Db, carrierId: number, said: Said, except?: number): Promise<void> {
  const other = (await schedulesOf(db, carrierId)).find((row) => row.id !== except && overlaps(said, row))
  if (!other) return
  const message = `Overlaps the row ${[stateWords(other), scopeWords(other), businessWords[other.business], monthsText(other)].join(', ')}`
  fail('schedule.overlaps', { message, details: [{ path: 'firstMonth', message }] })
}

type Compared = Pick<
  ScheduleRowOut,
  | 'states'
  | 'scope'
  | 'scopeValue'
  | 'business'
  | 'firstMonth'
  | 'lastMonth'
  | 'cohortFrom'
  | 'cohortTo'
  | 'membersFrom'
  | 'membersTo'
>

/** Whether both rows answer for a policy and month: the rule of the constraint schedule_cells_one_row. */
function overlaps(one: Compared, other: Compared): boolean {
  const sharesState =
    one.states.length === 0 || other.states.length === 0 || one.states.some((state) => other.states.includes(state))
  const sharesBusiness = one.business === 'both' || other.business === 'both' || one.business === other.business
  return (
    one.scope === other.scope &&
    one.scopeValue.toLowerCase() === other.scopeValue.toLowerCase() &&
    sharesState &&
    sharesBusiness &&
    shareRange(
      [monthKey(one.firstMonth), monthKey(one.lastMonth)],
      [monthKey(other.firstMonth), monthKey(other.lastMonth)],
    ) &&
    shareRange([one.cohortFrom, one.cohortTo], [other.cohortFrom, other.cohortTo]) &&
    shareRange([one.membersFrom, one.membersTo], [other.membersFrom, other.membersTo])
  )
}

const monthKey = (month: string | null) => (month === null ? null : firstOfMonth(month))

type Range<Value> = readonly [from: Value | null, to: Value | null]
function shareRange<Value extends string | number>(
  [from, to]: Range<Value>,
  [otherFrom, otherTo]: Range<Value>,
): boolean {
  return (
    (to === null || otherFrom === null || otherFrom <= to) && (otherTo === null || from === null || from <= otherTo)
  )
}

function refuse(path: string, message: string): never {
  return fail('request.invalid', { message, details: [{ path, message }] })
}

async function record(
  db: Db,
  call: SignedInCall,
  { before, after, action }: { before: ScheduleRowOut | null; after: ScheduleRowOut; action: string },
): Promise<void> {
  const changes = changesOf(before, after)
  const { id, version } = after
  await keepChange(db, { entity: 'schedule', id, version, action, by: call.user.id, changes })
  await writeAudit(db, call.audit, {
    action: before ? 'update' : 'create',
    entity: 'schedule',
    entityId: id,
    outcome: 'done',
    facts: { fields: changes.map(({ field }) => field).join(', ') },
  })
}

const labels = {
  carrier: 'Carrier',
  states: 'States',
  plans: 'For',
  business: 'Business',
  months: 'Months',
  basis: 'Basis',
  amount: 'Amount',
  cohort: 'Effective dates',
  members: 'Family size',
  firstLag: 'Months to the first payment',
  disputeDays: 'Days to dispute',
  source: 'Source',
}

function changesOf(before: ScheduleRowOut | null, after: ScheduleRowOut): FieldChange[] {
  const nothing = Object.fromEntries(Object.keys(labels).map((name) => [name, null]))
  return fieldChanges<{ [name: string]: string | number | null }>(
    labels,
    before ? inWords(before) : nothing,
    inWords(after),
  )
}

const span = (from: string | number | null, to: string | number | null) =>
  from === null && to === null ? null : `${from ?? ''} – ${to ?? ''}`

function inWords(row: ScheduleRowOut): { [name in keyof typeof labels]: string | number | null } {
  return {
    carrier: row.carrierName,
    states: stateWords(row),
    plans: scopeWords(row),
    business: businessWords[row.business],
    months: monthsText(row),
    basis: basisText(row),
    amount: amountText(row),
    cohort: span(showDate(row.cohortFrom) || null, showDate(row.cohortTo) || null),
    members: span(row.membersFrom, row.membersTo),
    firstLag: row.firstLag,
    disputeDays: row.disputeDays,
    source: row.source,
  }
}
