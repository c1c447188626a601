import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import type { ChoiceSource } from '../choices/use-choices.ts'
import { useLazyPopover } from '../overlay/lazy-popover.ts'
import css from './filter-bar.module.css'

const load = () => import('../choices/filter-choices.tsx')
const FilterChoices = lazy(async () => ({ default: (await load()).FilterChoices }))

interface FilterSelectProps {
  label: string
  value: string | undefined
  source: ChoiceSource
  onChange(value: string | undefined): void
}

/**
 * Dashed button that opens a list of options; the selected one appears as a chip. Selecting it again clears the filter.
 */
export function FilterSelect(choices: FilterSelectProps) {
  const { props, popover, used } = useLazyPopover('listbox', load)
  return (
    <>
      <Button {...props} className={css.unset} rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden />}>
        {choices.label}
      </Button>
      {used ? (
        <Suspense>
          <FilterChoices popover={popover} {...choices} />
        </Suspense>
      ) : null}
    </>
  )
}
