import type { Visibility } from '../auth/visibility.ts'
import type { ListDeclaration, ListRequest } from './list-declaration.ts'
import { type ListFilter, unseen } from './list-filters.ts'

/** What is left of a list; conditions have placeholders from $2 on. */
export interface ListWhere {
  /** All conditions. */
  where: string
  /** The same, without values for the planner to look into. */
  whereUnlooked: string
  /** What always holds. */
  always: readonly string[]
  /** One agent's records, which an index orders by `seenOrder`. */
  own: readonly string[]
  /** The others: filters, and the records of several agents. */
  chosen: readonly string[]
  values: (string | number | readonly number[])[]
  types: string[]
  /** Names of what is set: the shape that a prepared statement is named after. */
  shape: string
  /** One of the conditions is planned for its value each time. */
  customPlan: boolean
  /** The sort that an index gives for what is left. */
  ordered: string | undefined
}

/** `order by` of a request. */
export interface Order {
  sort: string
  direction: 'asc' | 'desc'
  expressions: readonly string[]
  by: string
}

/** The conditions of a request: filters that are set, visibility, and what always holds. Shared by page, count and export. */
export function listWhere(list: ListDeclaration, request: ListRequest, visibility: Visibility): ListWhere {
  const always: string[] = list.always ? [list.always] : []
  const own: string[] = []
  const chosen: string[] = []
  const unlooked: string[] = []
  const values: ListWhere['values'] = []
  const types: string[] = []
  let shape = ''
  let replanned = false
  const used: ListFilter[] = []
  const placeholder = (value: string | number | readonly number[], type: string) => {
    values.push(value)
    types.push(type)
    return `$${values.length + 1}::${type}`
  }
  for (const [name, declared] of Object.entries(list.filters)) {
    const typed = request[name]
    if (typed === undefined || typeof typed === 'boolean') continue
    const short = declared.short?.when(typed) === true
    const filter = (short ? declared.short?.filter : undefined) ?? declared
    const placeholders = filter.valuesOf(typed).map((value, index) => placeholder(value, filter.types[index] ?? 'text'))
    chosen.push(filter.condition(...placeholders))
    unlooked.push((filter.unlooked ?? filter.condition)(...placeholders))
    replanned ||= filter.unlooked !== undefined
    used.push(filter)
    shape += ` ${name}${short ? '*' : ''}`
  }
  if (list.visibleTo && !visibility.all) {
    const [only, ...others] = visibility.agentIds
    // One agent is asked for by equality: then the index gives the order too.
    const columns = [list.visibleTo].flat()
    if (only !== undefined && others.length === 0 && columns.length === 1)
      own.push(`${columns[0]} = ${unseen(placeholder(only, 'bigint'))}`)
    else {
      // The outer cast makes one value of the subquery, which would else be a set of rows.
      const some = `${unseen(placeholder(visibility.agentIds, 'bigint[]'))}::bigint[]`
      const ofSome = `(${columns.map((column) => `${column} = any(${some})`).join(' or ')})`
      chosen.push(ofSome)
      unlooked.push(ofSome)
    }
    shape += others.length === 0 && only !== undefined ? ' seen-one' : ' seen-some'
  }
  return {
    where: whereOf([...always, ...own, ...chosen]),
    whereUnlooked: whereOf([...always, ...own, ...unlooked]),
    always,
    own,
    chosen,
    values,
    types,
    shape,
    customPlan: replanned,
    ordered: chosen.length > used.length ? undefined : orderGiven(list, used, own.length > 0),
  }
}

/**
 * The sort whose order an index has for what is left: that of ranges along one sort, also within one agent's records where
 * their index is of that sort; or that of the one filter's own index.
 */
function orderGiven(list: ListDeclaration, used: readonly ListFilter[], ofOneAgent: boolean): string | undefined {
  const [first] = used
  if (!first) return ofOneAgent ? list.seenOrder : undefined
  const { along } = first
  if (
    along !== undefined &&
    used.every((filter) => filter.along === along) &&
    (!ofOneAgent || along === list.seenOrder)
  )
    return along
  return used.length === 1 && !ofOneAgent ? first.gives : undefined
}

/** `order by` of a request; an unknown sort name falls back to the list's own, so nothing of the caller reaches SQL. */
export function orderOf(list: ListDeclaration, request: ListRequest): Order {
  const sort =
    request.sort !== undefined && Object.hasOwn(list.sorts, request.sort) ? request.sort : list.defaultSort.sort
  const direction = request.order ?? (sort === list.defaultSort.sort ? list.defaultSort.order : 'asc')
  const expressions = [...(list.sorts[sort] ?? []), list.key]
  return { sort, direction, expressions, by: expressions.map((expression) => `${expression} ${direction}`).join(', ') }
}

/** Conditions as a `where`, or nothing. */
export const whereOf = (conditions: readonly string[]) =>
  conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''

/** What a list's conditions call its table. */
export const aliasOf = (list: ListDeclaration) => list.table.split(' ').at(-1)

/** Conditions with their placeholders from $1 on, for statements without the joins' parameter. */
export const numberedFromOne = (where: string) => where.replace(/\$(\d+)/g, (_, n) => `$${Number(n) - 1}`)
