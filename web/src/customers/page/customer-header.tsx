import type { CustomerDetail } from '@coverdesk/domain/customers/customer-contract.ts'
import { customerTone } from '@coverdesk/domain/customers/customer-fields.ts'
import { ageOn, showDate, todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { paths } from '../../platform/address/paths.ts'
import { SkeletonBar } from '../../ui/basics/skeleton-bar.tsx'
import { StatusPill } from '../../ui/basics/status-pill.tsx'
import { BackButton } from '../../ui/page/back-button.tsx'
import { nameOf } from '../customer-words.ts'
import css from './customer-page.module.css'

interface Props {
  /** Undefined while loading. */
  customer: CustomerDetail | undefined
}

/** Name and status of the customer, age and agent. */
export function CustomerHeader({ customer }: Props) {
  return (
    <div className={css.header}>
      <BackButton to={paths.customerManage} />
      <span className={css.avatar} aria-hidden>
        {customer ? initials(customer) : ''}
      </span>
      <div className={css.who}>
        <div className={css.name}>
          <h1>{customer ? nameOf(customer) : 'Customer'}</h1>
          {customer ? <StatusPill tone={customerTone(customer.statusId)}>{customer.status}</StatusPill> : null}
        </div>
        <div className={css.words}>{customer ? <Words customer={customer} /> : <SkeletonBar width={220} />}</div>
      </div>
    </div>
  )
}

function Words({ customer }: { customer: CustomerDetail }) {
  const { dob, agentName, createdDate } = customer
  const today = todayIn(new Date())
  return (
    <>
      {dob ? <span>{ageOn(dob, today)} years old</span> : null}
      <span>{agentName ? `customer of ${agentName}` : 'customer of the agency'}</span>
      <span>since {showDate(todayIn(new Date(createdDate)))}</span>
    </>
  )
}

function initials({ firstName, lastName }: CustomerDetail): string {
  return [firstName, lastName]
    .map((name) => Array.from(name)[0] ?? '')
    .join('')
    .toUpperCase()
}
