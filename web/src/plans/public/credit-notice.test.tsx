import type { Estimate, PlanTerms } from '@coverdesk/domain/plans/plan-contract.ts'
import { act } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setLanguage } from '../../platform/page/reader-language.ts'
import { testScreen } from '../../ui/basics/test-screen.tsx'
import { CreditNotice } from './credit-notice.tsx'

const estimate: Estimate = {
  ...{ outcome: 'credit', missing: null, verification: null, members: [], povertyPercent: 200 },
  ...{ povertyLine: '21150.00', povertyYear: 2025, medicaidPercent: 200, medicaidYear: 2026, share: 6.6 },
  ...{ shareSource: 'Rev. Proc. 2025-25', contribution: '232.65', benchmark: '900.00', creditPeople: 1 },
  sources: [
    { value: 'contribution', year: 2026, source: 'Rev. Proc. 2025-25', confidence: 'verified' },
    { value: 'adult-limit', year: 2026, source: 'KFF, May 2025', confidence: 'one source' },
    { value: 'basic-health', year: null, source: 'CMS enrollment snapshot notes', confidence: 'sources disagree' },
  ],
}
const terms: PlanTerms = {
  ...{ year: 2026, place: null, groupId: null, people: 1, withoutAge: 0, credit: '667.35', creditFrom: 'estimate' },
  ...{ csr: null, estimate, exchange: null, window: null, special: null, today: '2026-11-20' },
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
