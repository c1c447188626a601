import type { ListColumn } from '../ui/basics/list-column.ts'
import type { Filter } from '../ui/filters/filter.ts'

/** Columns without the agent where every row would name the user. */
export function withoutAgent<Row, Sort extends string>(
  columns: readonly ListColumn<Row, Sort>[],
  ownOnly: boolean,
): readonly ListColumn<Row, Sort>[] {
  if (!ownOnly) return columns
  const [first, ...rest] = columns.filter(({ id }) => id !== 'agent')
  return first ? [{ ...first, pinned: true }, ...rest] : []
}

/** Filters without the agent where there is only one to choose. */
export function withoutAgentFilter<Name extends string>(
  filters: readonly Filter<Name>[],
  ownOnly: boolean,
): readonly Filter<Name>[] {
  return ownOnly ? filters.filter(({ name }) => name !== 'agentId') : filters
}
