import { pto } from '@coverdesk/domain/pto/pto-contract.ts'
import { showHours, workingHours } from '@coverdesk/domain/pto/pto-hours.ts'
import { listOrExport } from '../platform/exports/list-export.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { ptoExport } from './pto-list.ts'
import { findPto, ptoVisibility } from './pto-queries.ts'
import { requestPto } from './request-pto.ts'
import { setPtoStatus } from './set-pto-status.ts'

export function ptoRoutes(on: Bind): void {
  on(pto.list, (call, query) => listOrExport(call, ptoExport, query, ptoVisibility(call.user)))
  on(pto.hours, async (_call, time) => ({ hours: showHours(workingHours(time)) }))
  on(pto.one, ({ db, user }, { id }) => findPto(db, ptoVisibility(user), id))
  on(pto.request, requestPto)
  on(pto.setStatus, setPtoStatus)
}
