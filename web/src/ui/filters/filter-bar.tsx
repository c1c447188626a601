import { IconAdjustmentsHorizontal, IconChevronDown } from '@tabler/icons-react'
import { lazy, memo, type ReactNode, Suspense, useRef } from 'react'
import { usePhone } from '../basics/use-phone.ts'
import { ChoiceButton } from '../choices/choice-button.tsx'
import { useShortcuts } from '../overlay/shortcuts.tsx'
import { clearFilters } from './clear-filters.ts'
import type { Filter, FilterChange, FilterValues } from './filter.ts'
import css from './filter-bar.module.css'
import { FilterChips } from './filter-chips.tsx'
import { FilterPopOver } from './filter-pop-over.tsx'
import { chipText, filterText } from './filter-texts.ts'
import { TextFilter } from './text-filter.tsx'

/** Used on phones only. */
const FilterSheet = lazy(async () => ({ default: (await import('./filter-sheet.tsx')).FilterSheet<string> }))

export interface FilterBarProps<Name extends string> {
  filters: readonly Filter<Name>[]
  values: FilterValues<Name>
  /** Updates the URL and returns to the first page; all values of one action are passed together. */
  onChange(change: FilterChange<Name>): void
  /** Secondary text at the right end of the row. */
  aside?: ReactNode
}

function FilterBarView<Name extends string>({ filters, values, onChange, aside }: FilterBarProps<Name>) {
  const phone = usePhone()
  const bar = useRef<HTMLDivElement>(null)
  useShortcuts([
    {
      keys: '/',
      description: 'Go to filters',
      run: () => bar.current?.querySelector<HTMLElement>('input, button')?.focus(),
    },
  ])
  const set = (name: Name, value: string | undefined) => onChange(one(name, value))
  const clear = () => onChange(clearFilters(filters))
  if (phone) {
    return (
      <Suspense fallback={<div className={css.sheetWait} />}>
        <FilterSheet filters={filters} values={values} onSet={set} onClear={clear} />
      </Suspense>
    )
  }
  const rare = filters.filter((filter) => filter.rare)
  const typed = filters.find(({ kind, rare }) => !rare && (kind === 'text' || kind === 'number'))
  return (
    <>
      <PrintedFilters filters={filters} values={values} />
      <search ref={bar} className={css.bar} aria-label="Filters" data-print="no">
        {filters.map((filter) =>
          filter.rare ? null : (
            <Leading key={filter.name} filter={filter} first={filter === typed} values={values} onSet={set} />
          ),
        )}
        {rare.length > 0 ? (
          <FilterPopOver
            filters={rare}
            values={values}
            onSet={set}
            icon={<IconAdjustmentsHorizontal size={16} stroke={1.75} aria-hidden />}
          >
            More filters
          </FilterPopOver>
        ) : null}
        <FilterChips filters={filters} values={values} onSet={set} onClear={clear} />
        {aside ? <span className={css.aside}>{aside}</span> : null}
      </search>
    </>
  )
}

/** Active filters below the title of a printed list. */
function PrintedFilters<Name extends string>({ filters, values }: Pick<FilterBarProps<Name>, 'filters' | 'values'>) {
  return (
    <p className={css.printed} data-print="only">
      {filters
        .map((filter) => chipText(filter, filterText(values, filter.name)))
        .flatMap(({ label, value }) => (value ? `${label}: ${value}` : []))
        .join(' · ')}
    </p>
  )
}

/**
 * Filters of a list. Text filters apply 500 ms after the last key (CONST-03), others at once; active ones become
 * removable chips, rare ones are behind 'More filters', and `/` focuses the first. Goes into PageHeader. On a phone: a
 * button with a count, a sheet, and the chips.
 */
export const FilterBar: <Name extends string>(props: FilterBarProps<Name>) => ReactNode = memo(FilterBarView)

function Leading<Name extends string>(props: {
  filter: Filter<Name>
  first: boolean
  values: FilterValues<Name>
  onSet(name: Name, value: string | undefined): void
}) {
  const { filter, first, values, onSet } = props
  const value = filterText(values, filter.name)
  const change = (next: string | undefined) => onSet(filter.name, next)
  if (filter.kind === 'date' || filter.kind === 'month') {
    return (
      <FilterPopOver
        filters={[filter]}
        values={values}
        onSet={onSet}
        rightIcon={<IconChevronDown size={14} stroke={1.75} aria-hidden />}
      >
        {filter.label}
      </FilterPopOver>
    )
  }
  if (filter.kind === 'select') {
    return (
      <ChoiceButton
        className={css.unset}
        label={filter.label}
        value={value || undefined}
        source={filter}
        onChange={change}
      >
        {filter.label}
      </ChoiceButton>
    )
  }
  return (
    <TextFilter
      w={filter.width ?? 148}
      aria-label={filter.label}
      placeholder={filter.placeholder ?? filter.label}
      icon={first}
      numeric={filter.kind === 'number'}
      delay={filter.delay}
      value={value}
      onChange={change}
    />
  )
}

function one<Name extends string>(name: Name, value: string | undefined): FilterChange<Name> {
  const change: { [N in Name]?: string | undefined } = {}
  change[name] = value
  return change
}
