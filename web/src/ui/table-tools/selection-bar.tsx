import { maxMatching } from '@coverdesk/domain/bulk/bulk-kinds.ts'
import { Button, CloseButton } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useRef } from 'react'
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
  /** Offers to select all rows that match, once those of the page are. */
  everything?: Everything | undefined
  onClear(): void
}

interface Everything {
  onPage: number
  total: number
  /** All are selected. */
  chosen: boolean
  choose(): void
}

/** Actions on the selected rows, and their count. Floats 54 px above the bottom; fixed there on a phone. */
export function SelectionBar({ count, note, actions, selectAllButtons, everything, onClear }: SelectionBarProps) {
  const phone = usePhone()
  const box = useRef<HTMLDivElement>(null)
  // Keeps toasts from covering the actions.
  useToastsAbove(box)
  const shown = phone ? actions.slice(0, 2) : actions
  const rest = phone ? actions.slice(2) : []
  return (
    <div ref={box} className={css.bar} role="toolbar" aria-label="Selected rows">
      {everything ? (
        <span className={css.everything}>
          {everything.chosen ? (
            `All ${everything.total.toLocaleString('en-US')} that match are selected, on all pages.`
          ) : everything.total > maxMatching ? (
            `${everything.onPage} on this page selected. Filter to ${maxMatching.toLocaleString('en-US')} or fewer to select all that match.`
          ) : (
            <>
              {everything.onPage} on this page selected.
              <Button variant="subtle" size={phone ? 'md' : 'xs'} c="var(--brand-text)" onClick={everything.choose}>
                Select all {everything.total.toLocaleString('en-US')} that match
              </Button>
            </>
          )}
        </span>
      ) : null}
      <div className={css.row}>
        <span className={css.count} role="status">
          <strong className="figures">{count.toLocaleString('en-US')} selected</strong>
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
