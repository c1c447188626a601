import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import type { MarketplaceDetail } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import type { MessageLanguage } from '@coverdesk/domain/messages/message-kinds.ts'
import type { Translated } from '@coverdesk/domain/messages/translated.ts'
import css from './one-application.module.css'

const en = {
  head: 'First payment',
  unknownIssuer: 'the carrier',
  text: (issuer: string) =>
    `Coverage begins only when ${issuer} has received the first payment. It is paid to ${issuer}, which sends a bill that says how.`,
  call: (issuer: string) => `To pay or to ask about the bill, call ${issuer}:`,
}
const es: Translated<typeof en> = {
  head: 'Primer pago',
  unknownIssuer: 'la aseguradora',
  text: (issuer) =>
    `La cobertura comienza solo cuando ${issuer} recibe el primer pago. Se paga a ${issuer}, que envía una factura con las indicaciones.`,
  call: (issuer) => `Para pagar o preguntar por la factura, llame a ${issuer}:`,
}
const texts = { en, es }

/**
 * A pending policy is in force only once its first premium is paid, to the carrier (45 CFR 155.400(e)). No address to pay at is
 * known, and none is guessed: the carrier's phone is in its record.
 */
export function FirstPayment({
  policy: { plan, status, carrierPhone },
  language,
}: {
  policy: MarketplaceDetail['policies'][number]
  language: MessageLanguage
}) {
  const words = texts[language]
  if (!/pending/i.test(status ?? '')) return null
  const issuer = plan?.issuer ?? words.unknownIssuer
  return (
    <p className={css.first}>
      <strong>{words.head}</strong>
      {words.text(issuer)}{' '}
      {carrierPhone ? (
        <>
          {words.call(issuer)} <a href={`tel:+1${carrierPhone}`}>{showPhone(carrierPhone)}</a>
        </>
      ) : null}
    </p>
  )
}
