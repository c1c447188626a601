import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useState } from 'react'
import { Sheet } from '../overlay/dialog.tsx'
import type { Filter, FilterValues } from './filter.ts'
import css from './filter-bar.module.css'
import { FilterChips } from './filter-chips.tsx'
import { FilterField } from './filter-field.tsx'
import { filterText } from './filter-texts.ts'

interface FilterSheetProps<Name extends string> {
  filters: readonly Filter<Name>[]
  values: FilterValues<Name>
  onSet(name: Name, value: string | undefined): void
  onClear(): void
}

/** Filters on a phone: a button with their count, a bottom sheet with all of them, and the chips. */
export function FilterSheet<Name extends string>({ filters, values, onSet, onClear }: FilterSheetProps<Name>) {
  const [open, setOpen] = useState(false)
  const count = filters.filter((filter) => filterText(values, filter.name) !== '').length
  return (
    <>
      <Button
        className={css.sheetButton}
        size="xl"
        leftSection={<IconAdjustmentsHorizontal size={18} stroke={1.75} aria-hidden />}
        rightSection={count > 0 ? <span className={css.count}>{count}</span> : undefined}
        onClick={() => setOpen(true)}
      >
        Filters
      </Button>
      <FilterChips filters={filters} values={values} onPhone onSet={onSet} onClear={onClear} />
      <Sheet
        opened={open}
        onClose={() => setOpen(false)}
        size="auto"
        title="Filters"
        classNames={{ content: css.sheetFrame }}
      >
        <div className={css.sheet}>
          {filters.map((filter) => (
            <FilterField
              key={filter.name}
              filter={filter}
              size="xl"
              value={filterText(values, filter.name)}
              onChange={(value) => onSet(filter.name, value)}
            />
          ))}
        </div>
        <div className={css.sheetEnd}>
          <Button size="xl" disabled={count === 0} onClick={onClear}>
            Clear Filters
          </Button>
          <Button size="xl" variant="filled" onClick={() => setOpen(false)}>
            Show
          </Button>
        </div>
      </Sheet>
    </>
  )
}
