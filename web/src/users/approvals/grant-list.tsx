import { notificationEvents } from '@coverdesk/domain/realtime/realtime-contract.ts'
import { type GrantState, type RightsGrant, rightsGrants } from '@coverdesk/domain/users/rights-grant-contract.ts'
import { users } from '@coverdesk/domain/users/user-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useCurrentUser, useHasAccess } from '../../access/current-user.ts'
import { SecondPersonList } from '../../emergency/second-person-list.tsx'
import { apiQuery, useSend } from '../../platform/api/query.ts'
import { failureMessage } from '../../platform/failures/failure-message.ts'
import { toasts } from '../../platform/toasts/toasts.tsx'
import { useLiveRefetch } from '../../realtime/live-events.ts'
import { showInstant } from '../../ui/basics/instant.ts'
import { SkeletonBar } from '../../ui/basics/skeleton-bar.tsx'
import { FormSection } from '../../ui/form/page-form.tsx'
import { FailedLine } from '../../ui/page/failed-state.tsx'
import { grantInWords } from './grant-in-words.ts'

const news = [rightsGrants.list]

const pills = {
  waiting: { tone: 'amber', text: 'Waiting' },
  expired: { tone: 'grey', text: 'Expired' },
  notified: { tone: 'grey', text: 'In effect' },
  approved: { tone: 'green', text: 'Approved' },
  refused: { tone: 'grey', text: 'Refused' },
  withdrawn: { tone: 'grey', text: 'Withdrawn' },
} as const satisfies Record<GrantState, object>

/** Rights granted beyond the grantor's own, with the decision of a second security administrator (P-34). */
export function GrantList() {
  const me = useCurrentUser()
  const mayDecide = useHasAccess('securityadmin')
  const { data, error, refetch } = useQuery({ ...apiQuery(rightsGrants.list, {}), refetchInterval: 60_000 })
  useLiveRefetch(notificationEvents, news)
  const decide = useSend(rightsGrants.decide, { refreshes: [rightsGrants.list, users.list, users.one] })
  const withdraw = useSend(rightsGrants.withdraw, { refreshes: [rightsGrants.list] })
  const buttonsOf = ({ id, state, askedById, userId }: RightsGrant) => {
    if (state !== 'waiting' || !mayDecide) return []
    if (me?.id === askedById) {
      const takeBack = () =>
        withdraw.mutate(
          { id },
          {
            onSuccess: () => toasts.success('Request withdrawn'),
            onError: (failure) => toasts.failure("Couldn't withdraw:", failure),
          },
        )
      return [{ label: 'Withdraw', onClick: takeBack }]
    }
    if (me?.id === userId) return []
    const answer = (approve: boolean) => () =>
      decide.mutate(
        { id, approve },
        {
          onSuccess: () => toasts.success(approve ? 'Rights approved' : 'Rights refused'),
          onError: (failure) => toasts.failure("Couldn't decide:", failure),
        },
      )
    return [
      { label: 'Refuse', onClick: answer(false) },
      { label: 'Approve', filled: true, onClick: answer(true) },
    ]
  }
  return (
    <FormSection
      title="Far-reaching rights"
      note="Security administrators and administrators are notified of each. Administrators choose under Agency whether a second security administrator has to approve them first. The newest 200 are shown; the audit record has all."
    >
      {error ? (
        <FailedLine title="Couldn't load rights." why={failureMessage(error)} retry={() => void refetch()} />
      ) : data ? (
        <SecondPersonList
          label="Far-reaching rights"
          none="No far-reaching rights have been granted."
          rows={data.map((grant) => ({
            key: grant.id,
            title: grant.userName,
            pill: pills[grant.state],
            lines: linesOf(grant),
            buttons: buttonsOf(grant),
          }))}
        />
      ) : (
        <SkeletonBar width="60%" height={16} />
      )}
    </FormSection>
  )
}

function linesOf({ act, rights, askedBy, askedAt, state, decidedBy, decidedAt, expiresAt }: RightsGrant): string[] {
  return [
    grantInWords({ act, rights }),
    `By ${askedBy}, ${showInstant(askedAt)}`,
    ...(state === 'waiting' && expiresAt ? [`Waits until ${showInstant(expiresAt)}`] : []),
    ...(decidedBy && decidedAt ? [`Decided by ${decidedBy}, ${showInstant(decidedAt)}`] : []),
    ...(state === 'withdrawn' && decidedAt ? [`Withdrawn ${showInstant(decidedAt)}`] : []),
  ]
}
