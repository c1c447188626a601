import { expect, test } from 'vitest'
import {
  type LifeEvent,
  shownSpecial,
  specialEnd,
  specialProblem,
  specialStart,
} from '../eligibility/special-enrollment.ts'
import { specialWords } from './special-words.ts'
import { windowSentences } from './window-sentences.ts'

test.each([
  ['a loss that was', 'loss-of-coverage', '2026-11-20', '2026-11-29', '2026-12-01'],
  ['a loss on the last day of the month', 'loss-of-coverage', '2026-11-30', '2026-11-29', '2026-12-01'],
  ['a loss that is to come', 'loss-of-coverage', '2026-12-31', '2026-11-29', '2027-01-01'],
  ['a loss that is chosen for in December', 'loss-of-coverage', '2026-11-20', '2026-12-02', '2027-01-01'],
  ['a birth', 'birth', '2026-11-20', '2026-12-02', '2026-11-20'],
  ['a marriage', 'marriage', '2026-10-03', '2026-11-29', '2026-12-01'],
  ['a move in a January', 'move', '2026-01-31', '2026-01-31', '2026-02-01'],
  ['a birth of the year before', 'birth', '2025-12-20', '2026-01-10', '2026-01-01'],
  ['a birth that is chosen for in the next year', 'birth', '2026-11-20', '2027-01-10', '2026-11-20'],
] as const)('45 CFR 155.420(b): after %s coverage begins as the rule says', (_name, event, date, today, begins) => {
  expect(specialStart({ event, date }, 2026, today)).toBe(begins)
})

test.each([
  ['', '2026-11-20', '2026-11-29', 'event'],
  ['birth', '', '2026-11-29', 'eventDate'],
  ['birth', '2026-02-30', '2026-11-29', 'eventDate'],
  ['birth', '2026-11-30', '2026-11-29', 'eventFuture'],
  ['loss-of-coverage', '2026-11-30', '2026-11-29', null],
  ['loss-of-coverage', '2026-12-01', '2026-11-29', 'eventNextYear'],
  ['loss-of-coverage', '2027-01-28', '2026-11-29', 'eventNextYear'],
  ['loss-of-coverage', '2027-01-29', '2026-11-29', 'eventEarly'],
  ['loss-of-coverage', '2026-11-20', '2026-11-30', null],
  ['loss-of-coverage', '2026-11-20', '2026-12-01', 'eventNextYear'],
  ['birth', '2026-11-20', '2026-12-31', null],
  ['marriage', '2026-09-30', '2026-11-29', null],
  ['marriage', '2026-09-29', '2026-11-29', 'eventOver'],
] as const)('an event "%s" of %s, reported on %s, has the problem %s for 2026', (event, date, today, problem) => {
  expect(specialProblem({ event, date }, 2026, today)).toBe(problem)
})

test('a plan of the year can be chosen until the event is 60 days ago, or coverage would begin in the next year', () => {
  const end = (event: LifeEvent, date: string) => specialEnd({ event, date }, 2026)
  expect(end('loss-of-coverage', '2026-11-20')).toBe('2026-11-30')
  expect(end('marriage', '2026-09-15')).toBe('2026-11-14')
  expect(end('birth', '2026-11-20')).toBe('2027-01-19')
})

test('the sentences name an open special enrollment in place of the open enrollment that ended, in both languages', () => {
  const special = shownSpecial({ event: 'loss-of-coverage', date: '2026-11-20' }, '2026-11-29')
  const told = { exchange: 'HealthCare.gov', planYear: 2026, window: null, special }
  expect(windowSentences(told, '2026-11-29')).toBe(
    'Special enrollment: coverage for 2026 begins on 12/01/2026 for plans chosen by 11/30/2026.',
  )
  expect(windowSentences(told, '2026-11-29', 'es')).toBe(
    'Inscripción especial: la cobertura para 2026 comienza el 12/01/2026 para los planes elegidos hasta el 11/30/2026.',
  )
  expect(shownSpecial({ event: 'loss-of-coverage', date: '2026-11-20' }, '2026-12-01')).toBeNull()
  expect(Object.keys(specialWords.es.problems)).toEqual(Object.keys(specialWords.en.problems))
})
