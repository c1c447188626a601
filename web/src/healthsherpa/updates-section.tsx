import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { healthSherpa, type UpdateRow } from '@coverdesk/domain/healthsherpa/health-sherpa-contract.ts'
import { updateStatusHint, updateStatusWords } from '@coverdesk/domain/healthsherpa/policy-update.ts'
import { useQuery } from '@tanstack/react-query'
import { useHasAccess } from '../access/current-user.ts'
import { apiQuery } from '../platform/api/query.ts'
import { showInstant } from '../ui/basics/instant.ts'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import css from './health-sherpa.module.css'
import { paymentWords, policyWords, updateTone } from './update-columns.tsx'

/** Updates of an application, newest first; null while there are none, and for clients. */
export function useUpdates(of: { appId: string } | { wizardId: string }): readonly UpdateRow[] | null {
  const mayRead = useHasAccess(healthSherpa.list.allow)
  const { data } = useQuery({ ...apiQuery(healthSherpa.list, { ...of, pageSize: 10 }), enabled: mayRead })
  return data && data.data.length > 0 ? data.data : null
}

/** What HealthSherpa said about the policies of an application, and when. */
export function UpdatesList({ updates }: { updates: readonly UpdateRow[] }) {
  return (
    <ul className={css.updates}>
      {updates.map((row) => (
        <li key={row.id}>
          <StatusPill tone={updateTone(row.status)}>{updateStatusWords(row.status)}</StatusPill>
          <span>
            {[
              row.day && `since ${showDate(row.day)}`,
              policyWords(row),
              paymentWords(row),
              `received ${showInstant(row.receivedAt)}`,
            ]
              .filter(Boolean)
              .join(', ')}
            . {updateStatusHint(row.status)}
          </span>
        </li>
      ))}
    </ul>
  )
}
