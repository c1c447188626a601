import type { ExchangePolicy } from '@coverdesk/domain/marketplace/exchange-record.ts'
import type { MessageLanguage } from '@coverdesk/domain/messages/message-kinds.ts'
import type { Translated } from '@coverdesk/domain/messages/translated.ts'
import { plans } from '@coverdesk/domain/plans/plan-contract.ts'
import { IconArrowUpRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../platform/api/query.ts'
import css from './one-application.module.css'

const en = {
  head: 'First payment',
  unknownIssuer: 'the carrier',
  text: (issuer: string) =>
    `Coverage begins only when ${issuer} has received the first payment. ${issuer} sends the bill, which can be paid on its site.`,
  payAt: (issuer: string) => `Pay at ${issuer}`,
}
const es: Translated<typeof en> = {
  head: 'Primer pago',
  unknownIssuer: 'la aseguradora',
  text: (issuer) =>
    `La cobertura comienza solo cuando ${issuer} recibe el primer pago. ${issuer} envía la factura, que se puede pagar en su sitio.`,
  payAt: (issuer) => `Pagar a ${issuer}`,
}
const texts = { en, es }

/** A pending policy is in force only once its first premium is paid, to the carrier (45 CFR 155.400(e)). */
export function FirstPayment({ policy, language }: { policy: ExchangePolicy; language: MessageLanguage }) {
  const words = texts[language]
  const { plan, status, dateEffective } = policy
  const isPending = /pending/i.test(status ?? '')
  const issuer = plan?.issuer ?? words.unknownIssuer
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
      <strong>{words.head}</strong>
      {words.text(issuer)}{' '}
      {site ? (
        <a href={new URL(site).origin} target="_blank" rel="noopener noreferrer">
          {words.payAt(issuer)}
          <IconArrowUpRight size={14} stroke={1.75} aria-hidden />
        </a>
      ) : null}
    </p>
  )
}
