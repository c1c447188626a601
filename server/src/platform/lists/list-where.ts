import type { Visibility } from '../auth/visibility.ts'
import type { ListDeclaration, ListRequest } from './list-declaration.ts'
import { hideFromPlanner, type ListFilter } from './list-filters.ts'

/** WHERE clause and parameters of a list request; parameters start at $2. */
export interface ListWhere {
  /** WHERE clause with all conditions. */
  where: string
  /** The same with all values hidden from the planner. */
  genericWhere: string
  /** Conditions of every request. */
  always: readonly string[]
  /** Condition for one agent's records, which an index orders by `agentSort`. */
  agentConditions: readonly string[]
  /** Filters, and visibility of several agents. */
  filterConditions: readonly string[]
  values: (string | number | readonly number[])[]
  types: string[]
  /** Names of the conditions; part of the prepared statement's name. */
  shape: string
  /** A condition needs a plan for its value. */
  customPlan: boolean
  /** Sort that an index provides for the matching rows. */
  indexedSort: string | undefined
}

/** ORDER BY of a request. */
export interface Order {
  sort: string
  direction: 'asc' | 'desc'
  expressions: readonly string[]
  by: string
}

/** Conditions of a request: filters, visibility and the list's own. Shared by page, count and export. */
export function listWhere(list: ListDeclaration, request: ListRequest, visibility: Visibility): ListWhere {
  const always: string[] = list.always ? [list.always] : []
  const agentConditions: string[] = []
  const filterConditions: string[] = []
  const genericConditions: string[] = []
  const values: ListWhere['values'] = []
  const types: string[] = []
  let shape = ''
  let customPlan = false
  const used: ListFilter[] = []
  const placeholder = (value: string | number | readonly number[], type: string) => {
    values.push(value)
    types.push(type)
    return `$${values.length + 1}::${type}`
  }
  for (const [name, declared] of Object.entries(list.filters)) {
    const typed = request[name]
    if (typed === undefined || typeof typed === 'boolean') continue
    let filter = declared
    let form = ''
    while (filter.short?.when(typed)) {
      filter = filter.short.filter
      form += '*'
    }
    const placeholders = filter.valuesOf(typed).map((value, index) => placeholder(value, filter.types[index] ?? 'text'))
    filterConditions.push(filter.condition(...placeholders))
    genericConditions.push((filter.genericCondition ?? filter.condition)(...placeholders))
    customPlan ||= filter.genericCondition !== undefined
    used.push(filter)
    shape += ` ${name}${form}`
  }
  if (list.visibleTo && !visibility.all) {
    const [only, ...others] = visibility.agentIds
    // Equality for one agent, so that the index also provides the order.
    const columns = [list.visibleTo].flat()
    if (only !== undefined && others.length === 0 && columns.length === 1)
      agentConditions.push(`${columns[0]} = ${hideFromPlanner(placeholder(only, 'bigint'))}`)
    else {
      // The outer cast makes the subquery a scalar instead of a set of rows.
      const agentIds = `${hideFromPlanner(placeholder(visibility.agentIds, 'bigint[]'))}::bigint[]`
      const anyAgent = `(${columns.map((column) => `${column} = any(${agentIds})`).join(' or ')})`
      filterConditions.push(anyAgent)
      genericConditions.push(anyAgent)
    }
    shape += others.length === 0 && only !== undefined ? ' seen-one' : ' seen-some'
  }
  return {
    where: whereOf([...always, ...agentConditions, ...filterConditions]),
    genericWhere: whereOf([...always, ...agentConditions, ...genericConditions]),
    always,
    agentConditions,
    filterConditions,
    values,
    types,
    shape,
    customPlan,
    indexedSort:
      filterConditions.length > used.length ? undefined : indexedSortOf(list, used, agentConditions.length > 0),
  }
}

/** Sort that an index provides: that of ranges over one sort column, that of one agent's records, or that of the only filter's index. */
function indexedSortOf(list: ListDeclaration, used: readonly ListFilter[], isOneAgent: boolean): string | undefined {
  const [first] = used
  if (!first) return isOneAgent ? list.agentSort : undefined
  const { rangeSort } = first
  if (
    rangeSort !== undefined &&
    used.every((filter) => filter.rangeSort === rangeSort) &&
    (!isOneAgent || rangeSort === list.agentSort)
  )
    return rangeSort
  return used.length === 1 && !isOneAgent ? first.indexedSort : undefined
}

/** ORDER BY of a request. An unknown sort name falls back to the default, so no input reaches SQL. */
export function orderOf(list: ListDeclaration, request: ListRequest): Order {
  const sort =
    request.sort !== undefined && Object.hasOwn(list.sorts, request.sort) ? request.sort : list.defaultSort.sort
  const direction = request.order ?? (sort === list.defaultSort.sort ? list.defaultSort.order : 'asc')
  const expressions = [...(list.sorts[sort] ?? []), list.key]
  return { sort, direction, expressions, by: expressions.map((expression) => `${expression} ${direction}`).join(', ') }
}

/** WHERE clause of conditions, or an empty string. */
export const whereOf = (conditions: readonly string[]) =>
  conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''

/** Alias of the list's table. */
export const aliasOf = (list: ListDeclaration) => list.table.split(' ').at(-1)

/** Renumbers parameters to start at $1, for statements without the joins' parameter. */
export const numberedFromOne = (where: string) => where.replace(/\$(\d+)/g, (_, n) => `$${Number(n) - 1}`)

/** Column with the record id for audit events, if any. */
export function subjectOf({ subject, columns }: ListDeclaration): string | null {
  return subject === undefined ? ('id' in columns ? 'id' : null) : subject
}
