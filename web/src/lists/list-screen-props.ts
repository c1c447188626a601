import type { ExportFormat } from '@coverdesk/domain/platform/route.ts'
import type { ReactNode } from 'react'
import type { EmptyContent } from '../ui/basics/list-column.ts'
import type { Filter, FilterChange } from '../ui/filters/filter.ts'
import type { DataTableProps } from '../ui/table/data-table-props.ts'
import type { ListAction, ListButton } from './list-action.ts'
import type { List } from './use-list.ts'

/** Declaration of a list screen. */
export interface ListScreenProps<Row extends object, Sort extends string>
  extends Pick<DataTableProps<Row, Sort>, 'columns' | 'phone' | 'selects'> {
  /** From useList. */
  list: List<Row, Sort>
  title: string
  /** What the rows are if the title does not say it: 'Rates'. */
  label?: string
  /** Secondary text after title and total, such as the sum of a list of money. */
  note?: ReactNode
  /** Accessible name of a row's checkbox: its policy number. */
  rowName(row: NoInfer<Row>): string
  /** portalPageSizes or operationsPageSizes of the domain. */
  sizes: readonly number[]
  /** Keep them in useMemo if they depend on options. */
  filters?: readonly Filter[]
  /** Secondary text at the right end of the filters. */
  aside?: ReactNode
  /** Replaces the URL as the target of filter changes. */
  onFilter?(change: FilterChange): unknown
  /** Export formats, if not all of the contract's. */
  formats?: readonly ExportFormat[]
  /** Title of a failed load if the specification fixes it. */
  loadError?: string
  /** Message of a failed export if the specification fixes it. */
  notExported?: string
  /** Hides the choice of columns and density. */
  plain?: boolean
  /** Before all buttons of the header. */
  tools?: ReactNode
  /** Actions of the screen, the primary one last. */
  buttons?: readonly ListButton[]
  /** Actions on the selected rows. */
  actions?: readonly ListAction[]
  /** Enter, a double click, or a click on a pinned column. */
  onOpen?: ((row: Row) => void) | undefined
  /** Empty states: no row matches the filters, or there is no data yet. */
  noMatches?: string
  noData: EmptyContent
  /** Between title and filters, as wide as the screen; on a phone below both. Its outer element has `order: 3`. */
  summary?: ReactNode
  /** Summary of the selected rows in the selection bar. */
  selectionNote?(rows: readonly NoInfer<Row>[]): ReactNode
  /**
   * 'Mark All' in the header selects the page, 'Unmark All' clears the selection; both texts are the specification's
   * (UNPAID-06).
   */
  selectAllButtons?: boolean
  /** Between the header and the table. */
  above?: ReactNode
  /** Wraps the table, to place something next to it. */
  frame?(table: ReactNode): ReactNode
  /** Dialogs of the screen. */
  children?: ReactNode
}
