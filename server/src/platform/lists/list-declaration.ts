import type { ListFilter } from './list-filters.ts'

/**
 * A list declares itself: where its rows live, what narrows and orders them, what a row shows. Page, count and export
 * come from it and so share one row filter (P-30). All text here is the programmer's; what callers send only picks names.
 */
export interface ListDeclaration {
  /** Unique name: of its prepared statements, and of its row in `list_versions` when `counted` says so. */
  name: string
  /** The table with its alias, such as `policies p`. */
  table: string
  /** Its key, such as `p.id`. */
  key: string
  /**
   * Column with the agent whose record it is, or columns with the agents, each of whom sees it; rows of a list without one
   * are seen by all who may call it.
   */
  visibleTo?: string | readonly string[]
  /** Sort that an index gives within the records of one agent. */
  seenOrder?: string
  /** Joins for the columns of the rows shown; must not change their number. `$1` is `parameter`. */
  joins: string
  /** Type of the one value that `joins` may use as `$1`, such as a year. */
  parameterType?: string
  filters: Record<string, ListFilter>
  /** Sort name → expressions in order; each sort ends with the key, so that pages never overlap. */
  sorts: Record<string, readonly string[]>
  defaultSort: { sort: string; order: 'asc' | 'desc' }
  /**
   * Where rows are counted, when there are too many to count them one by one: SQL of a query that has the columns of the
   * filters, and for each of its rows how many of the list it stands for.
   */
  counted?: { from: string; rows: string }
  /** What a row answers: name → expression. */
  columns: Record<string, string>
  /** Conditions that always hold, such as 'not deleted'. */
  always?: string
  /** The column with the id of whose record a row is, for the audit record; `id` where nothing is said, null for none. */
  subject?: string | null
  /**
   * Keep exact counts until the list's version moves (its tables carry the `note_list_touch` trigger); a text names the list
   * whose rows it shows another way, and so whose version it goes by.
   */
  versioned?: true | string
  /**
   * Keep the pages that were answered until its version moves. Only for a list whose rows show nothing but tables that touch
   * its version, those of `joins` too, and nothing that changes with the time.
   */
  keepsPages?: true
}

/** What is asked of a list: the contract's parsed query. */
export interface ListRequest {
  pageNumber: number
  pageSize: number
  sort?: string
  order?: 'asc' | 'desc'
  [filter: string]: string | number | boolean | undefined
}
