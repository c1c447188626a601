import type { ExportFormat } from '@coverdesk/domain/platform/route.ts'
import type { ReactNode } from 'react'
import type { Nothing } from '../ui/basics/list-column.ts'
import type { Filter, FilterChange } from '../ui/filters/filter.ts'
import type { DataTableProps } from '../ui/table/data-table-props.ts'
import type { ListAction, ListButton } from './list-action.ts'
import type { List } from './use-list.ts'

/** A list's screen as a declaration. */
export interface ListScreenProps<Row extends object, Sort extends string>
  extends Pick<DataTableProps<Row, Sort>, 'columns' | 'phone' | 'selects'> {
  /** From useList. */
  list: List<Row, Sort>
  title: string
  /** What the rows are, where the title says something else: 'Rates'. */
  label?: string
  /** Quiet words beside the title and the total. */
  note?: ReactNode
  /** How many there are in words, where the bare number would say nothing: '12 past uploads'. */
  count?(total: number): ReactNode
  /** How a row is called when it is selected: its policy number. */
  rowName(row: NoInfer<Row>): string
  /** portalPageSizes or operationsPageSizes of the domain. */
  sizes: readonly number[]
  /** Keep them in useMemo where they depend on choices. */
  filters?: readonly Filter[]
  /** Quiet words at the right end of the filters. */
  aside?: ReactNode
  /** Where a filter leads elsewhere than into the address. */
  onFilter?(change: FilterChange): unknown
  /** What 'Export' offers, where it is not all that the contract does. */
  formats?: readonly ExportFormat[]
  /** What a failed export says, where the specification has its own words. */
  notExported?: string
  /** Without a choice of columns and density. */
  plain?: boolean
  /** Stands before all buttons of the header. */
  tools?: ReactNode
  /** What can be done on the screen, the primary one last. */
  buttons?: readonly ListButton[]
  /** What can be done with the selected rows. */
  actions?: readonly ListAction[]
  /** Enter, a double click, or a click on a pinned column. */
  onOpen?: ((row: Row) => void) | undefined
  /** Why nothing is shown: nothing fits the filters, or there is nothing at all yet. */
  unfit?: string
  none: Nothing
  /** Between the title and the filters, as wide as the screen; on a phone below both. Its outer element has `order: 3`. */
  summary?: ReactNode
  /** What the selected rows come to, in the bar of what can be done with them. */
  selectionNote?(rows: readonly NoInfer<Row>[]): ReactNode
  /** The specification's words: 'Mark All' in the header selects the page, 'Unmark All' lets go of it (UNPAID-06). */
  marks?: boolean
  /** Between the header and the table. */
  above?: ReactNode
  /** What the table stands in, beside something else. */
  frame?(table: ReactNode): ReactNode
  /** The dialogs over the list. */
  children?: ReactNode
}
