import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import {
  type PolicyCustomer as Customer,
  type PolicyPeople,
  policyPeople,
} from '@coverdesk/domain/person/policy-people-contract.ts'
import { Button } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useCustomerMaking } from '../../person/use-customer-making.ts'
import { paths } from '../../platform/address/paths.ts'
import { apiQuery } from '../../platform/api/query.ts'
import { usePhone } from '../../ui/basics/use-phone.ts'
import css from './policy-sections.module.css'

/** Customer who is the insured, with their other policies; nothing for users who may not read customers. */
export function PolicyCustomer({ policyId }: { policyId: number }) {
  const { data } = useQuery(apiQuery(policyPeople.people, { id: policyId }))
  if (!data?.customers) return null
  return (
    <section className={css.side} aria-labelledby="policy-customer">
      <h2 id="policy-customer">Customer</h2>
      {data.customers.length === 0 ? (
        <p className={css.quiet}>No customer has the name and birth date, email or phone of the insured.</p>
      ) : (
        data.customers.map((customer) => <OneCustomer key={customer.id} customer={customer} />)
      )}
      {isCustomer(data) ? null : <MakeCustomer policyId={policyId} />}
    </section>
  )
}

/** Whether one of the customers is the insured; with the same last name and phone it may be the spouse. */
function isCustomer({ customers, members: [insured] }: PolicyPeople): boolean {
  return (customers ?? []).some(
    ({ name, matchedBy }) =>
      matchedBy === 'name and date of birth' || name.toLowerCase() === insured?.name.toLowerCase(),
  )
}

/** Makes the insured a customer; nothing without the right. */
function MakeCustomer({ policyId }: { policyId: number }) {
  const make = useCustomerMaking('ofPolicy')
  const [busy, setBusy] = useState(false)
  const size = usePhone() ? 'xl' : 'sm'
  if (!make) return null
  const run = async () => {
    setBusy(true)
    await make(policyId)
    setBusy(false)
  }
  return (
    <Button
      className={css.make}
      size={size}
      leftSection={<IconUserCheck size={16} stroke={1.75} aria-hidden />}
      loading={busy}
      onClick={() => void run()}
    >
      Create customer
    </Button>
  )
}

function OneCustomer({ customer }: { customer: Customer }) {
  const { id, name, phone, email, since, matchedBy, otherPolicies } = customer
  const year = todayIn(new Date(since)).slice(0, 4)
  return (
    <div className={css.customer}>
      <Link to={paths.customerPage(id)}>{name}</Link>
      {[showPhone(phone), email].map((way) => (way ? <p key={way}>{way}</p> : null))}
      <p className={css.quiet}>
        Customer since {year}, same {matchedBy}
      </p>
      {otherPolicies.length > 0 ? (
        <ul aria-label={`Other policies of ${name}`}>
          {otherPolicies.map((policy) => (
            <li key={policy.id}>
              <Link to={paths.policy(policy.id)}>{policy.policyNumber}</Link> {policy.carrierName}, {policy.status}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
