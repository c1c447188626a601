import { fail } from '@coverdesk/domain/fail.ts'
import type { ScheduleRowOut } from '@coverdesk/domain/schedules/schedule-contract.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { selectList } from '../platform/lists/select-list.ts'
import { scheduleList } from './schedule-list.ts'

/** Rows of schedules that meet a condition on `s`. */
export async function selectSchedules(db: Db, condition: RawBuilder<unknown>): Promise<ScheduleRowOut[]> {
  const { rows } = await sql<ScheduleRowOut>`
    ${selectList(scheduleList)} where ${condition}
    order by s.first_month, s.id`.execute(db)
  return rows
}

/** One row of a schedule; fails as missing if it does not exist. */
export async function findSchedule(db: Db, id: number): Promise<ScheduleRowOut> {
  return (await selectSchedules(db, sql`s.id = ${id}`))[0] ?? fail('schedule.not_found')
}

/** All rows of a carrier's schedule. */
export function schedulesOf(db: Db, carrierId: number): Promise<ScheduleRowOut[]> {
  return selectSchedules(db, sql`s.carrier_id = ${carrierId}`)
}

/** Locks a carrier until the transaction ends, so that changes of its schedule follow one another. */
export async function lockScheduleOf(db: Db, carrierId: number): Promise<string> {
  const { rows } = await sql<{
    name: string
  }>`select name from carriers where id = ${carrierId} for no key update`.execute(db)
  return rows[0]?.name ?? fail('carrier.not_found')
}
