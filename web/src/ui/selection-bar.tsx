import { Button, CloseButton, Menu } from '@mantine/core'
import { type Icon, IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import './overlay-styles.ts'
import css from './selection-bar.module.css'
import { usePhone } from './use-phone.ts'

export interface SelectionAction {
  label: string
  icon?: Icon
  onClick(): void
  /** Why it cannot be done now: the button is disabled and says it. */
  refused?: string | undefined
  primary?: boolean
  /** Without a border, for what is done rarely. */
  quiet?: boolean
  /** A key beside the label, such as '↵'. */
  hint?: string
}

interface SelectionBarProps {
  count: number
  /** What is at stake, or the one row's name. */
  note?: ReactNode
  actions: readonly SelectionAction[]
  onClear(): void
}

/** What can be done with the selected rows, and to how many. Floats 54 above the bottom; on a phone it is fixed there. */
export function SelectionBar({ count, note, actions, onClear }: SelectionBarProps) {
  const phone = usePhone()
  if (count === 0) return null
  const shown = phone ? actions.slice(0, 2) : actions
  const rest = phone ? actions.slice(2) : []
  return (
    <div className={css.bar} role="toolbar" aria-label="Selected rows">
      <span className={css.count} role="status">
        <strong className="figures">{count} selected</strong>
        {note ? <span>{note}</span> : null}
      </span>
      <span className={css.actions}>
        {shown.map((action) => (
          <Action key={action.label} {...action} phone={phone} />
        ))}
        {rest.length > 0 ? <More actions={rest} /> : null}
      </span>
      {phone ? (
        <Button variant="subtle" c="var(--brand-text)" className={css.unmark} onClick={onClear}>
          Unmark All
        </Button>
      ) : (
        <CloseButton aria-label="Clear the selection" onClick={onClear} />
      )}
    </div>
  )
}

function Action(props: SelectionAction & { phone: boolean }) {
  const { label, icon: Icon, onClick, refused, primary, quiet, hint, phone } = props
  return (
    <Button
      size={phone ? 'xl' : 'sm'}
      variant={primary ? 'filled' : quiet ? 'subtle' : 'default'}
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

function More({ actions }: { actions: readonly SelectionAction[] }) {
  return (
    <Menu position="top-end">
      <Menu.Target>
        <Button size="xl" aria-label="More actions">
          <IconDots size={20} stroke={1.75} aria-hidden />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, icon: Icon, refused, onClick }) => (
          <Menu.Item
            key={label}
            leftSection={Icon && <Icon size={16} stroke={1.75} aria-hidden />}
            disabled={Boolean(refused)}
            title={refused}
            onClick={onClick}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
