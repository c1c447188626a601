import { pto } from '@coverdesk/domain/pto/pto-contract.ts'
import { showHours, workingHours } from '@coverdesk/domain/pto/pto-hours.ts'
import type { Brands } from '../platform/config/brands.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { listPto } from './list-pto.ts'
import { findPto, ptoVisibility } from './pto-queries.ts'
import { requestPto } from './request-pto.ts'
import { setPtoStatus } from './set-pto-status.ts'

export function ptoRoutes(on: Bind, { brands }: { brands: Brands }): void {
  on(pto.list, listPto(brands))
  on(pto.hours, async (_call, time) => ({ hours: showHours(workingHours(time)) }))
  on(pto.one, ({ db, user }, { id }) => findPto(db, ptoVisibility(user), id))
  on(pto.request, requestPto)
  on(pto.setStatus, setPtoStatus)
}
