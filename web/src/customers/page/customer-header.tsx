import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import type { CustomerDetail } from '@coverdesk/domain/customers/customer-contract.ts'
import { customerTone } from '@coverdesk/domain/customers/customer-fields.ts'
import { ageOn, showDate, todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import type { PersonPage } from '@coverdesk/domain/person/person-contract.ts'
import { Button } from '@mantine/core'
import { IconListCheck, IconMail, IconPhone } from '@tabler/icons-react'
import { useHasAccess } from '../../access/current-user.ts'
import { paths, withQuery } from '../../platform/address/paths.ts'
import { SkeletonBar } from '../../ui/basics/skeleton-bar.tsx'
import { StatusPill } from '../../ui/basics/status-pill.tsx'
import { usePhone } from '../../ui/basics/use-phone.ts'
import { BackButton } from '../../ui/page/back-button.tsx'
import { actionsOnOne, icon } from '../customer-actions.tsx'
import type { CustomerDialog } from '../customer-address.ts'
import { doNotContact, nameOf } from '../customer-words.ts'
import css from './customer-page.module.css'

interface Props {
  /** Undefined while loading. */
  customer: CustomerDetail | undefined
  person: PersonPage | undefined
  onDo(dialog: CustomerDialog): void
}

/** Name and status of the customer, with call, email, notes, status change and edit. */
export function CustomerHeader({ customer, onDo }: Props) {
  const size = usePhone() ? 'xl' : 'sm'
  const applies = useHasAccess(sectionRules['Direct Enrollment'].allow)
  const reached = customer !== undefined && customer.statusId !== doNotContact
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
      <div className={css.actions}>
        {reached && customer.phone ? (
          <Button size={size} component="a" href={`tel:+1${customer.phone}`} leftSection={<IconPhone {...icon} />}>
            Call
          </Button>
        ) : null}
        {reached && customer.email ? (
          <Button
            size={size}
            component="a"
            href={`mailto:${encodeURIComponent(customer.email)}`}
            leftSection={<IconMail {...icon} />}
          >
            Email
          </Button>
        ) : null}
        {customer && applies ? (
          <Button
            size={size}
            component="a"
            href={withQuery(paths.edeNew, { contact: customer.id })}
            leftSection={<IconListCheck {...icon} />}
          >
            Start application
          </Button>
        ) : null}
        {actionsOnOne.map(({ dialog, label, icon: Icon }) => (
          <Button
            key={dialog}
            size={size}
            variant={dialog === 'edit' ? 'filled' : 'default'}
            className={dialog === 'edit' ? css.last : undefined}
            leftSection={<Icon {...icon} />}
            disabled={!customer}
            onClick={() => onDo(dialog)}
          >
            {label}
          </Button>
        ))}
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
