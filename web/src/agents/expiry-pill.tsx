import { expiryLevel, expiryWords } from '@coverdesk/domain/agents/expiry.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import type { ReactNode } from 'react'
import { StatusPill } from '../ui/basics/status-pill.tsx'

const tones = { expired: 'red', soon: 'red', coming: 'amber' } as const

/** 'Expires in 45 days' from 60 days before the expiry, red from 30 days; `instead` while there is more time. */
export function ExpiryPill({ expiry, instead = null }: { expiry: string | null; instead?: ReactNode }) {
  const today = todayIn(new Date())
  const level = expiryLevel(expiry, today)
  return level ? <StatusPill tone={tones[level]}>{expiryWords(expiry, today)}</StatusPill> : instead
}
