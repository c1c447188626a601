import { alerts } from '@coverdesk/domain/alerts/alert-contract.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { listPage } from '../platform/lists/list-page.ts'
import { alertList } from './alert-list.ts'

export function alertRoutes(on: Bind): void {
  on(alerts.list, ({ db }, query) => listPage(db, alertList, query, { all: true }))
}
