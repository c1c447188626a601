import { pto } from '@coverdesk/domain/pto/pto-contract.ts'
import { showHours, workingHours } from '@coverdesk/domain/pto/pto-hours.ts'
import { listOrExport } from '../platform/exports/list-export.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { editPto } from './edit-pto.ts'
import { ptoExport } from './pto-list.ts'
import { findPto, overlapsOf, ptoVisibility } from './pto-queries.ts'
import { requestPto } from './request-pto.ts'
import { setPtoStatus } from './set-pto-status.ts'

export function ptoRoutes(on: Bind): void {
  on(pto.list, (call, query) => listOrExport(call, ptoExport, query, ptoVisibility(call.user)))
  on(pto.hours, async (_call, time) => ({ hours: showHours(workingHours(time)) }))
  on(pto.overlaps, ({ db, user }, { except, ...days }) =>
    overlapsOf(db, { ...days, id: except ?? 0, requesterId: user.id }),
  )
  on(pto.one, ({ db, user }, { id }) => findPto(db, ptoVisibility(user), id))
  on(pto.request, requestPto)
  on(pto.edit, editPto)
  on(pto.setStatus, setPtoStatus)
}
