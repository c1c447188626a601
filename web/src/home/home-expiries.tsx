import { expiryLevel } from '@coverdesk/domain/agents/expiry.ts'
import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { daysBetween } from '@coverdesk/domain/fields/day-count.ts'
import type { HomeExpiry, HomeGroupOf } from '@coverdesk/domain/home/home-contract.ts'
import { Link } from '@tanstack/react-router'
import { paths, withQuery } from '../platform/address/paths.ts'
import { showCount } from '../ui/basics/cell-value.tsx'
import css from './home.module.css'
import { HomeSection } from './home-section.tsx'

const expired = withQuery(paths.agents, { expiring: 'expired' })

/** Licenses and appointments that expire within 60 days: the next one of each agent, or all of the user's own. */
export function HomeExpiries({ group, today }: { group: HomeGroupOf<'agent'>; today: string }) {
  const title = group.own ? 'My expiring licenses' : 'Agents with expiring licenses'
  return (
    <HomeSection
      title={title}
      total={group.total}
      note={
        !group.own && group.expired > 0 ? (
          <Link to={expired} className={css.all}>
            {showCount(group.expired)} expired
          </Link>
        ) : null
      }
      {...(group.own ? {} : { address: withQuery(paths.agents, { expiring: '60' }) })}
    >
      <ul className={css.rows}>
        {group.data.map((row) => (
          <li key={`${row.id} ${row.kind} ${row.state} ${row.of} ${row.expiry}`}>
            {group.own ? (
              <span className={`${css.row} ${css.expiry}`}>
                <Expiry row={row} today={today} own />
              </span>
            ) : (
              <Link to={paths.agent(row.id)} className={`${css.row} ${css.opens} ${css.expiry}`}>
                <Expiry row={row} today={today} own={false} />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </HomeSection>
  )
}

function Expiry({ row, today, own }: { row: HomeExpiry; today: string; own: boolean }) {
  const what = row.kind === 'license' ? `${row.state} ${row.of} license` : `${row.of} appointment, ${row.state}`
  return (
    <>
      <span className={css.name}>{own ? what : row.agent}</span>
      <span className={css.second}>{own ? null : what}</span>
      <span className={css.date}>{showDate(row.expiry)}</span>
      <span className={css.days} data-level={expiryLevel(row.expiry, today)}>
        {daysLeft(row.expiry, today)}
      </span>
    </>
  )
}

/** '12 days', 'Today', 'Expired'. */
function daysLeft(expiry: string, today: string): string {
  const left = daysBetween(today, expiry)
  if (left < 0) return 'Expired'
  if (left === 0) return 'Today'
  return left === 1 ? '1 day' : `${left} days`
}
