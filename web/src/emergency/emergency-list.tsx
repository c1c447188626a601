import { type EmergencyAccess, type EmergencyState, emergency } from '@coverdesk/domain/emergency/emergency-contract.ts'
import { notificationEvents } from '@coverdesk/domain/realtime/realtime-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useCurrentUser } from '../access/current-user.ts'
import { apiQuery, useSend } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { useLiveRefetch } from '../realtime/live-events.ts'
import { showInstant } from '../ui/basics/instant.ts'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { FormSection } from '../ui/form/page-form.tsx'
import { FailedLine } from '../ui/page/failed-state.tsx'
import { SecondPersonList } from './second-person-list.tsx'

const news = [emergency.list]

const pills = {
  asked: { tone: 'amber', text: 'Waiting' },
  active: { tone: 'red', text: 'Active' },
  ended: { tone: 'grey', text: 'Ended' },
  refused: { tone: 'grey', text: 'Refused' },
  expired: { tone: 'grey', text: 'Expired' },
} as const satisfies Record<EmergencyState, object>

/** Emergency access requests: decide another user's request, end an active one. */
export function EmergencyList() {
  const me = useCurrentUser()
  const { data, error, refetch } = useQuery({ ...apiQuery(emergency.list, {}), refetchInterval: 60_000 })
  useLiveRefetch(notificationEvents, news)
  const decide = useSend(emergency.decide, { refreshes: news })
  const end = useSend(emergency.end, { refreshes: news })
  const failed = (failure: unknown) => toasts.failure("Couldn't change emergency access:", failure)
  const buttonsOf = ({ id, userId, state }: EmergencyAccess) => {
    const answer = (approve: boolean) => () =>
      decide.mutate(
        { id, approve },
        {
          onSuccess: () => toasts.success(approve ? 'Emergency access approved' : 'Emergency access refused'),
          onError: failed,
        },
      )
    const stop = () =>
      end.mutate({ id }, { onSuccess: () => toasts.success('Emergency access ended'), onError: failed })
    if (state === 'active') return [{ label: 'End now', onClick: stop }]
    if (state !== 'asked' || me?.id === userId) return []
    return [
      { label: 'Refuse', onClick: answer(false) },
      { label: 'Approve', filled: true, onClick: answer(true) },
    ]
  }
  return (
    <FormSection
      title="Emergency access"
      note="Gives a user without the rights read access to all clients' records for a short time. A second person approves it, and every read is recorded."
    >
      {error ? (
        <FailedLine title="Couldn't load emergency access." why={failureMessage(error)} retry={() => void refetch()} />
      ) : data ? (
        <SecondPersonList
          label="Emergency access"
          none="No emergency access requests."
          rows={data.map((access) => ({
            key: access.id,
            title: access.userName,
            pill: pills[access.state],
            lines: linesOf(access),
            buttons: buttonsOf(access),
          }))}
        />
      ) : (
        <SkeletonBar width="60%" height={16} />
      )}
    </FormSection>
  )
}

function linesOf(access: EmergencyAccess): string[] {
  const { state, decidedBy, decidedAt, until, endedAt, endedBy } = access
  const decided = decidedBy && decidedAt ? `${decidedBy}, ${showInstant(decidedAt)}` : ''
  return [
    `Reason: ${access.reason}`,
    `Requested ${access.minutes} minutes, ${showInstant(access.askedAt)}`,
    ...(decided ? [state === 'refused' ? `Refused by ${decided}` : `Approved by ${decided}`] : []),
    ...(state === 'active' && until ? [`Until ${showInstant(until)}`] : []),
    ...(state === 'ended' && endedAt ? [`Ended ${showInstant(endedAt)}${endedBy ? ` by ${endedBy}` : ''}`] : []),
    ...(until ? [`${access.reads} ${access.reads === 1 ? 'read' : 'reads'} recorded`] : []),
  ]
}
