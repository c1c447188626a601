import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { usePhone } from './use-phone.ts'

interface Props {
  /** Why it cannot be done now: the button is disabled and tells it. */
  refused: string | undefined
  icon: ReactNode
  primary?: boolean | undefined
  /** Without a border, for what is done rarely. */
  quiet?: boolean | undefined
  /** Its name, where only an icon is shown. */
  label?: string
  onClick(): void
  children: ReactNode
}

/** A button of a screen that is disabled with a reason, which stays in reach of pointer, keyboard and screen reader. */
export function ActionButton({ refused, icon, primary, quiet, label, onClick, children }: Props) {
  return (
    <Button
      size={usePhone() ? 'xl' : 'sm'}
      variant={primary ? 'filled' : quiet ? 'subtle' : 'default'}
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
