import { describe, expect, test } from 'vitest'
import { stateExchanges } from '../eligibility/tables/state-exchanges.ts'
import {
  coverageStart,
  type EnrollmentWindow,
  exchangeOf,
  federalPlatform,
  isWindowOpen,
  offeredYear,
  ratingDay,
  windowOf,
} from './enrollment-window.ts'
import { EnrollmentWindowChange } from './enrollment-window-contract.ts'
import { shippedWindows } from './shipped-windows.ts'
import { windowSentences } from './window-sentences.ts'

const federal = (members: Partial<EnrollmentWindow> = {}): EnrollmentWindow => ({
  exchange: federalPlatform,
  planYear: 2027,
  opens: '2026-11-01',
  closes: '2027-01-15',
  lastForJanuary: '2026-12-15',
  source: 'HealthCare.gov',
  confidence: 'verified',
  ...members,
})

describe('the window of a state', () => {
  test('is that of the federal platform or of its own exchange, which depends on the year', () => {
    expect(exchangeOf('FL', 2027)).toBe('federal')
    expect(exchangeOf('OR', 2026)).toBe('federal')
    expect(exchangeOf('OR', 2027)).toBe('OR')
    expect(exchangeOf(null, 2027)).toBe('federal')
    expect(windowOf(shippedWindows, 'CT', 2027)?.opens).toBe('2026-10-23')
  })

  test('is not known where no one entered it, and never taken from another year', () => {
    expect(windowOf(shippedWindows, 'FL', 2028)).toBeNull()
    expect(windowOf(shippedWindows, 'CO', 2026)).toBeNull()
    expect(windowOf([federal()], 'CA', 2027)).toBeNull()
  })

  test('each shipped window has its source, is of an exchange of that year, and is shipped once', () => {
    const keys = shippedWindows.map(({ exchange, planYear }) => `${exchange} ${planYear}`)
    expect(new Set(keys).size).toBe(keys.length)
    for (const { exchange, planYear, opens, closes, lastForJanuary, source, confidence } of shippedWindows) {
      const change = { exchange, planYear, opens, closes: closes ?? '', lastForJanuary: lastForJanuary ?? '' }
      expect(EnrollmentWindowChange.safeParse({ ...change, source, confidence, reason: 'shipped' }).success).toBe(true)
      const isState = stateExchanges.some(({ state }) => state === exchange)
      expect(exchange === federalPlatform || (isState && exchangeOf(exchange, planYear) === exchange)).toBe(true)
    }
  })
})

test.each([
  ['the day before its first day', '2026-10-31', 2026],
  ['on its first day', '2026-11-01', 2027],
  ['at the end of the year', '2026-12-31', 2027],
  ['in the year itself', '2027-01-01', 2027],
])('the next year is offered from the first day of its window on: %s', (_when, today, year) => {
  expect(offeredYear([federal()], 'FL', today)).toBe(year)
})

test('each exchange opens on its own day, and a year whose window is not known is not offered before it begins', () => {
  expect(offeredYear(shippedWindows, 'ID', '2026-10-15')).toBe(2027)
  expect(offeredYear(shippedWindows, 'FL', '2026-10-15')).toBe(2026)
  expect(offeredYear([], 'FL', '2026-12-31')).toBe(2026)
  expect(offeredYear([], 'FL', '2027-01-01')).toBe(2027)
})

test('a window is open on its first and last day, and never while its last day is not known', () => {
  const open = (today: string, window = federal()) => isWindowOpen(window, today)
  expect(['2026-10-31', '2026-11-01', '2027-01-15', '2027-01-16'].map((day) => open(day))).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(open('2026-12-01', federal({ closes: null }))).toBe(false)
})

test('a plan that is chosen by the last day for January 1 begins then, a later one in February', () => {
  expect(coverageStart(2027, '2026-12-15', federal())).toBe('2027-01-01')
  expect(coverageStart(2027, '2026-12-16', federal())).toBe('2027-02-01')
  expect(coverageStart(2027, '2026-12-31', federal())).toBe('2027-02-01')
  expect(coverageStart(2027, '2027-01-15', federal())).toBe('2027-02-01')
  expect(coverageStart(2027, '2026-12-20', federal({ lastForJanuary: '2026-12-23' }))).toBe('2027-01-01')
})

