import { Button } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { useLazyPopover } from '../overlay/lazy-popover.ts'
import type { Filter, FilterValues } from './filter.ts'
import css from './filter-bar.module.css'

const load = () => import('./filter-fields.tsx')
const FilterFields = lazy(async () => ({ default: (await load()).FilterFields<string> }))

interface FilterPopOverProps {
  filters: readonly Filter[]
  values: FilterValues
  onSet(name: string, value: string | undefined): void
  icon?: ReactNode
  rightIcon?: ReactNode
  children: string
}

/** Dashed button that opens filter fields; active filters appear as chips. */
export function FilterPopOver({ filters, values, onSet, icon, rightIcon, children }: FilterPopOverProps) {
  const { props, popover, used } = useLazyPopover('dialog', load)
  return (
    <>
      <Button {...props} className={css.unset} leftSection={icon} rightSection={rightIcon}>
        {children}
      </Button>
      {used ? (
        <Suspense>
          <FilterFields popover={popover} filters={filters} values={values} onSet={onSet} />
        </Suspense>
      ) : null}
    </>
  )
}
