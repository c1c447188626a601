import type { PlanTerms } from '@coverdesk/domain/plans/plan-contract.ts'
import { act } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setLanguage } from '../platform/page/reader-language.ts'
import { testScreen } from '../ui/basics/test-screen.tsx'
import { SourceNotice } from './source-notice.tsx'

const terms: PlanTerms = {
  year: 2027,
  place: null,
  groupId: null,
  people: 1,
  withoutAge: 0,
  credit: null,
  creditFrom: null,
  csr: null,
  estimate: null,
  exchange: null,
  window: null,
  special: null,
  today: '2026-11-20',
}
const current = { asOf: null, filesInstead: false, terms }

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
  ['en', 1, "1 plan of the marketplace couldn't be read and is missing here."],
  ['en', 3, "3 plans of the marketplace couldn't be read and are missing here."],
  ['es', 3, 'No se pudieron leer 3 planes del Mercado, que faltan aquí.'],
] as const)(
  'P-84 in %s the plans screen says when %i plans of the marketplace could not be read',
  async (language, unreadable, sentence) => {
    setLanguage(language)
    await screen.show(<SourceNotice answer={{ ...current, unreadable }} />)
    expect(document.body.textContent).toContain(sentence)
    await screen.show(<SourceNotice answer={{ ...current, unreadable: 0 }} />)
    expect(document.body.textContent).not.toContain(sentence)
  },
)

test.each([
  ['en', 'HealthCare.gov was not reached. These plans and premiums are from the plan files for 2027'],
  ['es', 'No se pudo consultar HealthCare.gov. Estos planes y primas son de los archivos de planes de 2027'],
] as const)(
  'P-84 in %s the plans screen says that plan files answered because HealthCare.gov was not reached',
  async (language, sentence) => {
    setLanguage(language)
    await screen.show(<SourceNotice answer={{ ...current, filesInstead: true }} />)
    expect(document.body.textContent).toContain(sentence)
    await screen.show(<SourceNotice answer={current} />)
    expect(document.body.textContent).not.toContain('HealthCare.gov')
  },
)
