import { ActionIcon, Popover, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { lazy, type ReactNode, type Ref, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import css from '../basics/field.module.css'
import { MaskedInput } from '../fields/masked-input.tsx'
import {
  dateDigits,
  dateOfShortYear,
  dateOfYearFirst,
  dateText,
  dateValue,
  dateWithoutYear,
  groupDate,
} from './date-text.ts'
import '../overlay/overlay-styles.ts'
import { SkeletonBar } from '../basics/skeleton-bar.tsx'
import { useUiTexts } from '../texts/ui-texts.ts'

const Calendar = lazy(async () => ({ default: (await import('./calendar.tsx')).Calendar }))

interface DateBoxProps extends Omit<TextInputProps, 'value' | 'onChange' | 'ref'> {
  /** YYYY-MM-DD, the text of an unfinished or invalid date, or ''. */
  value: string
  onChange(value: string): void
  inputRef?: Ref<HTMLInputElement>
  /** Name of the date in the label of the calendar's button. Default: `label`. */
  calendarLabel?: string
  /** Error icon beside the calendar's button. */
  alert?: ReactNode
  /** A date of birth: its year is never guessed. */
  birth?: boolean | undefined
  /** First possible day, YYYY-MM-DD: a date without a year is the next one from it on. */
  notBefore?: string | undefined
  /** Set inside a pop-over: renders the calendar in it, because a press outside closes the pop-over. */
  nested?: boolean | undefined
}

/**
 * Date typed as MM/DD/YYYY, or chosen from the calendar behind the button. Typing never opens the calendar, so that Enter
 * submits the form.
 */
export function DateBox({
  value,
  onChange,
  inputRef,
  calendarLabel,
  alert,
  birth,
  notBefore,
  nested,
  ...rest
}: DateBoxProps) {
  const texts = useUiTexts()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const dialog = useDialogAround(button)
  const name = calendarLabel ?? (typeof rest.label === 'string' ? rest.label : 'a date')
  const choose = (day: string) => {
    onChange(day)
    setOpen(false)
    button.current?.focus()
  }
  // Only once the date is finished: 01/01/20 may become 2026.
  const completeYear = () => {
    const year = new Date().getFullYear()
    const day =
      dateOfShortYear(value, year) ?? dateOfYearFirst(value) ?? (birth ? null : dateWithoutYear(value, year, notBefore))
    if (day) onChange(day)
  }
  const calendar = (
    <Popover
      opened={open}
      onChange={setOpen}
      withinPortal={!nested}
      {...(dialog ? { portalProps: { target: dialog }, floatingStrategy: 'fixed' as const } : {})}
      position="bottom-end"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          ref={button}
          variant="transparent"
          c="var(--text-3)"
          aria-label={texts.fromCalendar(name)}
          disabled={rest.disabled}
          data-mantine-stop-propagation={open || undefined}
          onClick={() => setOpen(!open)}
        >
          <IconCalendar size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown data-mantine-stop-propagation="true">
        <Suspense fallback={<SkeletonBar width={252} height={256} />}>
          <Calendar value={value} onChange={choose} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
  return (
    <MaskedInput
      {...rest}
      inputRef={inputRef}
      value={dateText(value)}
      format={groupDate}
      parse={dateDigits}
      placeholder={texts.datePattern}
      autoComplete={rest.autoComplete ?? 'off'}
      onChange={(text) => onChange(dateValue(text))}
      onBlur={(event) => {
        completeYear()
        rest.onBlur?.(event)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') completeYear()
        rest.onKeyDown?.(event)
      }}
      rightSectionProps={{ style: { zIndex: open ? 2 : undefined } }}
      rightSectionWidth={alert ? 58 : undefined}
      rightSection={
        alert ? (
          <span className={css.both}>
            {alert} {calendar}
          </span>
        ) : (
          calendar
        )
      }
    />
  )
}

/** Dialog that contains the element. The calendar renders inside it, because the dialog traps the focus. */
function useDialogAround(element: RefObject<HTMLElement | null>): HTMLElement | null {
  const [dialog, setDialog] = useState<HTMLElement | null>(null)
  useEffect(() => setDialog(element.current?.closest<HTMLElement>('[role="dialog"]') ?? null), [element])
  return dialog
}
