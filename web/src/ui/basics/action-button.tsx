import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { usePhone } from './use-phone.ts'

interface Props {
  /** Reason why the action is unavailable: disables the button and becomes its tooltip. */
  refused: string | undefined
  icon: ReactNode
  primary?: boolean | undefined
  /** Without a border; for rare actions. */
  quiet?: boolean | undefined
  /** Deletes: red. */
  danger?: boolean | undefined
  /** Accessible name of an icon-only button. */
  label?: string
  onClick(): void
  children: ReactNode
}

/** Button that can be disabled with a reason and stays reachable by pointer, keyboard and screen reader. */
export function ActionButton({ refused, icon, primary, quiet, danger, label, onClick, children }: Props) {
  return (
    <Button
      size={usePhone() ? 'xl' : 'sm'}
      variant={primary ? 'filled' : quiet ? 'subtle' : 'default'}
      c={danger ? 'var(--red-text)' : undefined}
      leftSection={icon}
      aria-label={label}
      data-disabled={refused ? true : undefined}
      aria-disabled={refused ? true : undefined}
      aria-description={refused}
      title={refused}
      onClick={() => (refused ? undefined : onClick())}
    >
      {children}
    </Button>
  )
}
