import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { type HomeGroupOf, home } from '@coverdesk/domain/home/home-contract.ts'
import { pto } from '@coverdesk/domain/pto/pto-contract.ts'
import { ptoStatuses } from '@coverdesk/domain/pto/pto-rules.ts'
import { Button } from '@mantine/core'
import { paths, withQuery } from '../platform/address/paths.ts'
import { useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import css from './home.module.css'
import { HomeSection } from './home-section.tsx'

type TimeOff = HomeGroupOf<'pto'>['data'][number]

/** Requests for time off, decided in place; one's own is decided by a colleague. */
export function HomeTimeOff({ group, userId }: { group: HomeGroupOf<'pto'>; userId: number }) {
  const decide = useSend(pto.setStatus, { refreshes: [home.day, pto.list] })
  const set = ({ id, version, agent }: TimeOff, status: 'Approved' | 'Denied') =>
    decide.mutate(
      { id, version, statusId: ptoStatuses[status], comment: '' },
      {
        onSuccess: () => toasts.success(`${agent}'s time off is ${status.toLowerCase()}.`),
        onError: (error) => toasts.failure("Couldn't decide the request.", error),
      },
    )
  return (
    <HomeSection
      title="Time off to decide"
      total={group.total}
      address={withQuery(paths.pto, { statusId: ptoStatuses.Requested })}
    >
      <ul className={css.rows}>
        {group.data.map((row) => (
          <li key={row.id} className={`${css.row} ${css.request}`}>
            <span className={css.name}>{row.agent}</span>
            <span className={css.second}>{spanOf(row)}</span>
            {row.requesterId === userId ? (
              <span className={css.second}>Your own</span>
            ) : (
              <>
                <Button
                  size="xs"
                  disabled={decide.isPending}
                  aria-label={`Approve time off of ${row.agent}`}
                  onClick={() => set(row, 'Approved')}
                >
                  Approve
                </Button>
                <Button
                  size="xs"
                  variant="subtle"
                  disabled={decide.isPending}
                  aria-label={`Deny time off of ${row.agent}`}
                  onClick={() => set(row, 'Denied')}
                >
                  Deny
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
    </HomeSection>
  )
}

function spanOf({ startDate, endDate }: TimeOff): string {
  const [first, last] = [showDate(startDate), showDate(endDate)]
  if (first === last) return first
  return `${first.slice(6) === last.slice(6) ? first.slice(0, 5) : first} to ${last}`
}
