import { emergency } from '@coverdesk/domain/emergency/emergency-contract.ts'
import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { refreshCurrentUser } from '../access/current-user.ts'
import { call } from '../platform/api/call.ts'
import { invalidate } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { showInstant } from '../ui/basics/instant.ts'
import css from './emergency-strip.module.css'

/** Strip above every screen during emergency access, with its end time and End now. */
export function EmergencyStrip({ until }: { until: string }) {
  useEffect(() => {
    const timer = setTimeout(refreshCurrentUser, Math.max(0, new Date(until).getTime() - Date.now()) + 1_000)
    return () => clearTimeout(timer)
  }, [until])
  const end = async () => {
    try {
      const own = await call(emergency.own, {})
      if (own) await call(emergency.end, { id: own.id })
      void invalidate(emergency.own)
      refreshCurrentUser()
    } catch (failure) {
      toasts.failure("Couldn't end emergency access:", failure)
    }
  }
  return (
    <section className={css.strip} aria-label="Emergency access in use">
      <span>
        <strong>Emergency access</strong> to all clients' records, for reading only, until {showInstant(until)}. Every
        read is recorded.
      </span>
      <Button size="xs" onClick={() => void end()}>
        End now
      </Button>
    </section>
  )
}
