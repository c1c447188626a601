import { expect, test } from 'vitest'
import { type CmsRecord, cmsFindings, type Registration } from './cms-findings.ts'

const florida = { code: 'FL' }
const date = '2026-11-26'
const list = { fileName: 'rcl.csv', loadedOn: '2026-11-02' }
const row: Registration = { planYear: 2027, firstDay: '2026-08-04', lastDay: null, isNpnValid: true, line: 12 }
const registrations = (...rows: Partial<Registration>[]) => ({
  ...list,
  planYears: [2026, 2027],
  rows: rows.map((change) => ({ ...row, ...change })),
})
const terminations = (...rows: { code: string; day: string; line: number }[]) => ({
  fileName: 'tl.csv',
  loadedOn: date,
  rows,
})
const findings = (record: Partial<CmsRecord>, sale: { state?: { code: string }; planYear?: number } = {}) =>
  cmsFindings(
    '123',
    { registrations: null, terminations: null, ...record },
    { state: florida, date, planYear: 2027, ...sale },
  )
const nothing = { reasons: [], unknown: [] }

test('a registered agent may sell, and lists that were never loaded forbid nothing', () => {
  expect(findings({})).toEqual(nothing)
  expect(findings({ registrations: registrations({}), terminations: terminations() })).toEqual(nothing)
  expect(findings({ registrations: registrations({ isNpnValid: null, lastDay: date }) })).toEqual(nothing)
})

test('an NPN that the list of its year does not name is unknown, not forbidden; a year before the list is not asked', () => {
  expect(findings({ registrations: registrations({ planYear: 2026 }) })).toEqual({
    reasons: [],
    unknown: [
      'CMS’s registration list of 11/02/2026 (rcl.csv) does not have NPN 123 for 2027; later registrations are not on it',
    ],
  })
  expect(findings({ registrations: registrations() }, { planYear: 2025 })).toEqual(nothing)
})

test('an ended registration and an NPN that CMS found not valid forbid the sale, unless another row of the year holds', () => {
  const ended = { lastDay: '2026-11-25', line: 7 }
  expect(findings({ registrations: registrations(ended) }).reasons).toEqual([
    'The agent’s registration with HealthCare.gov for 2027 ended on 11/25/2026: CMS’s registration list, rcl.csv, line 7',
  ])
  expect(findings({ registrations: registrations({ isNpnValid: false }) }).reasons).toEqual([
    'CMS found no valid NPN or health license of the agent for 2027: CMS’s registration list, rcl.csv, line 12',
  ])
  expect(findings({ registrations: registrations({}, ended) })).toEqual(nothing)
})

test('the newest word of the termination list on the day decides', () => {
  const ended = { code: 'T3', day: '2026-03-01', line: 4 }
  const reason = [
    'HealthCare.gov ended its agreement with the agent on 03/01/2026 (T3, fraud): CMS’s termination list, tl.csv, line 4',
  ]
  expect(findings({ terminations: terminations(ended) }).reasons).toEqual(reason)
  expect(findings({ terminations: terminations({ code: 'R3', day: '2026-05-01', line: 2 }, ended) })).toEqual(nothing)
  expect(findings({ terminations: terminations(ended, { code: 'R3', day: '2026-11-27', line: 5 }) }).reasons).toEqual(
    reason,
  )
  expect(findings({ terminations: terminations({ ...ended, day: '2026-11-27' }) })).toEqual(nothing)
})

test('the lists say nothing about a state with an exchange of its own, and hold where no state is known', () => {
  const record = { terminations: terminations({ code: 'T4', day: '2026-03-01', line: 4 }) }
  expect(findings(record, { state: { code: 'CA' } })).toEqual(nothing)
  expect(cmsFindings('123', { registrations: null, ...record }, { date }).reasons).toHaveLength(1)
})
