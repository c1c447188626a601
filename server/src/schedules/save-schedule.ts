import { fail } from '@coverdesk/domain/fail.ts'
import type { NewScheduleRow, ScheduleRowOut, schedules } from '@coverdesk/domain/schedules/schedule-contract.ts'
import {
  amountText,
  businessWords,
  monthsText,
  scheduleName,
  scopeWords,
  stateWords,
} from '@coverdesk/domain/schedules/schedule-words.ts'
import { schedulesOverlap } from '@coverdesk/domain/schedules/schedules-overlap.ts'
import { sql } from 'kysely'
import { deriveMonths } from '../expected/derive-months.ts'
import { keepChange, refuseEditConflict } from '../history/record-changes.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import { findSchedule, lockScheduleOf, schedulesOf } from './schedule-queries.ts'
import { scheduleChanges, scheduleColumnsOf } from './schedule-record.ts'

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
    if (scheduleChanges(before, { ...before, ...said }).length === 0) return before
    await refuseOverlap(db, before.carrierId, said, id)
    const columns = scheduleColumnsOf(said)
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
    for (const { id, version: _, carrierId: __, carrierName: ___, ...said } of ending) {
      const next = {
        ...said,
        firstMonth: laterYear(said.firstMonth, year),
        lastMonth: `${said.lastMonth?.slice(0, 3)}${year + 1}`,
      }
      const overlap = (await schedulesOf(db, carrierId)).find((other) => schedulesOverlap(next, other))
      if (overlap)
        refuse('year', `${scheduleName({ ...next, carrierName: carrier })} overlaps a row that is there already.`)
      const saved = await insertSchedule(db, carrierId, next)
      await sql`
        update commission_schedules t set document_id = s.document_id from commission_schedules s
        where t.id = ${saved.id} and s.id = ${id}`.execute(db)
      await record(db, call, { before: null, after: saved, action: `Copied from ${year}` })
    }
    await deriveMonths(db, [carrierId])
    return { copied: ending.length }
  })

/** A row that began in an earlier year is copied as one of the whole next year. */
const laterYear = (month: string, year: number) =>
  month.endsWith(`/${year}`) ? `${month.slice(0, 3)}${year + 1}` : `01/${year + 1}`

async function insertSchedule(db: Db, carrierId: number, said: Said): Promise<ScheduleRowOut> {
  const columns = { carrier_id: carrierId, ...scheduleColumnsOf(said) }
  const names = Object.keys(columns).map((name) => sql.ref(name))
  const { rows } = await sql<{ id: number }>`
    insert into commission_schedules (${sql.join(names)}) values (${sql.join(Object.values(columns))}) returning id`.execute(
    db,
  )
  return await findSchedule(db, rows[0]?.id ?? fail('server.error'))
}

/** Names the row that answers for the same policies and months; the exclusion constraint is the last word. */
async function refuseOverlap(db: Db, carrierId: number, said: Said, except?: number): Promise<void> {
  const other = (await schedulesOf(db, carrierId)).find((row) => row.id !== except && schedulesOverlap(said, row))
  if (!other) return
  const message = `Overlaps the row ${[stateWords(other), scopeWords(other), businessWords[other.business], monthsText(other)].join(', ')}`
  fail('schedule.overlaps', { message, details: [{ path: 'firstMonth', message }] })
}

function refuse(path: string, message: string): never {
  return fail('request.invalid', { message, details: [{ path, message }] })
}

async function record(
  db: Db,
  call: SignedInCall,
  { before, after, action }: { before: ScheduleRowOut | null; after: ScheduleRowOut; action: string },
): Promise<void> {
  const changes = scheduleChanges(before, after)
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
