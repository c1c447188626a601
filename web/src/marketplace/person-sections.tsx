import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { ageOn, showDate, todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { primaryPerson } from '@coverdesk/domain/marketplace/exchange-record.ts'
import type { MarketplaceDetail } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import type { ReactNode } from 'react'
import { DefinitionGrid } from '../ui/page/definition-grid.tsx'
import css from './one-application.module.css'

/** Primary person, contact, address, plan and agents (MKAPP-13). */
export function PersonSections({ application }: { application: MarketplaceDetail }) {
  const person = primaryPerson(application.object.persons)
  const { userFirstName, userLastName, userPhone, userEmail } = application
  return (
    <>
      <div className={css.beside}>
        <Section title="Primary person">
          <DefinitionGrid
            columns={2}
            facts={[
              { label: 'First name', value: userFirstName },
              { label: 'Last name', value: userLastName },
              { label: 'Date of birth', value: person?.dob && born(person.dob) },
              { label: 'Sex', value: person?.sex },
            ]}
          />
        </Section>
        <Section title="Contact">
          <DefinitionGrid
            columns={2}
            facts={[
              { label: 'Phone', value: userPhone && <a href={`tel:+1${userPhone}`}>{showPhone(userPhone)}</a> },
              {
                label: 'Email',
                value: userEmail && <a href={`mailto:${encodeURIComponent(userEmail)}`}>{userEmail}</a>,
                wide: true,
              },
            ]}
          />
        </Section>
        <Section title="Address">
          <DefinitionGrid
            columns={2}
            facts={[
              { label: 'Street', value: application.userAddress, wide: true },
              { label: 'City', value: application.userAddressCity },
              { label: 'County', value: application.userAddressCounty },
              { label: 'State', value: application.userAddressStateCode },
              { label: 'ZIP code', value: application.userAddressZipCode },
            ]}
          />
        </Section>
      </div>
      <Section title="Plan and agents">
        <DefinitionGrid
          facts={[
            { label: 'Plan', value: application.planName, wide: true },
            { label: 'Carrier', value: application.carrierName },
            { label: 'APTC elected', value: showMoney(application.eligibilityAPTCElected) },
            { label: 'Sales agent', value: application.agentSaleName },
            { label: 'Agent on record', value: application.agentName },
            { label: 'Enrollment', value: showDate(application.enrollmentDate) },
          ]}
        />
      </Section>
    </>
  )
}

function born(dob: string): string {
  const age = ageOn(dob, todayIn(new Date()))
  return `${showDate(dob)}, ${age} ${age === 1 ? 'year' : 'years'}`
}

/** Section with a heading and an item count. */
export function Section({ title, count, children }: { title: string; count?: number; children: ReactNode }) {
  return (
    <section className={css.section} aria-label={title}>
      <h2>
        {title}
        {count ? <span>{count}</span> : null}
      </h2>
      {children}
    </section>
  )
}
