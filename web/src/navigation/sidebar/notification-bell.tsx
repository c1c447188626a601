import { bell, maxUnread } from '@coverdesk/domain/notifications/bell-contract.ts'
import { notificationEvents } from '@coverdesk/domain/realtime/realtime-contract.ts'
import { ActionIcon } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { paths } from '../../platform/address/paths.ts'
import { apiQuery, keyOf, useSend } from '../../platform/api/query.ts'
import { failureMessage } from '../../platform/failures/failure-message.ts'
import { toasts } from '../../platform/toasts/toasts.tsx'
import { useLiveRefetch } from '../../realtime/live-events.ts'
import { usePhone } from '../../ui/basics/use-phone.ts'
import css from './sidebar.module.css'

/** Polling interval without a socket; polling does not count as user activity (P-16). */
const lookEvery = 60_000
const news = [bell.unread]
/** Marking them as read also changes the list, which has the same path. */
const marked = [...news, { ...bell.setAllRead, method: 'GET' }] as const

/**
 * Bell with the number of unread notifications. A click marks all as read and opens Marketing, or the list alone for users
 * without it (NOTIF-02, NOTIF-03, A-111).
 */
export function NotificationBell({ opens }: { opens: typeof paths.marketing | typeof paths.notifications }) {
  useLiveRefetch(notificationEvents, news)
  const { data } = useQuery({ ...apiQuery(bell.unread, {}), refetchInterval: lookEvery })
  const client = useQueryClient()
  const navigate = useNavigate()
  const mark = useSend(bell.setAllRead, { refreshes: marked })
  const unread = data?.unread ?? 0
  const count = unread >= maxUnread ? `${maxUnread - 1}+` : String(unread)
  const phone = usePhone()
  const open = () => {
    void navigate({ to: opens })
    if (unread === 0) return
    client.setQueryData(keyOf(bell.unread, {}), { unread: 0 })
    mark.mutate({ read: true }, { onError: (failure) => toasts.error(failureMessage(failure)) })
  }
  return (
    <ActionIcon
      variant="subtle"
      c="var(--text-2)"
      className={css.bell}
      size={phone ? 44 : 28}
      aria-label={unread === 0 ? 'Notifications' : `Notifications, ${count} unread`}
      title="Notifications"
      onClick={open}
    >
      <IconBell size={phone ? 20 : 16} stroke={1.75} aria-hidden />
      {unread > 0 ? (
        <span className={css.unread} aria-hidden>
          {count}
        </span>
      ) : null}
    </ActionIcon>
  )
}
