import { plusDays } from '@coverdesk/domain/fields/day-count.ts'
import type { ListRequest } from './list-declaration.ts'
import { type ListFilter, onOrAfter, onOrBefore } from './list-filters.ts'

/** Filters on `start_date` and `end_date`, for `withSpanDays`. Rows without an end never end. */
export function spanFilters(alias: string): Record<string, ListFilter> {
  return {
    startsFrom: onOrAfter(`${alias}.start_date`),
    startsTo: onOrBefore(`${alias}.start_date`),
    endsFrom: {
      types: ['date'],
      condition: (day) => `(${alias}.end_date is null or ${alias}.end_date >= (select ${day}))`,
      valuesOf: (typed) => [typed],
    },
    endsTo: onOrBefore(`${alias}.end_date`),
  }
}

/** Adds the days of the filter 'when': in force, coming or ended on the day `today`. */
export function withSpanDays(
  query: ListRequest & { when?: 'now' | 'coming' | 'ended' | undefined },
  today: string,
): ListRequest {
  if (query.when === 'now') return { ...query, startsTo: today, endsFrom: today }
  if (query.when === 'coming') return { ...query, startsFrom: plusDays(today, 1) }
  return query.when === 'ended' ? { ...query, endsTo: plusDays(today, -1) } : query
}
