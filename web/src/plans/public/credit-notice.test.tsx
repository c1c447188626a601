import type { Estimate, PlanTerms } from '@coverdesk/domain/plans/plan-contract.ts'
import { act } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setLanguage } from '../../platform/page/reader-language.ts'
import { testScreen } from '../../ui/basics/test-screen.tsx'
import { CreditNotice } from './credit-notice.tsx'

const estimate: Estimate = {
  outcome: 'credit',
  missing: null,
  verification: null,
  members: [],
  povertyPercent: 200,
  povertyLine: '21150.00',
  povertyYear: 2025,
  medicaidPercent: 200,
  medicaidYear: 2026,
  share: 6.6,
  shareSource: 'Rev. Proc. 2025-25',
  contribution: '232.65',
  benchmark: '900.00',
  creditPeople: 1,
  creditCsr: null,
  sources: [
    { value: 'contribution', year: 2026, source: 'Rev. Proc. 2025-25', confidence: 'verified' },
    { value: 'adult-limit', year: 2026, source: 'KFF, May 2025', confidence: 'one source' },
    { value: 'basic-health', year: null, source: 'CMS enrollment snapshot notes', confidence: 'sources disagree' },
  ],
}
const terms: PlanTerms = {
  year: 2026,
  place: null,
  groupId: null,
  people: 1,
  withoutAge: 0,
  credit: '667.35',
  creditFrom: 'estimate',
  csr: null,
  estimate,
  exchange: null,
  window: null,
  special: null,
  today: '2026-11-20',
}

let screen: ReturnType<typeof testScreen>

beforeEach(() => {
  history.replaceState(null, '', '/self-enroll/')
  screen = testScreen()
})
afterEach(async () => {
  await screen.close()
  await act(async () => setLanguage('en'))
  history.replaceState(null, '', '/')
})

test.each([
  [
    'en',
    [
      'Source: expected contributions 2026: Rev. Proc. 2025-25 (checked against a second source)',
      'Source: Medicaid limits of adults 2026: KFF, May 2025 (from one source only)',
      'Source: Basic Health Program: CMS enrollment snapshot notes (sources disagree)',
    ],
  ],
  [
    'es',
    [
      'Fuente: contribuciones esperadas 2026: Rev. Proc. 2025-25 (comprobado con una segunda fuente)',
      'Fuente: límites de Medicaid para adultos 2026: KFF, May 2025 (de una sola fuente)',
      'Fuente: Programa Básico de Salud: CMS enrollment snapshot notes (las fuentes no coinciden)',
    ],
  ],
] as const)(
  'CONSUMER-09 in %s the calculation shows the source of each value and how sure it is',
  async (language, lines) => {
    setLanguage(language)
    await screen.show(
      <CreditNotice
        terms={terms}
        household={{ zipCode: '33165', year: 2026, income: '42300', people: [] }}
        onLeaveOut={() => {}}
      />,
    )
    const facts = [...document.querySelectorAll('details dl > div')].map(
      (fact) => `${fact.querySelector('dt')?.textContent}: ${fact.querySelector('dd')?.textContent}`,
    )
    expect(facts.slice(-3)).toEqual(lines)
  },
)

test.each([
  [
    'en',
    /Together with person 2 \(age 36\), cost sharing is standard\. .*\(CSR 73\)/,
    'Show premiums without this person',
  ],
  [
    'es',
    /Junto con la persona 2 \(36 años\), los costos compartidos son normales\. .*\(CSR 73\)/,
    'Ver primas sin esta persona',
  ],
] as const)(
  'CONSUMER-09 in %s a household hears that a person without the credit takes the reduced cost sharing of the others',
  async (language, sentence, button) => {
    setLanguage(language)
    const offer = { place: 1, result: 'affordable-offer', program: null, limit: 10.22, limitYear: null } as const
    const members: Estimate['members'] = [{ ...offer, confidence: null }]
    const person = {
      covered: true,
      expecting: '',
      status: '',
      coverage: '',
      offer: '',
      minimumValue: '',
      tobacco: '',
    } as const
    const left: (readonly number[])[] = []
    await screen.show(
      <CreditNotice
        terms={{ ...terms, people: 3, estimate: { ...estimate, members, creditCsr: 'CSR73' } }}
        household={{
          zipCode: '33165',
          year: 2026,
          income: '68000',
          people: [
            { ...person, age: '38', relation: 'self' },
            { ...person, age: '36', relation: 'spouse' },
            { ...person, age: '6', relation: 'child' },
          ],
        }}
        onLeaveOut={(places) => left.push(places)}
      />,
    )
    expect(document.body.textContent).toMatch(sentence)
    const apart = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === button)
    await act(async () => apart?.click())
    expect(left).toEqual([[1]])
  },
)

test.each([
  ['en', 'Open nystateofhealth.ny.gov'],
  ['es', 'Abrir nystateofhealth.ny.gov'],
] as const)(
  'CONSUMER-09 in %s where this marketplace has no plans, the exchange of the state is a link',
  async (language, label) => {
    setLanguage(language)
    await screen.show(
      <CreditNotice
        terms={{
          ...terms,
          exchange: { name: 'NY State of Health', site: 'nystateofhealth.ny.gov' },
          estimate: { ...estimate, outcome: 'no-benchmark', benchmark: null },
        }}
        household={{ zipCode: '10001', year: 2026, income: '68000', people: [] }}
        onLeaveOut={() => {}}
      />,
    )
    const link = [...document.querySelectorAll('a')].find(({ textContent }) => textContent === label)
    expect(link?.href).toBe('https://nystateofhealth.ny.gov/')
  },
)
