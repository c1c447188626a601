import { Button, Checkbox, Popover } from '@mantine/core'
import type { ListColumn, Remembered } from '../basics/list-column.ts'
import type { LazyPopover } from '../overlay/lazy-popover.ts'
import { PopoverTarget, useOpened } from '../overlay/popover-target.tsx'
import css from './column-chooser.module.css'

interface ColumnChoicesProps<Row> {
  float: LazyPopover
  columns: readonly ListColumn<Row>[]
  remember: Remembered
}

/** Popover content of ColumnChooser. */
export function ColumnChoices<Row>({ float, columns, remember }: ColumnChoicesProps<Row>) {
  const opened = useOpened(float)
  const hidden = remember.value.hidden ?? []
  const free = columns.filter((column) => column.hideable !== false && !column.pinned)
  const { hidden: hiddenFirst = [], widths: widthsFirst = {} } = remember.initial ?? {}
  const changed =
    hidden.toSorted().join() !== hiddenFirst.toSorted().join() ||
    JSON.stringify(remember.value.widths ?? {}) !== JSON.stringify(widthsFirst)
  const set = (id: string, shown: boolean) =>
    remember.onChange({ ...remember.value, hidden: shown ? hidden.filter((one) => one !== id) : [...hidden, id] })
  return (
    <Popover opened={opened} onChange={float.onChange} position="bottom-end" trapFocus returnFocus width={220}>
      <Popover.Target>
        <PopoverTarget float={float} />
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
          onClick={() => remember.onChange({ ...remember.value, hidden: hiddenFirst, widths: widthsFirst })}
        >
          Reset
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
