import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { ageOn, showDate, todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { primaryPerson } from '@coverdesk/domain/marketplace/exchange-record.ts'
import type { MarketplaceDetail } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import type { ReactNode } from 'react'
import { CallLink } from '../telephony/call-link.tsx'
import { DefinitionGrid } from '../ui/page/definition-grid.tsx'
import { type ApplicationTexts, useApplicationTexts } from './application-texts.ts'
import css from './one-application.module.css'

/** Primary person, contact, address, plan and agents (MKAPP-13). */
export function PersonSections({ application }: { application: MarketplaceDetail }) {
  const person = primaryPerson(application.object.persons)
  const texts = useApplicationTexts()
  const { userFirstName, userLastName, userPhone, userEmail } = application
  return (
    <>
      <div className={css.beside}>
        <Section title={texts.primaryPerson}>
          <DefinitionGrid
            columns={2}
            facts={[
              { label: texts.firstName, value: userFirstName },
              { label: texts.lastName, value: userLastName },
              { label: texts.dob, value: person?.dob && born(person.dob, texts) },
              { label: texts.sex, value: person?.sex && texts.sexOf(person.sex) },
            ]}
          />
        </Section>
        <Section title={texts.contact}>
          <DefinitionGrid
            columns={2}
            facts={[
              { label: texts.phone, value: userPhone && <CallLink phone={userPhone}>{showPhone(userPhone)}</CallLink> },
              {
                label: texts.email,
                value: userEmail && <a href={`mailto:${encodeURIComponent(userEmail)}`}>{userEmail}</a>,
                wide: true,
              },
            ]}
          />
        </Section>
        <Section title={texts.address}>
          <DefinitionGrid
            columns={2}
            facts={[
              { label: texts.street, value: application.userAddress, wide: true },
              { label: texts.city, value: application.userAddressCity },
              { label: texts.county, value: application.userAddressCounty },
              { label: texts.state, value: application.userAddressStateCode },
              { label: texts.zipCode, value: application.userAddressZipCode },
            ]}
          />
        </Section>
      </div>
      <Section title={texts.planAndAgents}>
        <DefinitionGrid
          facts={[
            { label: texts.plan, value: application.planName, wide: true },
            { label: texts.carrier, value: application.carrierName },
            { label: texts.creditElected, value: showMoney(application.eligibilityAPTCElected) },
            { label: texts.salesAgent, value: application.agentSaleName },
            { label: texts.agentOnRecord, value: application.agentName },
            { label: texts.enrollment, value: showDate(application.enrollmentDate) },
          ]}
        />
      </Section>
    </>
  )
}

function born(dob: string, texts: ApplicationTexts): string {
  const age = ageOn(dob, todayIn(new Date()))
  return texts.born(showDate(dob), age)
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
