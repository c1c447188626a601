import { Button, Checkbox, Popover } from '@mantine/core'
import type { ListColumn, PreferenceState } from '../basics/list-column.ts'
import type { LazyPopover } from '../overlay/lazy-popover.ts'
import { PopoverTarget, useOpened } from '../overlay/popover-target.tsx'
import css from './column-chooser.module.css'

interface ColumnChoicesProps<Row> {
  popover: LazyPopover
  columns: readonly ListColumn<Row>[]
  preference: PreferenceState
}

/** Popover content of ColumnChooser. */
export function ColumnChoices<Row>({ popover, columns, preference }: ColumnChoicesProps<Row>) {
  const opened = useOpened(popover)
  const hidden = preference.value.hidden ?? []
  const free = columns.filter((column) => column.hideable !== false && !column.pinned)
  const { hidden: hiddenFirst = [], widths: widthsFirst = {} } = preference.initial ?? {}
  const changed =
    hidden.toSorted().join() !== hiddenFirst.toSorted().join() ||
    JSON.stringify(preference.value.widths ?? {}) !== JSON.stringify(widthsFirst)
  const set = (id: string, shown: boolean) =>
    preference.onChange({
      ...preference.value,
      hidden: shown ? hidden.filter((columnId) => columnId !== id) : [...hidden, id],
    })
  return (
    <Popover opened={opened} onChange={popover.onChange} position="bottom-end" trapFocus returnFocus width={220}>
      <Popover.Target>
        <PopoverTarget state={popover} />
      </Popover.Target>
      <Popover.Dropdown className={css.list} aria-label="Columns">
        <div className={css.choices}>
          {free.map((column) => (
            <Checkbox
              key={column.id}
              label={column.header}
              checked={!hidden.includes(column.id)}
              onChange={(event) => set(column.id, event.currentTarget.checked)}
            />
          ))}
        </div>
        <Button
          size="xs"
          variant="subtle"
          disabled={!changed}
          onClick={() => preference.onChange({ ...preference.value, hidden: hiddenFirst, widths: widthsFirst })}
        >
          Reset
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
