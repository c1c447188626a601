import { Button, Checkbox, Popover } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import css from './column-chooser.module.css'
import type { ListColumn, Remembered } from './list-column.ts'
import './overlay-styles.ts'

interface ColumnChooserProps<Row> {
  columns: readonly ListColumn<Row>[]
  remember: Remembered
}

/** 'Columns': which of them are shown. Pinned ones always are. Absent on a phone, whose list has no columns. */
export function ColumnChooser<Row>({ columns, remember }: ColumnChooserProps<Row>) {
  const hidden = remember.value.hidden ?? []
  const free = columns.filter((column) => column.hideable !== false && !column.pinned)
  const { hidden: hiddenFirst = [], widths: widthsFirst = {} } = remember.initial ?? {}
  const changed =
    hidden.toSorted().join() !== hiddenFirst.toSorted().join() ||
    JSON.stringify(remember.value.widths ?? {}) !== JSON.stringify(widthsFirst)
  const set = (id: string, shown: boolean) =>
    remember.onChange({ ...remember.value, hidden: shown ? hidden.filter((one) => one !== id) : [...hidden, id] })
  return (
    <Popover position="bottom-end" trapFocus returnFocus width={220}>
      <Popover.Target>
        <Button
          variant="subtle"
          className={css.button}
          leftSection={<IconColumns3 size={16} stroke={1.75} aria-hidden />}
        >
          Columns
        </Button>
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
          As it was
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
