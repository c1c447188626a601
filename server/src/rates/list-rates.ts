import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import type { rates } from '@coverdesk/domain/rates/rate-contract.ts'
import { listOrExport } from '../platform/exports/list-export.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { withSpanDays } from '../platform/lists/span-filters.ts'
import { rateExport } from './rate-list.ts'

/** A page of rates, or all that match the filters as a file (RATE-01, RATE-13). */
export const listRates: Handler<typeof rates.list> = (call, query) =>
  listOrExport(call, rateExport, withSpanDays(query, todayIn(call.now)), { all: true })
