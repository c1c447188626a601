import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { type ExchangePerson, nameIn } from '@coverdesk/domain/marketplace/exchange-record.ts'
import type { MarketplaceDetail } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { useSharedLanguage } from '../platform/page/reader-language.ts'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import { DefinitionGrid } from '../ui/page/definition-grid.tsx'
import { useApplicationTexts } from './application-texts.ts'
import { FirstPayment } from './first-payment.tsx'
import { InventedPlan } from './invented-plan.tsx'
import css from './one-application.module.css'
import { Section } from './person-sections.tsx'
import { policyTone } from './policy-tone.ts'

/** Policies of an application with premiums and members (MKAPP-16, MKAPP-17). */
export function PolicySection({ application }: { application: MarketplaceDetail }) {
  const { policies, object } = application
  const texts = useApplicationTexts()
  return (
    <Section title={texts.policies} count={policies.length}>
      {policies.length === 0 ? <p className={css.quiet}>{texts.noPolicies}</p> : null}
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

function Policy({
  policy,
  persons,
}: {
  policy: MarketplaceDetail['policies'][number]
  persons: readonly ExchangePerson[]
}) {
  const { plan, premium, status, members, invented } = policy
  const texts = useApplicationTexts()
  const language = useSharedLanguage()
  return (
    <>
      <div className={css.cardHead}>
        <h3>{plan?.name ?? plan?.id ?? texts.policy}</h3>
        {status ? <StatusPill tone={policyTone(status)}>{texts.status(status)}</StatusPill> : null}
        {invented ? <InventedPlan language={language} /> : null}
      </div>
      <DefinitionGrid
        facts={[
          { label: texts.policyExchangeId, value: policy.id_exchange },
          { label: texts.issuerId, value: policy.id_issuer },
          { label: texts.planId, value: plan?.id },
          { label: texts.issuer, value: plan?.issuer },
          { label: texts.premium, value: showMoney(premium?.amount) },
          { label: texts.creditApplied, value: showMoney(premium?.aptc_applied) },
          { label: texts.responsibility, value: showMoney(premium?.responsibility) },
          { label: texts.effective, value: showDate(policy.dateEffective) },
          { label: texts.expiration, value: showDate(policy.dateExpiration) },
        ]}
      />
      <FirstPayment policy={policy} language={language} />
      <div>
        <h4 className={css.membersTitle}>{texts.members}</h4>
        {members.length === 0 ? (
          <p className={css.quiet}>{texts.noMembers}</p>
        ) : (
          <ul className={css.members}>
            {members.map((member, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list comes whole and is never changed here
              <li key={place}>{nameIn(persons, member) || texts.member(place + 1)}</li>
            ))}
          </ul>
        )}
      </div>
    </>
  )
}