test('the start before a year whose last day for January 1 is not known is not known; ages count on January 1', () => {
  for (const window of [null, federal({ lastForJanuary: null })]) {
    expect(coverageStart(2027, '2026-12-20', window)).toBeNull()
    expect(ratingDay(2027, '2026-12-20', window)).toBe('2027-01-01')
  }
  expect(ratingDay(2027, '2026-12-20', federal())).toBe('2027-02-01')
})

test('within a year coverage begins with the next month, in December and for past years on December 1', () => {
  expect(coverageStart(2026, '2026-03-31', null)).toBe('2026-04-01')
  expect(coverageStart(2026, '2026-12-15', null)).toBe('2026-12-01')
  expect(coverageStart(2025, '2026-03-31', null)).toBe('2025-12-01')
})

describe('what people read', () => {
  const said = (today: string, window: EnrollmentWindow | null, language?: 'es') =>
    windowSentences({ exchange: 'HealthCare.gov', planYear: 2027, window }, today, language)

  test.each<[string, EnrollmentWindow | null, string]>([
    [
      '2026-10-31',
      federal(),
      'Open enrollment for 2027 at HealthCare.gov opens on 11/01/2026. Coverage begins on 01/01/2027 for plans chosen by 12/15/2026.',
    ],
    [
      '2026-12-15',
      federal(),
      'Open enrollment for 2027 at HealthCare.gov ends on 01/15/2027. Coverage begins on 01/01/2027 for plans chosen by 12/15/2026.',
    ],
    [
      '2026-12-16',
      federal({ confidence: 'sources disagree' }),
      'Open enrollment for 2027 at HealthCare.gov ends on 01/15/2027. Coverage begins on 02/01/2027. These dates may still change.',
    ],
    [
      '2027-01-16',
      federal({ confidence: 'one source' }),
      'Open enrollment for 2027 at HealthCare.gov ended on 01/15/2027. Enrolling needs a life event, such as a move or a birth. These dates are from one source and not confirmed.',
    ],
    [
      '2026-11-02',
      federal({ closes: null, lastForJanuary: null, confidence: 'unverified' }),
      "Open enrollment for 2027 at HealthCare.gov opened on 11/01/2026. Its last day isn't known yet. Ask the exchange. When coverage begins isn't known. Ask the exchange. These dates are not confirmed.",
    ],
    [
      '2026-11-02',
      null,
      "When open enrollment for 2027 at HealthCare.gov begins and ends isn't known yet. Ask the exchange.",
    ],
  ])('on %s: dates, the start of coverage, and what is not known or not confirmed', (today, window, sentence) => {
    expect(said(today, window)).toBe(sentence)
  })

  test('clients read it in Spanish', () => {
    expect(said('2026-11-02', federal(), 'es')).toBe(
      'La inscripción abierta para 2027 en HealthCare.gov termina el 01/15/2027. La cobertura comienza el 01/01/2027 para los planes elegidos hasta el 12/15/2026.',
    )
  })
})

test('a change is refused at the day that can’t be', () => {
  const change = { exchange: 'federal', planYear: 2027, opens: '2026-11-01', closes: '2027-01-15' }
  const rest = { lastForJanuary: '2026-12-15', source: 'CMS', confidence: 'verified', reason: 'Announced' }
  const problems = (members: object) =>
    EnrollmentWindowChange.safeParse({ ...change, ...rest, ...members }).error?.issues.map(({ path, message }) => [
      path[0],
      message,
    ]) ?? []
  expect(problems({})).toEqual([])
  expect(problems({ closes: '', lastForJanuary: '' })).toEqual([])
  expect(problems({ opens: '' })).toEqual([['opens', 'First day is required']])
  expect(problems({ opens: '2025-11-01' })).toEqual([['opens', 'Must be in 2026']])
  expect(problems({ closes: '2026-10-31', lastForJanuary: '' })).toEqual([
    ['closes', 'Must not be before the first day'],
  ])
  expect(problems({ closes: '2028-01-15' })).toEqual([['closes', 'Must not be after 2027']])
  expect(problems({ lastForJanuary: '2026-10-31' })).toEqual([['lastForJanuary', 'Must not be before the first day']])
  expect(problems({ lastForJanuary: '2027-01-16' })).toEqual([['lastForJanuary', 'Must not be after the last day']])
  expect(problems({ lastForJanuary: '2027-01-01' })).toEqual([['lastForJanuary', 'Must be in 2026']])
  expect(problems({ reason: ' ' })).toEqual([['reason', 'Reason is required']])
  expect(problems({ source: '' })).toEqual([['source', 'Source is required']])
})
