import type { ListFilter } from './list-filters.ts'

/**
 * Declaration of a list: table, filters, sorts and columns. Page, count and export derive from it and share one WHERE
 * clause (P-30). All SQL here is static; requests only select names.
 */
export interface ListDeclaration {
  /** Unique name, used for prepared statements and in `list_versions`. */
  name: string
  /** The table with its alias, such as `policies p`. */
  table: string
  /** Key column, such as `p.id`. */
  key: string
  /**
   * Column or columns with the agents who can see a row. Without one, every row is visible to every user who may call
   * the list.
   */
  visibleTo?: string | readonly string[]
  /** Sort that an index provides within one agent's records. */
  agentSort?: string
  /** Joins for the columns; must not change the number of rows. Filters and sorts do not see them. `$1` is `parameter`. */
  joins: string
  /** Type of `$1` in `joins`, such as a year. */
  parameterType?: string
  filters: Record<string, ListFilter>
  /** Sort name → expressions. The key is appended, so that pages never overlap. */
  sorts: Record<string, readonly string[]>
  defaultSort: { sort: string; order: 'asc' | 'desc' }
  /**
   * Roll-up to count from when there are too many rows: a query with the columns of the filters and, per row, the number
   * of list rows it represents.
   */
  counted?: { from: string; rows: string }
  /** Column name → expression. */
  columns: Record<string, string>
  /** Condition of every request, such as 'not deleted'. */
  always?: string
  /** Column with the record id for the audit event; `id` by default, null for none. */
  subject?: string | null
  /**
   * Caches exact counts until the list's version changes (its tables have the `note_list_touch` trigger). A string names
   * another list over the same rows whose version is used.
   */
  versioned?: true | string
}

/** Request of a list: the contract's parsed query. */
export interface ListRequest {
  pageNumber: number
  pageSize: number
  sort?: string
  order?: 'asc' | 'desc'
  [filter: string]: string | number | boolean | undefined
}
