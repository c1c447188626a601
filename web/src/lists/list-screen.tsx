import type { ExportFormat } from '@coverdesk/domain/platform/route.ts'
import { type ReactNode, useCallback } from 'react'
import { failureMessage } from '../platform/failure-message.ts'
import { DataTable } from '../ui/data-table.tsx'
import type { DataTableProps } from '../ui/data-table-props.ts'
import { type Filter, type FilterChange, without } from '../ui/filter.ts'
import type { Nothing, Sorting } from '../ui/list-column.ts'
import { Pager } from '../ui/pager.tsx'
import { SelectionBar } from '../ui/selection-bar.tsx'
import { tableKeys, useShortcuts } from '../ui/shortcuts.tsx'
import { usePhone } from '../ui/use-phone.ts'
import { whyEmpty } from '../ui/why-empty.ts'
import { keysOf, type ListAction, type ListButton } from './list-action.ts'
import { ListHeader } from './list-header.tsx'
import css from './list-screen.module.css'
import type { List } from './use-list.ts'

/** Of pages whose address says nothing (CONST-01, CONST-02). */
const standardSize = 10

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

/**
 * The screen of a list: title, filters and buttons, the table to the bottom edge, what can be done with the selected
 * rows, the pages; its keys, its export, and why it is empty. It takes the whole height that the shell leaves. Without
 * `selects` no row can be selected. On a phone all that is done with rows stands in the bar of the selected ones.
 */
export function ListScreen<Row extends object, Sort extends string>(props: ListScreenProps<Row, Sort>) {
  const { list, title, label = title, rowName, selects, actions = [], buttons = [] } = props
  const { page, chosen, error, setValues } = list
  const phone = usePhone()
  useShortcuts([...keysOf(buttons), ...keysOf(actions), ...tableKeys])
  const [first, second] = chosen
  const { pageSize } = list
  // A page is of so many rows for whoever gets its address.
  const onPage = useCallback(
    (pageNumber: number) => setValues(pageSize === standardSize ? { pageNumber } : { pageNumber, pageSize }),
    [setValues, pageSize],
  )
  const onSort = useCallback(({ sort, order }: Sorting<Sort>) => setValues({ sort, order }), [setValues])
  const inBar = phone ? actions : actions.filter(({ inHeader }) => !inHeader)
  const table = (
    <DataTable<Row, Sort>
      label={label}
      columns={props.columns}
      rows={page?.data}
      rowKey={list.rowKey}
      rowName={rowName}
      total={page?.totalRecords}
      offset={(list.pageNumber - 1) * list.pageSize}
      busy={list.busy}
      failed={error ? { title: `${label} haven't loaded?`, why: failureMessage(error), retry: list.retry } : undefined}
      empty={nothingOf(props)}
      sorting={list.sorting}
      onSort={onSort}
      onOpen={props.onOpen}
      selected={selects && list.selected}
      onSelect={list.setSelected}
      selects={phone && actions.length > 0 && selects === 'one' ? 'one or none' : selects}
      remember={list.remember}
      phone={props.phone}
      expected={list.pageSize}
    />
  )
  return (
    <div className={css.screen}>
      <ListHeader {...props} />
      {props.above}
      {props.frame ? props.frame(table) : table}
      <SelectionBar
        count={inBar.length > 0 ? chosen.length : 0}
        note={props.selectionNote ? props.selectionNote(chosen) : first && !second ? rowName(first) : undefined}
        unmarks={props.marks}
        actions={inBar}
        onClear={() => list.select()}
      />
      {page && page.totalRecords > 0 ? (
        <Pager
          page={list.pageNumber}
          pageSize={list.pageSize}
          total={page.totalRecords}
          sizes={props.sizes}
          onPage={onPage}
          onAhead={list.ahead}
          onPageSize={list.setPageSize}
        />
      ) : null}
      {props.children}
    </div>
  )
}

/** Why the list is empty, and what to do about it. */
function nothingOf<Row extends object, Sort extends string>(props: ListScreenProps<Row, Sort>): Nothing {
  const { list, filters = [], onFilter = list.setValues, unfit = 'Nothing fits these filters.', none } = props
  const removable = filters.filter(({ name }) => !(name in list.fixed))
  return whyEmpty({
    total: list.page?.totalRecords ?? 0,
    filtered: removable.some(({ name }) => list.values[name] !== undefined),
    unfit,
    none,
    onFirst: () => list.setValues({}),
    onClear: () => onFilter(without(removable)),
  })
}
