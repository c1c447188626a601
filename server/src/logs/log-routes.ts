import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { type LogFilters, logs } from '@coverdesk/domain/logs/log-contract.ts'
import { activityList } from '../audit/activity-list.ts'
import { type Brands, brandOf } from '../platform/config/brands.ts'
import { exportList } from '../platform/exports/list-export.ts'
import type { Bind, Handler } from '../platform/http/http-call.ts'
import { listPage } from '../platform/lists/list-page.ts'
import { logExportColumns, logList } from './log-list.ts'

const everyone = { all: true } as const

/** Log entries have no owner: users who may read the log can read all of it. */
export function logRoutes(on: Bind, { brands }: { brands: Brands }): void {
  on(logs.list, listLog(brands))
  on(logs.activity, ({ db }, query) => listPage(db, activityList, query, everyone))
}

function listLog(brands: Brands): Handler<typeof logs.list> {
  return async (call, query) => {
    if (!call.format) return await listPage(call.db, logList, query, everyone)
    const brand = brandOf(brands, call.host)
    const shown = {
      title: 'Logs',
      columns: logExportColumns,
      filters: filtersInWords(query),
      brand: { name: brand.name, color: brand.colors.light },
      timeZone: 'America/New_York',
    }
    return await exportList(call, call.format, logList, shown, query, everyone)
  }
}

function filtersInWords(query: LogFilters): { label: string; value: string }[] {
  const words: [string, string | undefined][] = [
    ['From', query.from && showDate(query.from)],
    ['To', query.to && showDate(query.to)],
    ['User', query.user],
    ['Message', query.message],
    ['Server', query.server],
    ['Level', query.level],
    ['Category', query.category],
  ]
  return words.flatMap(([label, value]) => (value ? [{ label, value }] : []))
}
