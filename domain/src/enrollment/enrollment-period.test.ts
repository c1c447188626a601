import { expect, test } from 'vitest'
import { ExchangeApplicant } from '../marketplace/exchange-record.ts'
import { enrolleesOf, firstGroups, holdEachOnce } from './enrollment-groups.ts'
import { applicationYear, enrollmentProblem } from './enrollment-period.ts'

const today = '2026-11-22'
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
  expect(enrollmentProblem(one, today)).toBe(problem)
})

test('the plan year of an application is that of the last possible start', () => {
  expect(applicationYear([applicant(period(null, null, '2026-12-01')), applicant({ indicator: false })])).toBe(2026)
  expect(applicationYear([applicant({ indicator: true })])).toBeNull()
})

test('ENROLL-01 an applicant who cannot be enrolled is in no group', () => {
  const can = applicant(period('2026-11-01', '2027-01-15'))
  const cannot = { ...applicant({ indicator: false }), personId: '2' }
  const enrollees = enrolleesOf([], [can, cannot], today)
  expect(firstGroups(enrollees)).toMatchObject([{ applicants: ['1'] }])
  expect(holdEachOnce(enrollees, [{ applicants: ['1'] }])).toBe(true)
  expect(holdEachOnce(enrollees, [{ applicants: ['1', '2'] }])).toBe(false)
})
