import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { userAccess } from '@coverdesk/domain/users/user-access-contract.ts'
import { usersAndRightsFilter } from '@coverdesk/domain/users/users-and-rights.ts'
import { IconUserShield } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCurrentUser } from '../../access/current-user.ts'
import { passes } from '../../access/portal-gate.ts'
import { paths } from '../../platform/address/paths.ts'
import { apiQuery } from '../../platform/api/query.ts'
import { failureMessage } from '../../platform/failures/failure-message.ts'
import { showInstant } from '../../ui/basics/instant.ts'
import { SkeletonBar } from '../../ui/basics/skeleton-bar.tsx'
import { FailedLine } from '../../ui/page/failed-state.tsx'
import { Timeline } from '../../ui/page/timeline.tsx'
import css from './user-access.module.css'

/** Who changed what of the user and the rights, newest first. */
export function UserHistory({ id }: { id: number }) {
  const me = useCurrentUser()
  const { data, error, refetch } = useQuery({ ...apiQuery(userAccess.history, { id }), staleTime: 0 })
  return (
    <section className={css.part} aria-label="History of account and rights">
      <h3>History of account and rights</h3>
      {error ? (
        <FailedLine title="Couldn't load the history." why={failureMessage(error)} retry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonBar width="70%" height={16} />
      ) : data.length === 0 ? (
        <p className={css.none}>No changes recorded yet.</p>
      ) : (
        <Timeline
          label="History of account and rights"
          entries={data.map(({ id: event, at, sentences: [title = '', ...more] }) => ({
            key: String(event),
            icon: <IconUserShield size={14} stroke={1.75} />,
            tone: 'grey',
            title,
            date: showInstant(at),
            text: more.join(' '),
          }))}
        />
      )}
      {me && passes(sectionRules.Administration.links['Audit Logs'], me) ? (
        <p className={css.none}>
          <Link to={paths.auditLogs} search={{ entity: usersAndRightsFilter }}>
            All changes of users and rights
          </Link>
        </p>
      ) : null}
    </section>
  )
}
