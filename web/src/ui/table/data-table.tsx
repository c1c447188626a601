import type { ScreenPreference } from '@coverdesk/domain/shell/shell-contract.ts'
import { useState } from 'react'
import { usePhone } from '../basics/use-phone.ts'
import { EmptyState } from '../page/empty-state.tsx'
import { FailedLine, FailedState } from '../page/failed-state.tsx'
import css from './data-table.module.css'
import type { DataTableProps } from './data-table-props.ts'
import { GridTable } from './grid-table.tsx'
import { PhoneList, PhoneSkeleton } from './phone-list.tsx'
import { type RowSelection, select, selectOne } from './row-selection.ts'

const noKeys: ReadonlySet<string> = new Set()

/**
 * The table of the product (see DataTableProps): a grid with one tab stop. Arrows, PageUp/Down, Home and End move;
 * Space and Ctrl/Cmd/Shift select; Enter opens; Esc clears; Up from the first row reaches the headings. Below 640 px it
 * is a list of two-line rows. It renders its own skeleton, empty and error states.
 */
export function DataTable<Row extends object, Sort extends string>(props: DataTableProps<Row, Sort>) {
  const [own, setOwn] = useState<ScreenPreference>({})
  const phone = usePhone()
  const { rows, failed, empty } = props
  const preference = props.preference ?? { value: own, onChange: setOwn }
  if (rows === undefined && failed) return <FailedState {...failed} />
  if (rows && rows.length === 0 && !props.busy) return failed ? <FailedState {...failed} /> : <EmptyState {...empty} />
  return (
    <div className={css.frame}>
      {failed ? <FailedLine {...failed} /> : null}
      {phone ? <OnPhone {...props} /> : <GridTable {...props} preference={preference} />}
    </div>
  )
}

function OnPhone<Row, Sort extends string>(props: DataTableProps<Row, Sort>) {
  const { rows, selected, onSelect } = props
  if (rows === undefined) return <PhoneSkeleton rows={Math.min(props.expected ?? 10, 12)} />
  const selection: RowSelection = { keys: selected ?? noKeys, anchor: null }
  const toggle = (key: string) =>
    props.selects === 'one or none' ? selectOne(selection.keys, key, true) : select(selection, [], key, 'toggle')
  return (
    <PhoneList
      {...props}
      rows={rows}
      selected={props.selects === 'one' ? undefined : selected}
      onToggle={(key) => onSelect?.(toggle(key).keys)}
    />
  )
}
