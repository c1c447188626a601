import { Popover } from '@mantine/core'
import type { LazyPopover } from '../overlay/lazy-popover.ts'
import { PopoverTarget, useOpened } from '../overlay/popover-target.tsx'
import type { Filter, FilterValues } from './filter.ts'
import css from './filter-bar.module.css'
import { FilterField } from './filter-field.tsx'
import { filterText } from './filter-texts.ts'

interface FilterFieldsProps<Name extends string> {
  popover: LazyPopover
  filters: readonly Filter<Name>[]
  values: FilterValues<Name>
  onSet(name: Name, value: string | undefined): void
}

/** Labeled filters in a popover: those behind 'More filters', or a single date. */
export function FilterFields<Name extends string>({ popover, filters, values, onSet }: FilterFieldsProps<Name>) {
  const opened = useOpened(popover)
  return (
    <Popover
      opened={opened}
      onChange={popover.onChange}
      position="bottom-start"
      trapFocus
      returnFocus
      width={filters[0]?.kind === 'month' ? 'auto' : filters.length > 1 ? 280 : 220}
    >
      <Popover.Target>
        <PopoverTarget state={popover} />
      </Popover.Target>
      <Popover.Dropdown className={css.more}>
        {filters.map((filter) => (
          <FilterField
            key={filter.name}
            filter={filter}
            size="sm"
            nested
            value={filterText(values, filter.name)}
            onChange={(value) => {
              onSet(filter.name, value)
              if (filter.kind === 'month' && filters.length === 1) popover.onChange(false)
            }}
          />
        ))}
      </Popover.Dropdown>
    </Popover>
  )
}
