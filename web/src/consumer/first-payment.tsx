import type { ExchangePolicy } from '@coverdesk/domain/marketplace/exchange-record.ts'
import { plans } from '@coverdesk/domain/plans/plan-contract.ts'
import { IconArrowUpRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../platform/api/query.ts'
import css from './consumer.module.css'
import type { ConsumerTexts } from './consumer-texts.ts'

/** A pending policy is in force only once its first premium is paid, to the carrier (45 CFR 155.400(e)). */
export function FirstPayment({ policy, texts }: { policy: ExchangePolicy; texts: ConsumerTexts }) {
  const { plan, status, dateEffective } = policy
  const isPending = /pending/i.test(status ?? '')
  const issuer = plan?.issuer ?? texts.unknownIssuer
  const planId = plan?.id ?? ''
  const year = dateEffective?.slice(0, 4)
  const { data } = useQuery({
    ...apiQuery(plans.one, { planId, ...(year && { year }) }),
    enabled: isPending && planId !== '',
  })
  if (!isPending) return null
  const site = data?.benefits_url ?? data?.network_url
  return (
    <p className={css.first}>
      <strong>{texts.firstPayment}</strong>
      {texts.payFirst(issuer)}{' '}
      {site ? (
        <a href={new URL(site).origin} target="_blank" rel="noopener noreferrer">
          {texts.payAt(issuer)}
          <IconArrowUpRight size={14} stroke={1.75} aria-hidden />
        </a>
      ) : null}
    </p>
  )
}
