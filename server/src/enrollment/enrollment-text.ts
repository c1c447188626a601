import type { ReviewText } from '@coverdesk/domain/ede/review-text.ts'
import { enrolleesOf, responsibility } from '@coverdesk/domain/enrollment/enrollment-groups.ts'
import { type EnrollmentFacts, enrollmentReviewText } from '@coverdesk/domain/enrollment/enrollment-review-text.ts'
import { amountOf } from '@coverdesk/domain/fields/amount.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { readExchangeRecord } from '@coverdesk/domain/marketplace/exchange-record.ts'
import type { MessageLanguage } from '@coverdesk/domain/messages/message-kinds.ts'
import type { StoredApplication } from '../marketplace/marketplace-queries.ts'
import type { PricedGroup } from './price-groups.ts'

/** An enrollment with its people, plans and amounts and the four attestations, as its client reads and attests them. */
export function enrollmentText(
  { now }: { now: Date },
  facts: Pick<EnrollmentFacts, 'agency' | 'agent' | 'isAlone'> & {
    application: StoredApplication
    priced: readonly PricedGroup[]
    language: MessageLanguage
  },
): ReviewText {
  const { application, priced, language, ...helper } = facts
  const { persons, insuranceApplication } = readExchangeRecord(application.document)
  const enrollees = enrolleesOf(persons, insuranceApplication?.applicants ?? [], todayIn(now))
  return enrollmentReviewText(language, {
    ...helper,
    year: Math.max(...priced.map(({ plan }) => plan.year)),
    groups: priced.map(({ applicants, plan, premium, aptc }) => ({
      people: enrollees.flatMap(({ id, name }) => (applicants.includes(id) ? [name] : [])),
      plan: plan.name,
      invented: plan.invented,
      issuer: plan.issuer,
      premium: amountOf(premium),
      aptc: amountOf(aptc),
      responsibility: amountOf(responsibility(premium, aptc)),
    })),
  })
}
