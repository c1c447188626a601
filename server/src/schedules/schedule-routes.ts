import { schedules } from '@coverdesk/domain/schedules/schedule-contract.ts'
import { changesSince } from '../history/record-changes.ts'
import { listOrExport } from '../platform/exports/list-export.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { copySchedules, createSchedule, editSchedule, removeSchedule } from './save-schedule.ts'
import { attachDocument, detachDocument, downloadDocument } from './schedule-documents.ts'
import { scheduleExport } from './schedule-list.ts'
import { findSchedule } from './schedule-queries.ts'
import { testSchedule } from './test-schedule.ts'

export function scheduleRoutes(on: Bind): void {
  on(schedules.list, (call, query) => listOrExport(call, scheduleExport, query, { all: true }))
  on(schedules.one, ({ db }, { id }) => findSchedule(db, id))
  on(schedules.create, createSchedule)
  on(schedules.edit, editSchedule)
  on(schedules.remove, removeSchedule)
  on(schedules.copy, copySchedules)
  on(schedules.test, testSchedule)
  on(schedules.document, downloadDocument)
  on(schedules.attach, attachDocument)
  on(schedules.detach, detachDocument)
  on(schedules.history, async ({ db }, { id }) => {
    await findSchedule(db, id)
    return await changesSince(db, 'schedule', id)
  })
}
