import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useUiTexts } from '../texts/ui-texts.ts'
import type { Filter, FilterValues } from './filter.ts'
import css from './filter-bar.module.css'
import { chipped, chipText, filterText } from './filter-texts.ts'

interface FilterChipsProps<Name extends string> {
  filters: readonly Filter<Name>[]
  values: FilterValues<Name>
  onPhone?: boolean
  onSet(name: Name, value: undefined): void
  onClear(): void
}

/** Active filters as removable chips, and 'Clear Filters' if there are any. */
export function FilterChips<Name extends string>(props: FilterChipsProps<Name>) {
  const { filters, values, onPhone = false, onSet, onClear } = props
  const texts = useUiTexts()
  const chips = chipped(filters, values, onPhone)
  const any = filters.some((filter) => filterText(values, filter.name) !== '')
  if (!any) return null
  return (
    <div className={css.chips} data-line={chips.length > 0 || undefined}>
      {chips.map((filter) => {
        const { label, value } = chipText(filter, filterText(values, filter.name))
        return (
          <span key={filter.name} className={css.chip}>
            {label} <strong>{value}</strong>
            <button
              type="button"
              aria-label={texts.remove(`${label} ${value}`)}
              onClick={() => onSet(filter.name, undefined)}
            >
              <IconX size={14} stroke={1.75} aria-hidden />
            </button>
          </span>
        )
      })}
      {onPhone ? null : (
        <Button variant="subtle" className={css.clear} onClick={onClear}>
          Clear Filters
        </Button>
      )}
    </div>
  )
}
