import { describe, expect, test } from 'vitest'
import { ExchangeApplicant } from '../marketplace/exchange-record.ts'
import { enrolleesOf, firstGroups, holdEachOnce } from './enrollment-groups.ts'
import { type EnrollmentObstacle, obstacleSentence } from './enrollment-obstacle.ts'
import { applicationYear, enrollmentObstacle, windowObstacle } from './enrollment-period.ts'

const today = '2026-11-22'
const sentence = (obstacle: EnrollmentObstacle | null) => obstacle && obstacleSentence(obstacle)
const period = (start: string | null, end: string | null, latestQHPDate: string | null = null) => ({
  indicator: true,
  dateRange: { start, end },
  latestQHPDate,
})
const applicant = (eligibilityInitial: object, eligibilitySpecial: object = { indicator: false }) =>
  ExchangeApplicant.parse({ personId: '1', eligibilityInitial, eligibilitySpecial })

test.each([
  ['no eligibility', applicant({ indicator: false }), 'Not eligible to enroll, says the marketplace.'],
  ['the last day of the period', applicant(period('2026-11-01', today)), null],
  ['the first day of the period', applicant(period(today, '2027-01-15')), null],
  ['a period that ended', applicant(period('2025-11-01', '2026-01-15')), 'The enrollment period ended on 01/15/2026.'],
  ['a period to come', applicant(period('2026-12-01', '2027-01-15')), 'The enrollment period opens on 12/01/2026.'],
  [
    'an open special period after a closed one',
    applicant(period('2025-11-01', '2026-01-15'), period('2026-11-01', '2026-12-30')),
    null,
  ],
  ['a period without dates', applicant({ indicator: true }), null],
])('%s', (_name, one, problem) => {
  expect(sentence(enrollmentObstacle(one, today))).toBe(problem)
})

test('the plan year of an application is that of the last possible start', () => {
  expect(applicationYear([applicant(period(null, null, '2026-12-01')), applicant({ indicator: false })])).toBe(2026)
  expect(applicationYear([applicant({ indicator: true })])).toBeNull()
})

test('a period that the exchange did not grant decides no year, unless it granted none', () => {
  const refused = { ...period(null, null, '2027-12-01'), indicator: false }
  const granted = period('2026-11-10', '2027-01-09', '2026-12-01')
  expect(applicationYear([applicant(refused, granted), applicant(refused)])).toBe(2026)
  expect(applicationYear([applicant(refused)])).toBe(2027)
})

describe('the window of the exchange', () => {
  const told = (opens: string, closes: string | null) => ({
    exchange: 'HealthCare.gov',
    planYear: 2027,
    window: { opens, closes, lastForJanuary: '2026-12-15', confidence: 'verified' as const },
  })
  const initial = applicant({ indicator: true })
  const ended =
    'Open enrollment for 2027 at HealthCare.gov ended on 11/21/2026. Enrolling needs a life event, such as a move or a birth.'

  test.each([
    ['its last day', told('2026-11-01', today), initial, null],
    ['the day after its last day', told('2026-11-01', '2026-11-21'), initial, ended],
    [
      'dates of the exchange that go beyond it',
      told('2026-11-01', '2026-11-21'),
      applicant(period('2026-11-01', '2027-01-15')),
      ended,
    ],
    ['an unknown last day', told('2026-11-01', null), initial, null],
    ['an unknown window', { ...told('', null), window: null }, initial, null],
    [
      'a granted special enrollment after it',
      told('2026-11-01', '2026-11-21'),
      applicant({ indicator: false }, period('2026-11-10', '2027-01-09')),
      null,
    ],
    [
      'a special enrollment that ended',
      told('2026-11-01', '2026-11-21'),
      applicant({ indicator: true }, period('2026-08-10', '2026-10-09')),
      ended,
    ],
    [
      'a special enrollment that was not granted',
      told('2026-11-01', '2026-11-21'),
      applicant({ indicator: true }, { ...period('2026-11-10', '2027-01-09'), indicator: false }),
      ended,
    ],
  ])('%s', (_name, window, one, problem) => {
    expect(sentence(windowObstacle(one, window, today))).toBe(problem)
  })

  test('before its first day it opens later', () => {
    expect(sentence(windowObstacle(initial, told('2026-12-01', null), today))).toMatch(
      /^Open enrollment for 2027 at HealthCare.gov opens on 12\/01\/2026\./,
    )
  })
})

test('ENROLL-01 an applicant who cannot be enrolled is in no group', () => {
  const can = applicant(period('2026-11-01', '2027-01-15'))
  const cannot = { ...applicant({ indicator: false }), personId: '2' }
  const enrollees = enrolleesOf([], [can, cannot], today)
  expect(firstGroups(enrollees)).toMatchObject([{ applicants: ['1'] }])
  expect(holdEachOnce(enrollees, [{ applicants: ['1'] }])).toBe(true)
  expect(holdEachOnce(enrollees, [{ applicants: ['1', '2'] }])).toBe(false)
})
