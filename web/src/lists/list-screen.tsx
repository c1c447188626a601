import { lazy, Suspense, useCallback, useDeferredValue } from 'react'
import { failureMessage } from '../platform/failures/failure-message.ts'
import type { EmptyContent, Sorting } from '../ui/basics/list-column.ts'
import { usePhone } from '../ui/basics/use-phone.ts'

import { clearFilters } from '../ui/filters/clear-filters.ts'
import { tableShortcuts, useShortcuts } from '../ui/overlay/shortcuts.tsx'
import { emptyText } from '../ui/page/empty-text.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { Pager } from '../ui/table-tools/pager.tsx'
import { listActionShortcuts } from './list-action.ts'
import { ListHeader } from './list-header.tsx'
import css from './list-screen.module.css'
import type { ListScreenProps } from './list-screen-props.ts'
import { useScreenCommands } from './screen-commands.ts'
import { useListPlace } from './use-list-place.ts'

/** Used once a row is selected. */
const SelectionBar = lazy(async () => ({ default: (await import('../ui/table-tools/selection-bar.tsx')).SelectionBar }))

/** Used after a record was created. */
const CreatedRecord = lazy(async () => ({ default: (await import('./created-record.tsx')).CreatedRecord }))

/** Page size if the URL has none (CONST-01, CONST-02). */
const defaultPageSize = 10

/**
 * Screen of a list: title, filters and actions, the table down to the bottom edge, the selection bar and the pager,
 * with shortcuts, export and empty states. Fills the height of the frame. Without `selects` rows are not selectable. On
 * a phone all actions on rows are in the selection bar.
 */
export function ListScreen<Row extends object, Sort extends string>(props: ListScreenProps<Row, Sort>) {
  const { list, title, label = title, rowName, selects, actions = [], buttons = [] } = props
  const { page, chosen, error, setValues, everything } = list
  const phone = usePhone()
  const place = useListPlace()
  useScreenCommands((ofList) => ofList(props))
  useShortcuts([...listActionShortcuts(buttons), ...listActionShortcuts(actions), ...tableShortcuts])
  const [first, second] = chosen
  const { pageSize } = list
  // Makes the URL carry the page size, so that a shared page number means the same rows.
  const onPage = useCallback(
    (pageNumber: number) => setValues(pageSize === defaultPageSize ? { pageNumber } : { pageNumber, pageSize }),
    [setValues, pageSize],
  )
  const onSort = useCallback(({ sort, order }: Sorting<Sort>) => setValues({ sort, order }), [setValues])
  const inBar = actions.filter(({ ofEverything, inHeader }) => (everything ? ofEverything : phone || !inHeader))
  const { length } = chosen
  const total = page?.totalRecords ?? 0
  const isPageSelected = length > 0 && length === page?.data.length && total > length
  // Appears with a deferred render, so that selecting a row need not wait for it; later updates are immediate.
  const due = useDeferredValue(length > 0)
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
      failed={
        error
          ? {
              title: props.loadError ?? `Couldn't load ${label.toLowerCase()}.`,
              why: failureMessage(error),
              retry: list.retry,
            }
          : undefined
      }
      empty={emptyContent(props)}
      sorting={list.sorting}
      onSort={onSort}
      onOpen={props.onOpen}
      selected={selects && list.selected}
      onSelect={list.setSelected}
      selects={phone && actions.length > 0 && selects === 'one' ? 'one or none' : selects}
      preference={list.preference}
      phone={props.phone}
      place={place}
      expected={list.pageSize}
    />
  )
  return (
    <div className={css.screen}>
      <ListHeader {...props} />
      {list.created === undefined ? null : (
        <Suspense>
          <CreatedRecord key={list.created} list={list} filters={props.filters} onFilter={props.onFilter} />
        </Suspense>
      )}
      {props.above}
      {props.frame ? props.frame(table) : table}
      {due && length > 0 && inBar.length > 0 ? (
        <Suspense>
          <SelectionBar
            count={list.count}
            note={
              everything ? undefined : (props.selectionNote?.(chosen) ?? (second ? undefined : first && rowName(first)))
            }
            selectAllButtons={props.selectAllButtons}
            everything={
              isPageSelected && actions.some(({ ofEverything }) => ofEverything)
                ? { onPage: length, total, chosen: everything !== null, choose: list.selectEverything }
                : undefined
            }
            actions={inBar}
            onClear={() => list.select()}
          />
        </Suspense>
      ) : null}
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
function emptyContent<Row extends object, Sort extends string>(props: ListScreenProps<Row, Sort>): EmptyContent {
  const {
    list,
    filters = [],
    onFilter = list.setValues,
    noMatches = `No ${(props.label ?? props.title).toLowerCase()} match these filters.`,
    noData,
  } = props
  const removable = filters.filter(({ name }) => !(name in list.fixed))
  return emptyText({
    total: list.page?.totalRecords ?? 0,
    filtered: removable.some(({ name }) => list.values[name] !== undefined),
    noMatches,
    noData: noData,
    onFirst: () => list.setValues({}),
    onClear: () => onFilter(clearFilters(removable)),
  })
}
