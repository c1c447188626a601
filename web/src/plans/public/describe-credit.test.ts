import type { Estimate, PlanTerms } from '@coverdesk/domain/plans/plan-contract.ts'
import { expect, test } from 'vitest'
import { creditTexts } from './credit-texts.ts'
import { describeCredit } from './describe-credit.ts'

const estimate: Estimate = {
  outcome: 'not-verified',
  missing: null,
  members: [],
  povertyPercent: null,
  povertyLine: null,
  povertyYear: null,
  medicaidPercent: null,
  medicaidYear: null,
  share: null,
  shareSource: null,
  sources: [],
  contribution: null,
  benchmark: null,
  creditPeople: 0,
  creditCsr: null,
  verification: { from: 2028, source: 'P.L. 119-21 § 71303', confidence: 'verified' },
}
const terms: PlanTerms = {
  year: 2028,
  place: null,
  groupId: null,
  people: 1,
  withoutAge: 0,
  credit: null,
  creditFrom: null,
  csr: null,
  estimate,
  exchange: null,
  window: null,
  special: null,
  today: '2027-11-20',
}

test.each([
  ['en', 'For coverage from 2028 on there is no tax credit before the marketplace has verified your income'],
  ['es', 'Para la cobertura a partir de 2028 no hay crédito fiscal antes de que el Mercado verifique sus ingresos'],
] as const)(
  'CONSUMER-09 in %s a quote for 2028 says that no credit is promised before verification, and by which law',
  (language, sentence) => {
    const { tone, text } = describeCredit(terms, creditTexts[language])
    expect(tone).toBe('amber')
    expect(text).toContain(sentence)
    expect(text).toContain('P.L. 119-21 § 71303')
  },
)

test.each([
  ['en', "A silver plan of the marketplace can't be read here"],
  ['es', 'Aquí no se puede leer un plan Plata del Mercado'],
] as const)(
  'CONSUMER-09 in %s an unknown benchmark says that a silver plan could not be read',
  (language, sentence) => {
    const { estimate } = terms
    const unread = estimate && { ...estimate, outcome: 'unread-benchmark' as const, verification: null }
    const { tone, text } = describeCredit({ ...terms, estimate: unread }, creditTexts[language])
    expect(tone).toBe('amber')
    expect(text).toContain(sentence)
  },
)
