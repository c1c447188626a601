import type { OwnSession } from '@coverdesk/domain/profile/profile-contract.ts'
import { showInstant } from '../ui/basics/instant.ts'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import css from './profile.module.css'

/** Browser, address and times of a session. */
export function SessionWords({ session }: { session: OwnSession }) {
  const { browser, current, waiting, address, since, lastActive } = session
  return (
    <span className={css.sessionWords}>
      <span className={css.sessionName}>
        {browser}
        {current ? <StatusPill tone="green">This session</StatusPill> : null}
        {waiting ? <StatusPill tone="amber">Waiting to replace another session</StatusPill> : null}
      </span>
      <span className={css.quiet}>
        Since {showInstant(since)}, last active {showInstant(lastActive)}
        {address ? `, from ${address}` : ''}
      </span>
    </span>
  )
}
