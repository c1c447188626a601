import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { type ExchangePerson, type ExchangePolicy, nameIn } from '@coverdesk/domain/marketplace/exchange-record.ts'
import type { MarketplaceDetail } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import { DefinitionGrid } from '../ui/page/definition-grid.tsx'
import { FirstPayment } from './first-payment.tsx'
import css from './one-application.module.css'
import { Section } from './person-sections.tsx'
import { policyTone } from './policy-tone.ts'

/** Policies of an application with premiums and members (MKAPP-16, MKAPP-17). */
export function PolicySection({ application }: { application: MarketplaceDetail }) {
  const { policies, object } = application
  return (
    <Section title="Policies" count={policies.length}>
      {policies.length === 0 ? <p className={css.quiet}>No policies on this application yet.</p> : null}
      <ul className={css.cards}>
        {policies.map((policy, place) => (
          // Exchanges may omit ids, so the index is the only key.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list comes whole and is never changed here
          <li key={place} className={css.card}>
            <Policy policy={policy} persons={object.persons} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Policy({ policy, persons }: { policy: ExchangePolicy; persons: readonly ExchangePerson[] }) {
  const { plan, premium, status, members } = policy
  return (
    <>
      <div className={css.cardHead}>
        <h3>{plan?.name ?? plan?.id ?? 'Policy'}</h3>
        {status ? <StatusPill tone={policyTone(status)}>{status}</StatusPill> : null}
      </div>
      <DefinitionGrid
        facts={[
          { label: 'Exchange id', value: policy.id_exchange },
          { label: 'Issuer id', value: policy.id_issuer },
          { label: 'Plan id', value: plan?.id },
          { label: 'Issuer', value: plan?.issuer },
          { label: 'Premium', value: showMoney(premium?.amount) },
          { label: 'APTC applied', value: showMoney(premium?.aptc_applied) },
          { label: 'Responsibility', value: showMoney(premium?.responsibility) },
          { label: 'Effective', value: showDate(policy.dateEffective) },
          { label: 'Expiration', value: showDate(policy.dateExpiration) },
        ]}
      />
      <FirstPayment policy={policy} language="en" />
      <div>
        <h4 className={css.membersTitle}>Members</h4>
        {members.length === 0 ? (
          <p className={css.quiet}>No members</p>
        ) : (
          <ul className={css.members}>
            {members.map((member, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list comes whole and is never changed here
              <li key={place}>{nameIn(persons, member) || `Member ${place + 1}`}</li>
            ))}
          </ul>
        )}
      </div>
    </>
  )
}
