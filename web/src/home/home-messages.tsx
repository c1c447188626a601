import type { HomeGroupOf } from '@coverdesk/domain/home/home-contract.ts'
import { Link } from '@tanstack/react-router'
import { paths, withQuery } from '../platform/address/paths.ts'
import { showInstant } from '../ui/basics/instant.ts'
import css from './home.module.css'
import { HomeSection } from './home-section.tsx'

/** Unread conversations, newest first; a row opens its conversation. */
export function HomeMessages({ group, today }: { group: HomeGroupOf<'conversation'>; today: string }) {
  return (
    <HomeSection title="Unread messages" total={group.total} address={withQuery(paths.marketing, { unread: 'true' })}>
      <ul className={css.rows}>
        {group.data.map((row) => (
          <li key={row.id}>
            <Link to={paths.conversation(row.contactId)} className={`${css.row} ${css.opens} ${css.message}`}>
              <span className={css.name}>{row.name}</span>
              <span className={css.second}>{row.excerpt}</span>
              <time className={css.date} dateTime={row.lastAt}>
                {timeOrDay(row.lastAt, today)}
              </time>
            </Link>
          </li>
        ))}
      </ul>
    </HomeSection>
  )
}

/** Time of today's messages, day of older ones. */
function timeOrDay(instant: string, today: string): string {
  const [day = '', time = ''] = showInstant(instant).split(' ')
  const isToday = day === `${today.slice(5, 7)}/${today.slice(8)}/${today.slice(0, 4)}`
  return isToday ? time : day.slice(0, 5)
}
