import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { nameOfChoice } from '../choices/use-choices.ts'
import type { Filter, FilterValues } from './filter.ts'

/** Value of a filter as text; '' when it is not set. */
export function filterText<Name extends string>(values: FilterValues<Name>, name: Name): string {
  const value = values[name]
  return value === undefined ? '' : String(value)
}

/** Label and value on the chip of an active filter: 'State' and 'Florida'. */
export function chipText<Name extends string>(filter: Filter<Name>, value: string): { label: string; value: string } {
  if (filter.kind === 'date') return { label: filter.label, value: showDate(value) || value }
  if (filter.kind === 'select') return { label: filter.label, value: nameOfChoice(filter, value) }
  return { label: filter.label, value }
}

/** Active filters that get a chip: all whose own input does not show the value. */
export function chipped<Name extends string>(
  filters: readonly Filter<Name>[],
  values: FilterValues<Name>,
  onPhone: boolean,
): Filter<Name>[] {
  return filters.filter((filter) => {
    if (filterText(values, filter.name) === '') return false
    return onPhone || filter.rare || ['select', 'date', 'month'].includes(filter.kind)
  })
}
