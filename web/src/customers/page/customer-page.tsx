import { customers } from '@coverdesk/domain/customers/customer-contract.ts'
import { Failure } from '@coverdesk/domain/failure.ts'
import { Id } from '@coverdesk/domain/platform/page.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useOpening } from '../../platform/address/address-dialog.ts'
import { apiQuery } from '../../platform/api/query.ts'
import { failureMessage } from '../../platform/failures/failure-message.ts'
import { useBrandTitle } from '../../platform/page/brand-title.ts'
import { SkeletonBar } from '../../ui/basics/skeleton-bar.tsx'
import { useShortcuts } from '../../ui/overlay/shortcuts.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { FailedState } from '../../ui/page/failed-state.tsx'
import type { CustomerDialog } from '../customer-address.ts'
import { CustomerDialogs } from '../customer-dialogs.tsx'
import { nameOf } from '../customer-words.ts'
import { MayBeSame } from '../merges/may-be-same.tsx'
import { MergedHere } from '../merges/merged-here.tsx'
import { CustomerActionBar } from './customer-action-bar.tsx'
import { CustomerFacts } from './customer-facts.tsx'
import { CustomerHeader } from './customer-header.tsx'
import css from './customer-page.module.css'
import { PersonCommissions } from './person-commissions.tsx'
import { PersonHousehold } from './person-household.tsx'
import { PersonPolicies } from './person-policies.tsx'
import { PersonTimeline } from './person-timeline.tsx'

/** /portal/customerManage/{id}: everything about a customer on one page. */
export function CustomerPage() {
  const params: Record<string, string | undefined> = useParams({ strict: false })
  const id = Id.safeParse(params.id).data
  return id === undefined ? <CustomerNotFound /> : <OneCustomer key={id} id={id} />
}

function OneCustomer({ id }: { id: number }) {
  const customer = useQuery(apiQuery(customers.one, { id }))
  const everything = useQuery(apiQuery(customers.everything, { id }))
  const [dialog, setDialog] = useState<CustomerDialog>()
  const opening = useOpening(dialog, dialog && id)
  useBrandTitle(customer.data && nameOf(customer.data))
  useShortcuts([{ keys: 'w', description: 'Edit contact methods', run: () => setDialog('ways') }])
  const failure = customer.failureReason ?? everything.failureReason
  if (failure instanceof Failure && failure.status === 404) return <CustomerNotFound />
  if (failure && !(customer.data && everything.data))
    return (
      <FailedState
        title="Couldn't load this customer."
        why={failureMessage(failure)}
        retry={() => void Promise.all([customer.refetch(), everything.refetch()])}
      />
    )
  return (
    <div className={css.page}>
      <CustomerHeader customer={customer.data} />
      {customer.data ? <CustomerActionBar customer={customer.data} person={everything.data} onDo={setDialog} /> : null}
      {customer.data && everything.data ? (
        <div className={css.body}>
          <div className={css.main}>
            <MayBeSame id={id} className={css.same} />
            <CustomerFacts
              customer={customer.data}
              person={everything.data}
              onEditContactMethods={() => setDialog('ways')}
            />
            <PersonPolicies policies={everything.data.policies} />
            <PersonCommissions policies={everything.data.policies} />
            <PersonHousehold household={everything.data.household} />
            <MergedHere id={id} heading="h2" className={css.section} />
          </div>
          <PersonTimeline person={everything.data} />
        </div>
      ) : (
        <div className={css.waiting} role="status" aria-label="Loading the customer">
          {[50, 72, 64, 80, 58].map((width) => (
            <SkeletonBar key={width} width={`${width}%`} height={14} />
          ))}
        </div>
      )}
      <CustomerDialogs
        opening={opening}
        known={customer.data}
        onClose={() => setDialog(undefined)}
        onCreated={() => setDialog(undefined)}
      />
    </div>
  )
}

function CustomerNotFound() {
  return (
    <EmptyState
      title="Customer not found."
      why="No customer has this address, or it belongs to an agent you don't have access to."
    />
  )
}
