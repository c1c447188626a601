import { Button, CloseButton } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useDeferredValue, useRef } from 'react'
import { usePhone } from '../basics/use-phone.ts'
import { useToastsAbove } from '../basics/use-toasts-above.ts'
import type { SelectionAction } from './selection-action.ts'
import css from './selection-bar.module.css'

/** Used on phones only. */
const SelectionMore = lazy(async () => ({ default: (await import('./selection-more.tsx')).SelectionMore }))

interface SelectionBarProps {
  count: number
  /** Summary of the selection, or the name of a single row. */
  note?: ReactNode
  actions: readonly SelectionAction[]
  /** Shows 'Unmark All' where the specification requires it, as on a phone. */
  selectAllButtons?: boolean | undefined
  onClear(): void
}

/** Actions on the selected rows, and their count. Floats 54 px above the bottom; fixed there on a phone. */
export function SelectionBar(props: SelectionBarProps) {
  // Appears with a deferred render, so that selecting a row need not wait for it; later updates are immediate.
  const due = useDeferredValue(props.count > 0)
  return props.count > 0 && due ? <Bar {...props} /> : null
}

function Bar({ count, note, actions, selectAllButtons, onClear }: SelectionBarProps) {
  const phone = usePhone()
  const box = useRef<HTMLDivElement>(null)
  // Keeps toasts from covering the actions.
  useToastsAbove(box)
  const shown = phone ? actions.slice(0, 2) : actions
  const rest = phone ? actions.slice(2) : []
  return (
    <div ref={box} className={css.bar} role="toolbar" aria-label="Selected rows">
      <span className={css.count} role="status">
        <strong className="figures">{count} selected</strong>
        {note ? <span>{note}</span> : null}
      </span>
      <span className={css.actions}>
        {shown.map((action) => (
          <Action key={action.label} {...action} phone={phone} />
        ))}
        {rest.length > 0 ? (
          <Suspense>
            <SelectionMore actions={rest} />
          </Suspense>
        ) : null}
      </span>
      {phone || selectAllButtons ? (
        <Button
          variant="subtle"
          {...(phone ? { c: 'var(--brand-text)' } : { size: 'sm' })}
          className={css.unmark}
          onClick={onClear}
        >
          Unmark All
        </Button>
      ) : (
        <CloseButton aria-label="Clear the selection" onClick={onClear} />
      )}
    </div>
  )
}

function Action(props: SelectionAction & { phone: boolean }) {
  const { label, icon: Icon, onClick, refused, primary, quiet, danger, hint, phone } = props
  return (
    <Button
      size={phone ? 'xl' : 'sm'}
      variant={primary ? 'filled' : quiet ? 'subtle' : 'default'}
      c={danger ? 'var(--red-text)' : undefined}
      leftSection={Icon && <Icon size={16} stroke={1.75} aria-hidden />}
      rightSection={hint && !phone ? <kbd className={css.key}>{hint}</kbd> : undefined}
      data-disabled={refused ? true : undefined}
      aria-disabled={refused ? true : undefined}
      title={refused}
      onClick={() => (refused ? undefined : onClick())}
    >
      {label}
    </Button>
  )
}
