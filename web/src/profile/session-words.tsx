import type { OwnSession } from '@coverdesk/domain/profile/profile-contract.ts'
import { showInstant } from '../ui/basics/instant.ts'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import { useAccountTexts } from './account-texts.ts'
import css from './profile.module.css'

/** Browser, address and times of a session. */
export function SessionWords({ session }: { session: OwnSession }) {
  const texts = useAccountTexts().sessions
  const { browser, current, waiting, address, since, lastActive } = session
  return (
    <span className={css.sessionWords}>
      <span className={css.sessionName}>
        {texts.browser(browser)}
        {current ? <StatusPill tone="green">{texts.current}</StatusPill> : null}
        {waiting ? <StatusPill tone="amber">{texts.waiting}</StatusPill> : null}
      </span>
      <span className={css.quiet}>{texts.times(showInstant(since), showInstant(lastActive), address ?? '')}</span>
    </span>
  )
}
