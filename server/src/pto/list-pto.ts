import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import type { PtoFilters, pto } from '@coverdesk/domain/pto/pto-contract.ts'
import { ptoStatusOf } from '@coverdesk/domain/pto/pto-rules.ts'
import { type Brands, brandOf } from '../platform/config/brands.ts'
import type { Db } from '../platform/db/database.ts'
import { exportList } from '../platform/exports/list-export.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { listPage } from '../platform/lists/list-page.ts'
import { ptoExportColumns, ptoList } from './pto-list.ts'
import { ptoVisibility } from './pto-queries.ts'

/** A page of the requests that the user can see, or all that match the filters as a file (PTO-01, PTO-12). */
export function listPto(brands: Brands): Handler<typeof pto.list> {
  return async (call, query) => {
    if (!call.format) return await listPage(call.db, ptoList, query, ptoVisibility(call.user))
    const brand = brandOf(brands, call.host)
    const options = {
      title: 'Paid time off',
      columns: ptoExportColumns,
      filters: await filtersInWords(call.db, query),
      brand: { name: brand.name, color: brand.colors.light },
      timeZone: 'America/New_York',
    }
    return await exportList(call, call.format, ptoList, options, query, ptoVisibility(call.user))
  }
}

async function filtersInWords(db: Db, query: PtoFilters): Promise<{ label: string; value: string }[]> {
  const agent = query.agentId
    ? await db.selectFrom('agents').select('name').where('id', '=', query.agentId).executeTakeFirst()
    : undefined
  const words: [string, string | undefined][] = [
    ['Agent', agent?.name],
    ['Status', ptoStatusOf(query.statusId ?? 0)],
    ['From', query.from && showDate(query.from)],
    ['To', query.to && showDate(query.to)],
  ]
  return words.flatMap(([label, value]) => (value ? [{ label, value }] : []))
}
