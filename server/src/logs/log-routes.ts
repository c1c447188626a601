import { logs } from '@coverdesk/domain/logs/log-contract.ts'
import { activityList } from '../audit/activity-list.ts'
import { listOrExport } from '../platform/exports/list-export.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { listPage } from '../platform/lists/list-page.ts'
import { logExport } from './log-list.ts'

const everyone = { all: true } as const

/** Log entries have no owner: users who may read the log can read all of it. */
export function logRoutes(on: Bind): void {
  on(logs.list, (call, query) => listOrExport(call, logExport, query, everyone))
  on(logs.activity, ({ db }, query) => listPage(db, activityList, query, everyone))
}
