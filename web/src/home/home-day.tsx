import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import type { CurrentUser } from '@coverdesk/domain/access/rights.ts'
import { alertDays, type Home } from '@coverdesk/domain/home/home-contract.ts'
import { Link } from '@tanstack/react-router'
import { SectionLinks } from '../navigation/section-links.tsx'
import { paths, withQuery } from '../platform/address/paths.ts'
import css from './home.module.css'
import { HomeExpiries } from './home-expiries.tsx'
import { HomeFollowUps } from './home-follow-ups.tsx'
import { HomeLoads } from './home-loads.tsx'
import { HomeMessages } from './home-messages.tsx'
import { HomeMonthToClose } from './home-month-to-close.tsx'
import { HomePolicies } from './home-policies.tsx'
import { HomeReceived } from './home-received.tsx'
import { HomeSection } from './home-section.tsx'
import { groupOf, waitingIn } from './home-summary.ts'
import { HomeTimeOff } from './home-time-off.tsx'
import { HomeVariances } from './home-variances.tsx'

/** Sections that have something, in two columns; what the user works on is at the left. */
export function HomeDay({ day, user }: { day: Home; user: CurrentUser }) {
  const messages = groupOf(day, 'conversation')
  const timeOff = groupOf(day, 'pto')
  const expiring = groupOf(day, 'agent')
  const notes = groupOf(day, 'note')
  const variances = groupOf(day, 'variance')
  const { approvals, alerts, loads, monthToClose, received } = day
  const isCustomer = mayPass('customer', user)
  return (
    <div className={css.day}>
      <div className={css.main}>
        {isCustomer ? (
          <p className={css.hint}>
            Click <Link to={paths.application}>Application</Link> to see your application.
          </p>
        ) : null}
        {monthToClose ? <HomeMonthToClose toClose={monthToClose} today={day.today} /> : null}
        {waitingIn(day) === 0 ? <EmptyDay /> : null}
        {day.groups.map((group) =>
          (group.kind === 'unpaid-policy' || group.kind === 'lost-policy') && group.total > 0 ? (
            <HomePolicies key={`${group.kind} ${group.of}`} group={group} agentId={user.agentId} />
          ) : null,
        )}
        {variances && variances.total > 0 ? <HomeVariances group={variances} today={day.today} /> : null}
        {notes && notes.total > 0 ? <HomeFollowUps group={notes} today={day.today} /> : null}
        {waitingIn(day) === 0 ? (
          <div className={css.sections}>
            <SectionLinks user={user} />
          </div>
        ) : null}
      </div>
      <div className={css.side}>
        {messages && messages.total > 0 ? <HomeMessages group={messages} today={day.today} /> : null}
        {approvals ? <HomeSection title="Approvals to decide" total={approvals} address={paths.approvals} /> : null}
        {timeOff && timeOff.total > 0 ? <HomeTimeOff group={timeOff} userId={user.id} /> : null}
        {expiring && expiring.total + expiring.expired > 0 ? <HomeExpiries group={expiring} today={day.today} /> : null}
        {alerts && alerts.total > 0 ? (
          <HomeSection
            title="Security alerts"
            total={alerts.total}
            note={`in the last ${alertDays} days`}
            address={withQuery(paths.alerts, { from: alerts.from })}
          />
        ) : null}
        {loads && loads.length > 0 ? <HomeLoads loads={loads} /> : null}
        {received?.months.some(({ amount }) => amount !== '0.00') ? (
          <HomeReceived received={received} today={day.today} />
        ) : null}
      </div>
    </div>
  )
}

function EmptyDay() {
  return (
    <div className={css.empty} role="status">
      <p>All done</p>
      <p>Nothing waits for you today. New work appears here by itself.</p>
    </div>
  )
}
