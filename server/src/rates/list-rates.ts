import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { plusDays } from '@coverdesk/domain/fields/day-count.ts'
import type { RateFilters, RateTime, rates } from '@coverdesk/domain/rates/rate-contract.ts'
import { type Brands, brandOf } from '../platform/config/brands.ts'
import type { Db } from '../platform/db/database.ts'
import { exportList } from '../platform/exports/list-export.ts'
import type { Handler } from '../platform/http/http-call.ts'
import type { ListRequest } from '../platform/lists/list-declaration.ts'
import { listPage } from '../platform/lists/list-page.ts'
import { rateExportColumns, rateList } from './rate-list.ts'

const everybody = { all: true } as const

/** A page of rates, or all that match the filters as a file (RATE-01, RATE-13). */
export function listRates(brands: Brands): Handler<typeof rates.list> {
  return async (call, query) => {
    const request = requestOf(query, todayIn(call.now))
    if (!call.format) return await listPage(call.db, rateList, request, everybody)
    const brand = brandOf(brands, call.host)
    const options = {
      title: 'Agent rates',
      columns: rateExportColumns,
      filters: await filtersInWords(call.db, query),
      brand: { name: brand.name, color: brand.colors.light },
      timeZone: 'America/New_York',
    }
    return await exportList(call, call.format, rateList, options, request, everybody)
  }
}

function requestOf({ when, ...query }: RateFilters, today: string): ListRequest {
  if (when === 'now') return { ...query, startsTo: today, endsFrom: today }
  if (when === 'coming') return { ...query, startsFrom: plusDays(today, 1) }
  return when === 'ended' ? { ...query, endsTo: plusDays(today, -1) } : query
}

const timeWords: Record<RateTime, string> = { now: 'In force', coming: 'Upcoming', ended: 'Ended' }

async function filtersInWords(db: Db, query: RateFilters): Promise<{ label: string; value: string }[]> {
  const nameOf = async (table: 'agents' | 'carriers', id: number | undefined) =>
    id === undefined
      ? undefined
      : (await db.selectFrom(table).select('name').where('id', '=', id).executeTakeFirst())?.name
  const words: [string, string | undefined][] = [
    ['Agent', await nameOf('agents', query.agentId)],
    ['Carrier', await nameOf('carriers', query.carrierId)],
    ['When', query.when && timeWords[query.when]],
  ]
  return words.flatMap(([label, value]) => (value ? [{ label, value }] : []))
}
