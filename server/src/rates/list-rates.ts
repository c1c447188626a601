import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { plusDays } from '@coverdesk/domain/fields/day-count.ts'
import type { RateFilters, rates } from '@coverdesk/domain/rates/rate-contract.ts'
import { listOrExport } from '../platform/exports/list-export.ts'
import type { Handler } from '../platform/http/http-call.ts'
import type { ListRequest } from '../platform/lists/list-declaration.ts'
import { rateExport } from './rate-list.ts'

/** A page of rates, or all that match the filters as a file (RATE-01, RATE-13). */
export const listRates: Handler<typeof rates.list> = (call, query) =>
  listOrExport(call, rateExport, withDays(query, todayIn(call.now)), { all: true })

/** Adds the days of 'when'. */
function withDays(query: RateFilters, today: string): ListRequest {
  if (query.when === 'now') return { ...query, startsTo: today, endsFrom: today }
  if (query.when === 'coming') return { ...query, startsFrom: plusDays(today, 1) }
  return query.when === 'ended' ? { ...query, endsTo: plusDays(today, -1) } : query
}
