import type { Notification } from '@coverdesk/domain/notifications/notification.ts'
import { notifications } from '@coverdesk/domain/notifications/notification-contract.ts'
import type { NotificationKind } from '@coverdesk/domain/notifications/notification-kinds.ts'
import { notificationEvents } from '@coverdesk/domain/realtime/realtime-contract.ts'
import { VisuallyHidden } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paths } from '../platform/address/paths.ts'
import { apiQuery, useSend } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { useLiveRefetch } from '../realtime/live-events.ts'
import { showInstant } from '../ui/basics/instant.ts'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'
import css from './notification-list.module.css'

const news = [notifications.list]
const changed = [notifications.list, notifications.unread]

/** Path of the record that a notification is about. */
const addresses: Record<NotificationKind, (id: number | null) => string> = {
  message: (id) => (id === null ? paths.marketing : paths.conversation(id)),
  lead: (id) => (id === null ? paths.leads : paths.lead(id)),
  contact: (id) => (id === null ? paths.contacts : paths.contact(id)),
  application: () => paths.internalApplications,
  unpaid: () => paths.unpaidPolicies,
  lost: () => paths.lostPolicies,
  'pto-request': (id) => (id === null ? paths.pto : paths.ptoRequest(id)),
  'pto-decision': (id) => (id === null ? paths.pto : paths.ptoRequest(id)),
  upload: () => paths.upload,
  'security-alert': () => paths.alerts,
  rights: () => paths.approvals,
  emergency: () => paths.approvals,
  // The record is the agent; to the agent the notification is about no record.
  'bank-account': (id) => (id === null ? paths.myAccount : paths.bankAccounts),
  'policy-status': () => paths.healthSherpa,
  'agent-change': () => `${paths.threeSources}?class=agent%20differs`,
}

/** The user's 50 newest notifications, refreshed by events and every minute. */
function useNotifications() {
  useLiveRefetch(notificationEvents, news)
  return useQuery({ ...apiQuery(notifications.list, {}), refetchInterval: 60_000 })
}

/** Whether the user has notifications of other kinds than messages, which the conversations show already. */
export function useHasOtherNotifications(): boolean {
  const { data } = useNotifications()
  return data?.data.some(({ kind }) => kind !== 'message') ?? false
}

/**
 * The user's 50 newest notifications, each with a link to its record (NOTIF-04, NOTIF-06); without those of messages
 * beside the conversations that show them.
 */
export function NotificationList({ withoutMessages = false }: { withoutMessages?: boolean }) {
  const { data, failureReason, refetch } = useNotifications()
  const remove = useSend(notifications.remove, { refreshes: changed })
  if (failureReason && !data)
    return (
      <FailedState
        title="Couldn't load notifications."
        why={failureMessage(failureReason)}
        retry={() => void refetch()}
      />
    )
  if (!data)
    return (
      <div className={css.waiting} role="status" aria-label="Loading notifications">
        {[80, 64, 72].map((width) => (
          <SkeletonBar key={width} width={`${width}%`} height={12} />
        ))}
      </div>
    )
  const shown = data.data.filter(({ kind }) => !(withoutMessages && kind === 'message'))
  if (shown.length === 0)
    return (
      <EmptyState title="No notifications" why="New messages, assignments and answers to your requests appear here." />
    )
  return (
    <ul className={css.list} aria-label="Notifications">
      {shown.map((notification) => (
        <Line
          key={notification.id}
          notification={notification}
          onRemove={() =>
            remove.mutate({ id: notification.id }, { onError: (failure) => toasts.error(failureMessage(failure)) })
          }
        />
      ))}
    </ul>
  )
}

function Line({ notification, onRemove }: { notification: Notification; onRemove(): void }) {
  const { kind, record_id, text, created_at, read } = notification
  return (
    <li className={css.line} data-unread={!read}>
      <Link to={addresses[kind](record_id)} className={css.link}>
        {read ? null : <VisuallyHidden>Unread: </VisuallyHidden>}
        {text}
        <time dateTime={created_at}>{showInstant(created_at)}</time>
      </Link>
      <button type="button" className={css.remove} aria-label={`Dismiss: ${text}`} title="Dismiss" onClick={onRemove}>
        <IconX size={14} stroke={1.75} aria-hidden />
      </button>
    </li>
  )
}
