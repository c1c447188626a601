import { mayRunAgency } from '@coverdesk/domain/agency/agency-contract.ts'
import { useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useHasAccess } from '../access/current-user.ts'
import { useConfiguration } from '../agency/configuration.ts'
import { NotificationList, useHasOtherNotifications } from '../notifications/notification-list.tsx'
import { useInAddress } from '../platform/address/address.ts'
import { paths } from '../platform/address/paths.ts'
import { usePhone } from '../ui/basics/use-phone.ts'
import { ConversationPlace } from './conversation-place.tsx'
import { ConversationsFrame } from './conversations-frame.tsx'
import css from './marketing.module.css'
import { MarketingAddress } from './marketing-address.ts'
import { MarketingTabs } from './marketing-tabs.tsx'

/** From this width notifications are beside the conversations; below it they have a tab. */
const wideWindow = '(min-width: 1280px)'

/**
 * /portal/marketing: the configured conversations app in a frame, or the built-in one, with the user's notifications
 * (NOTIF-01, A-112).
 */
export function MarketingPage() {
  const configuration = useConfiguration()
  const wide = useMediaQuery(wideWindow, true, { getInitialValueInEffect: false })
  const { tab, contact } = useInAddress(MarketingAddress)
  const phone = usePhone()
  // The built-in conversations say which messages are new; an external app may not.
  const isBuiltIn = configuration !== undefined && !configuration.marketingUrl
  const hasOthers = useHasOtherNotifications()
  const lists = !isBuiltIn || hasOthers
  const notifying = !wide && lists && tab === 'notifications'
  const reading = phone && contact !== undefined && !notifying
  const runsAgency = useHasAccess(mayRunAgency)
  if (!configuration) return null
  return (
    <div className={css.page}>
      <div className={css.top}>
        <h1 className={css.heading} data-hidden={reading}>
          Marketing
        </h1>
        {runsAgency && !reading ? <Link to={paths.agency}>Agency settings</Link> : null}
      </div>
      {wide || reading || !lists ? null : <MarketingTabs />}
      <div className={css.columns}>
        {notifying ? null : configuration.marketingUrl ? (
          <ConversationsFrame address={configuration.marketingUrl} />
        ) : (
          <ConversationPlace demo={configuration.outbox} />
        )}
        {(wide && lists) || notifying ? (
          <section className={css.aside} aria-label="Your notifications">
            {wide ? <h2>Notifications</h2> : null}
            <NotificationList withoutMessages={isBuiltIn} />
          </section>
        ) : null}
      </div>
    </div>
  )
}

/** /portal/notifications: the user's notifications alone, for the bell of users without Marketing (decision 307). */
export function NotificationsPage() {
  return (
    <div className={css.page}>
      <h1 className={css.heading}>Notifications</h1>
      <section className={css.alone} aria-label="Your notifications">
        <NotificationList />
      </section>
    </div>
  )
}
