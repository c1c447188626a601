import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { telephony } from '@coverdesk/domain/telephony/telephony-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { showInstant } from '../ui/basics/instant.ts'
import css from './phone-pad.module.css'
import { useTelephonyRole } from './use-telephony-role.ts'

const pageSize = 10

/** Recent calls: the user's own, or everyone's in the super role; asked for while they are shown. */
export function RecentCalls({ shown }: { shown: boolean }) {
  const { data, failureReason } = useQuery({ ...apiQuery(telephony.calls, { pageSize }), subscribed: shown })
  const showsUsers = useTelephonyRole() === 'super'
  return (
    <section className={css.recent} aria-label="Recent calls">
      <h3>Recent calls</h3>
      {failureReason ? <p className={css.quiet}>{failureMessage(failureReason)}</p> : null}
      {data?.data.length === 0 ? <p className={css.quiet}>No calls logged yet.</p> : null}
      <ul>
        {data?.data.map(({ id, contact, phone, outcome, calledAt, user, comment }) => (
          <li key={id}>
            <strong>{contact ?? showPhone(phone)}</strong> {outcome}
            <span>
              {showInstant(calledAt)}
              {showsUsers ? `, ${user}` : ''}
            </span>
            {comment ? <span>{comment}</span> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
