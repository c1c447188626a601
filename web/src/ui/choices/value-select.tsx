import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { usePhone } from '../basics/use-phone.ts'
import { useLazyPopover } from '../overlay/lazy-popover.ts'
import { type ChoiceSource, nameOfChoice } from './use-choices.ts'
import css from './value-select.module.css'

const load = () => import('./filter-choices.tsx')
const FilterChoices = lazy(async () => ({ default: (await load()).FilterChoices }))

interface ValueSelectProps {
  label: string
  value: string
  source: ChoiceSource
  /** undefined when the current value is selected again. */
  onChange(value: string | undefined): void
}

/**
 * Button that shows the current value and opens the list to choose another one; for values that are never empty, such
 * as a year.
 */
export function ValueSelect({ label, value, source, onChange }: ValueSelectProps) {
  const { props, popover, used } = useLazyPopover('listbox', load)
  return (
    <>
      <Button
        {...props}
        size={usePhone() ? 'xl' : 'sm'}
        className={css.button}
        rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden />}
      >
        <span className={css.label}>{label}</span>
        <span className={css.value}>{nameOfChoice(source, value)}</span>
      </Button>
      {used ? (
        <Suspense>
          <FilterChoices popover={popover} label={label} value={value} source={source} onChange={onChange} />
        </Suspense>
      ) : null}
    </>
  )
}
