import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { usePhone } from '../basics/use-phone.ts'
import { useLazyPopover } from '../overlay/lazy-popover.ts'
import css from './choice-button.module.css'
import { type ChoiceSource, nameOfChoice } from './use-choices.ts'

const load = () => import('./choice-popover.tsx')
const ChoicePopover = lazy(async () => ({ default: (await load()).ChoicePopover }))

interface ChoiceButtonProps {
  label: string
  value: string | undefined
  source: ChoiceSource
  /** undefined when the current value is selected again. */
  onChange(value: string | undefined): void
  className?: string
  /** Instead of the label and the selected value. */
  children?: ReactNode
}

/** Button that opens a list of options and shows the selected one; for filters and for values such as a year. */
export function ChoiceButton({ className = css.button, children, ...choice }: ChoiceButtonProps) {
  const { label, value, source } = choice
  const { props, popover, used } = useLazyPopover('listbox', load)
  return (
    <>
      <Button
        {...props}
        size={usePhone() ? 'xl' : 'sm'}
        className={className}
        rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden />}
      >
        {children ?? (
          <>
            <span className={css.label}>{label}</span>
            <span className={css.value}>{value === undefined ? '' : nameOfChoice(source, value)}</span>
          </>
        )}
      </Button>
      {used ? (
        <Suspense>
          <ChoicePopover popover={popover} {...choice} />
        </Suspense>
      ) : null}
    </>
  )
}
