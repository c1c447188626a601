import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { type ContactDetails, contacts } from '@coverdesk/domain/contacts/contact-contract.ts'
import { Failure } from '@coverdesk/domain/failure.ts'
import { showDate, todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { showZip } from '@coverdesk/domain/fields/zip-code.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useHasAccess } from '../access/current-user.ts'
import { MayBeSame } from '../customers/merges/may-be-same.tsx'
import { MergedHere } from '../customers/merges/merged-here.tsx'
import { paths, withQuery } from '../platform/address/paths.ts'
import { apiQuery } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { EmailText } from '../ui/basics/email-text.tsx'
import { SkeletonBar, skeletonBarLength } from '../ui/basics/skeleton-bar.tsx'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import { DefinitionGrid, type Fact } from '../ui/page/definition-grid.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'
import { fullName, sexWords } from './contact-columns.tsx'
import css from './contacts.module.css'

/** Content of 'Customer Details' (CONTACT-04 to CONTACT-06). */
export function ContactDetailsBody({ id }: { id: number }) {
  const { data, failureReason, refetch } = useQuery(apiQuery(contacts.details, { id }))
  if (data) return <ContactFacts contact={data} />
  if (failureReason === null) return <DetailsSkeleton />
  if (failureReason instanceof Failure && failureReason.status === 404)
    return (
      <EmptyState
        title="Customer not found."
        why="No contact has this address, or it belongs to an agent you don't have access to."
      />
    )
  return (
    <FailedState
      title="Couldn't load the details."
      why={`Error: ${failureMessage(failureReason)}`}
      retry={() => void refetch()}
    />
  )
}

function ContactFacts({ contact }: { contact: ContactDetails }) {
  const { contacts: person } = contact
  const applies = useHasAccess(sectionRules['Direct Enrollment'].allow)
  return (
    <>
      <div className={css.who}>
        <h3>{fullName(person)}</h3>
        {contact.customer ? <StatusPill tone="blue">Customer</StatusPill> : null}
        {contact.customer ? <Link to={paths.customerPage(contact.id)}>Open customer page</Link> : null}
        {applies ? <a href={withQuery(paths.edeNew, { contact: contact.id })}>Start application</a> : null}
        {contact.isAgent ? <StatusPill tone="grey">Agent</StatusPill> : null}
        {contact.isUser ? <StatusPill tone="grey">User</StatusPill> : null}
      </div>
      <MayBeSame id={contact.id} />
      <DefinitionGrid facts={factsOf(contact)} />
      <div className={css.ways}>
        <ContactMethodList
          title="Emails"
          entries={person.emails.map(({ email, purposes }) => ({ text: email, purposes }))}
          none="No email"
        />
        <ContactMethodList
          title="Phones"
          entries={person.phones.map(({ phone, purposes }) => ({ text: showPhone(phone), purposes }))}
          none="No phone"
        />
        <ContactMethodList
          title="Addresses"
          entries={person.addresses.map((entry) => ({ text: addressInWords(entry), purposes: entry.purposes }))}
          none="No address"
        />
      </div>
      <MergedHere id={contact.id} />
    </>
  )
}

/** '12 Palm Ave, Miami, FL 33101, US'. */
function addressInWords(entry: ContactDetails['contacts']['addresses'][number]): string {
  const place = [entry.stateCode, showZip(entry.zipCode)].filter(Boolean).join(' ')
  return [entry.address, entry.cityName, place, entry.countryCode].filter(Boolean).join(', ')
}

function factsOf(contact: ContactDetails): Fact[] {
  return [
    { label: 'First name', value: contact.contacts.firstName },
    { label: 'Middle name', value: contact.contacts.middleName },
    { label: 'Last name', value: contact.contacts.lastName },
    { label: 'Date of birth', value: showDate(contact.dob) },
    { label: 'Sex', value: contact.sex && sexWords[contact.sex] },
    { label: 'Written language', value: contact.writtenLanguage?.name },
    { label: 'Spoken language', value: contact.spokenLanguage?.name },
    { label: 'Agent', value: contact.agentName },
    { label: 'Created date', value: showDate(todayIn(new Date(contact.createdDate))) },
    { label: 'Created by', value: contact.createdBy },
  ]
}

interface WaysProps {
  title: string
  entries: readonly { text: string; purposes: readonly string[] }[]
  none: string
}

function ContactMethodList({ title, entries, none }: WaysProps): ReactNode {
  return (
    <section aria-label={title}>
      <h4>{title}</h4>
      {entries.length === 0 ? <p className={css.quiet}>{none}</p> : null}
      <ul>
        {entries.map(({ text, purposes }) => (
          <li key={text}>
            <EmailText>{text}</EmailText>
            {purposes.length > 0 ? <span>{purposes.join(', ')}</span> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

const places = Array.from({ length: 10 }, (_, place) => place)

function DetailsSkeleton() {
  return (
    <div role="status" aria-label="Loading the details">
      <DefinitionGrid
        facts={places.map((place) => ({
          label: String(place),
          value: <SkeletonBar width={skeletonBarLength(place, 1)} height={12} />,
        }))}
      />
    </div>
  )
}
