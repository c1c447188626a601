import { showAmount, showMoney } from '@coverdesk/domain/fields/amount.ts'
import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { deadlineDays, type HomeGroupOf } from '@coverdesk/domain/home/home-contract.ts'
import { Link } from '@tanstack/react-router'
import { paths, withQuery } from '../platform/address/paths.ts'
import { showCount } from '../ui/basics/cell-value.tsx'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import { classMark, daysLeft, isUrgent } from '../variances/variance-words.ts'
import css from './home.module.css'
import { HomeSection } from './home-section.tsx'

/** Variances whose last day to dispute comes next; a row opens its policy. */
export function HomeVariances({ group, today }: { group: HomeGroupOf<'variance'>; today: string }) {
  const { soon } = group
  const owed = { owed: 'yes', disputeFrom: today, sort: 'disputeBy', order: 'asc' } as const
  return (
    <HomeSection
      title="Variances by deadline"
      total={group.total}
      note={
        soon.total > 0 ? (
          <Link to={withQuery(paths.variances, { ...owed, disputeTo: soon.until })} className={css.link}>
            {`${showCount(soon.total)} within ${deadlineDays} days, ${showMoney(soon.stake)}`}
          </Link>
        ) : null
      }
      address={withQuery(paths.variances, owed)}
    >
      <ul className={css.rows}>
        {group.data.map((row) => (
          <li key={row.id}>
            <Link to={paths.policy(row.policyId)} className={`${css.row} ${css.opens} ${css.variance}`}>
              <span className={css.name}>{row.insuredName}</span>
              <span className={css.second}>{row.carrier}</span>
              <StatusPill tone={classMark[row.class].tone}>{classMark[row.class].label}</StatusPill>
              <span className={css.third}>{row.owner ?? 'Unassigned'}</span>
              <span className={css.date}>{showDate(row.disputeBy)}</span>
              <span className={css.days} data-level={isUrgent(row, today) ? 'soon' : undefined}>
                {daysLeft(row, today)}
              </span>
              <span className={css.amount}>{showAmount(row.stake)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </HomeSection>
  )
}
