import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { type ExchangePerson, nameIn } from '@coverdesk/domain/marketplace/exchange-record.ts'
import { type MarketplaceDetail, marketplace } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { FirstPayment } from '../marketplace/first-payment.tsx'
import { InventedPlan } from '../marketplace/invented-plan.tsx'
import { policyTone } from '../marketplace/policy-tone.ts'
import { apiQuery } from '../platform/api/query.ts'
import { useLanguage } from '../platform/page/reader-language.ts'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import { DefinitionGrid } from '../ui/page/definition-grid.tsx'
import css from './consumer.module.css'
import { useConsumerTexts } from './consumer-texts.ts'

/** Policies of one own application, with the first payment while one waits for it. */
export function OwnPolicies({ appId }: { appId: string }) {
  const texts = useConsumerTexts()
  const { data } = useQuery(apiQuery(marketplace.one, { appId }))
  const policies = data?.policies ?? []
  if (!data || policies.length === 0) return null
  return (
    <section className={css.ownPolicies} aria-labelledby={`policies-${appId}`}>
      <h3 id={`policies-${appId}`}>{texts.policies}</h3>
      <ul className={css.policies}>
        {policies.map((policy, place) => (
          // Exchanges may omit ids, so the index is the only key.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list comes whole and is never changed here
          <li key={place} className={css.policy}>
            <OwnPolicy policy={policy} persons={data.object.persons} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function OwnPolicy({
  policy,
  persons,
}: {
  policy: MarketplaceDetail['policies'][number]
  persons: readonly ExchangePerson[]
}) {
  const texts = useConsumerTexts()
  const language = useLanguage()
  const { plan, premium, status, members, dateEffective, invented } = policy
  return (
    <>
      <div className={css.policyHead}>
        <h4>{plan?.name ?? plan?.id ?? texts.policies}</h4>
        {status ? <StatusPill tone={policyTone(status)}>{texts.status(status)}</StatusPill> : null}
        {invented ? <InventedPlan language={language} /> : null}
      </div>
      <DefinitionGrid
        columns={2}
        facts={[
          { label: texts.issuer, value: plan?.issuer },
          { label: texts.responsibility, value: showMoney(premium?.responsibility) },
          { label: texts.starts, value: showDate(dateEffective) },
          {
            label: texts.members,
            value: members
              .map((member) => nameIn(persons, member))
              .filter(Boolean)
              .join(', '),
          },
        ]}
      />
      <FirstPayment policy={policy} language={language} />
    </>
  )
}
