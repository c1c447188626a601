import { TypedSource } from '@coverdesk/domain/ede/ede-answers.ts'
import { edeWords } from '@coverdesk/domain/ede/ede-words.ts'
import type { BothChanged } from '@coverdesk/domain/ede/merge-answers.ts'
import { specialWords } from '@coverdesk/domain/enrollment-windows/special-words.ts'
import { readMoney, showMoney } from '@coverdesk/domain/fields/amount.ts'
import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { readPhone, showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import type { MessageLanguage } from '@coverdesk/domain/messages/message-kinds.ts'
import type { PlanCounty } from '@coverdesk/domain/plans/plan-contract.ts'
import { z } from 'zod'
import { edeTexts } from './ede-texts.ts'

/** One answer that both windows changed, as a person reads it. */
export interface BothChangedRow {
  id: string
  question: string
  kept: string
  other: string
}

interface Field {
  label: string
  show(value: unknown): string
}

const Sources = z.array(TypedSource)
const WithSources = z.object({ sources: Sources })
const WithCoverage = z.object({ coverage: z.string() })

/** What both windows changed, as the steps ask and show it. A county follows its ZIP code: it is named only without that. */
export function bothChangedRows(
  language: MessageLanguage,
  both: readonly BothChanged[],
  year: string,
  counties: readonly PlanCounty[],
): BothChangedRow[] {
  const texts = edeTexts[language]
  const fields = fieldsIn(language, year, counties)
  const isOfOtherZip = both.some(({ path }) => path.join('.') === 'about.zipCode')
  return both.flatMap(({ path, kept, other, name }) => {
    const [step, list, , ofPerson] = path
    const field = fields[list === 'people' ? [step, ofPerson].filter(Boolean).join('.') : path.join('.')]
    if (!field || (isOfOtherZip && path.join('.') === 'about.countyFips')) return []
    const show = (value: unknown) => (value === null ? texts.bothRemoved : field.show(value) || texts.bothEmpty)
    return [
      {
        id: path.join('.'),
        question: list === 'people' ? `${name || texts.newPerson}: ${field.label}` : field.label,
        kept: show(kept),
        other: show(other),
      },
    ]
  })
}

function fieldsIn(
  language: MessageLanguage,
  year: string,
  counties: readonly PlanCounty[],
): Readonly<Record<string, Field>> {
  const texts = edeTexts[language]
  const words = edeWords[language]
  const special = specialWords[language]
  const typed = (label: string, show: (text: string) => string = (text) => text): Field => ({
    label,
    show: (value) => (typeof value === 'string' ? show(value) : ''),
  })
  const choice = (label: string, choices: Readonly<Record<string, string>>) =>
    typed(label, (value) => choices[value] ?? '')
  const yesNo = (label: string) => choice(label, { yes: words.yes, no: words.no })
  const date = (label: string) => typed(label, (value) => showDate(value) || value)
  const money = (label: string) => typed(label, (value) => showMoney(readMoney(value)) || value)
  const sources = (value: z.output<typeof Sources>) =>
    value
      .map(({ kind, amount, period }) =>
        [
          kind === '' ? '' : `${words.income[kind]},`,
          showMoney(readMoney(amount)) || amount,
          period === '' ? '' : words.period[period],
        ]
          .filter(Boolean)
          .join(' '),
      )
      .join('; ')
  return {
    'about.address': typed(texts.address),
    'about.zipCode': typed(texts.zipCode),
    'about.countyFips': typed(texts.county, (fips) => counties.find((one) => one.fips === fips)?.name ?? fips),
    'about.phone': typed(texts.phone, (value) => showPhone(readPhone(value) ?? value)),
    'about.email': typed(texts.email),
    'about.specialYear': typed(special.year, (value) => (value ? special.special(value) : special.open(year))),
    'about.event': choice(special.event, special.events),
    'about.eventDate': date(special.eventDate),
    household: { label: texts.bothPerson, show: () => texts.bothStays },
    'household.firstName': typed(texts.firstName),
    'household.middleName': typed(texts.middleName),
    'household.lastName': typed(texts.lastName),
    'household.relationship': choice(texts.relationship, words.relationship),
    'household.dob': date(texts.dob),
    'household.sex': choice(texts.sex, words.sex),
    'household.applies': yesNo(texts.applies),
    'household.tobacco': yesNo(texts.tobacco),
    'household.expecting': choice(texts.expecting, texts.children),
    'household.citizen': yesNo(texts.citizen),
    'household.status': choice(texts.status, words.status),
    'household.ssn': typed(texts.ssn, (value) => texts.endsIn(value.slice(-4))),
    'taxes.files': yesNo(texts.files(year)),
    'taxes.jointly': yesNo(texts.jointly),
    'taxes.claimed': yesNo(texts.claimed),
    income: { label: texts.steps.income, show: (value) => sources(WithSources.parse(value).sources) },
    'income.has': yesNo(texts.steps.income),
    'income.sources': { label: texts.steps.income, show: (value) => sources(Sources.parse(value)) },
    coverage: {
      label: texts.steps.coverage,
      show: (value) => choice('', words.coverage).show(WithCoverage.parse(value).coverage),
    },
    'coverage.coverage': choice(texts.steps.coverage, words.coverage),
    'coverage.offer': money(texts.offer.job),
    'coverage.minimumValue': choice(texts.minimumValue, texts.minimumValues),
  }
}
