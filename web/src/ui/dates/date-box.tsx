import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { lazy, type ReactNode, type Ref, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import css from '../basics/field.module.css'
import { dateAsTyped, dateText, dateValue } from './date-text.ts'
import '../overlay/overlay-styles.ts'
import { SkeletonBar } from '../basics/skeleton-bar.tsx'

const Calendar = lazy(async () => ({ default: (await import('./calendar.tsx')).Calendar }))

interface DateBoxProps extends Omit<TextInputProps, 'value' | 'onChange' | 'ref'> {
  /** YYYY-MM-DD, a text that is no day, or ''. */
  value: string
  onChange(value: string): void
  inputRef?: Ref<HTMLInputElement>
  /** What the date is, for the name of the calendar's button; default the label. */
  calendarLabel?: string
  /** The icon of an error, beside the calendar's button. */
  alert?: ReactNode
  /** Inside of a pop-over, which a press outside of it closes: the calendar is then part of it. */
  nested?: boolean | undefined
}

/**
 * A date typed as MM/DD/YYYY, or chosen from the calendar behind the button. Typing never opens the calendar, so Enter in
 * a form sends it and leaves nothing open.
 */
export function DateBox({ value, onChange, inputRef, calendarLabel, alert, nested, onBlur, ...rest }: DateBoxProps) {
  const [typed, setTyped] = useState<string>()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const dialog = useDialogAround(button)
  const name = calendarLabel ?? (typeof rest.label === 'string' ? rest.label : 'a date')
  const choose = (day: string) => {
    setTyped(undefined)
    onChange(day)
    setOpen(false)
    button.current?.focus()
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
          aria-label={`Choose ${name} from a calendar`}
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
    <TextInput
      {...rest}
      ref={inputRef}
      value={typed ?? dateText(value)}
      placeholder="MM/DD/YYYY"
      inputMode="numeric"
      autoComplete={rest.autoComplete ?? 'off'}
      onChange={(event) => {
        const text = dateAsTyped(event.currentTarget.value)
        setTyped(text)
        onChange(dateValue(text))
      }}
      onBlur={(event) => {
        setTyped(undefined)
        onBlur?.(event)
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

/**
 * The dialog that the element stands in. Its calendar becomes part of it, and not of the page behind: the focus is kept
 * in the dialog, and whoever reads by landmarks finds the calendar there.
 */
function useDialogAround(element: RefObject<HTMLElement | null>): HTMLElement | null {
  const [dialog, setDialog] = useState<HTMLElement | null>(null)
  useEffect(() => setDialog(element.current?.closest<HTMLElement>('[role="dialog"]') ?? null), [element])
  return dialog
}
