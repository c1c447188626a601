import { expect, test } from 'vitest'
import { coversAll } from './covers-all.ts'
import type { CoverageAnswer, PlanCoverage } from './directory-contract.ts'

const plan = (doctors: readonly CoverageAnswer[], drugs: readonly CoverageAnswer[]): PlanCoverage => ({
  planId: '16842FL0010001',
  providers: doctors.map((answer, at) => ({ id: String(at), answer, tier: null, accepting: null })),
  drugs: drugs.map((answer, at) => ({
    id: String(at),
    answer,
    tier: null,
    priorAuthorization: false,
    stepTherapy: false,
    quantityLimit: false,
  })),
})

test.each([
  ['yes', ['covered', 'covered'], ['covered']],
  ['no', ['covered', 'not-covered'], ['covered']],
  ['unknown', ['covered', 'unknown'], ['covered']],
  // What is known not to be covered counts before what is unknown.
  ['no', ['unknown', 'covered'], ['not-covered']],
  // The drug itself is not covered.
  ['no', ['covered'], ['generic']],
] as const)('PLAN-02 a plan covers all doctors and drugs: %s for %j and %j', (verdict, doctors, drugs) => {
  expect(coversAll(plan(doctors, drugs), ['providers', 'drugs'])).toBe(verdict)
})

test('PLAN-02 only the kinds that are asked for count, and a plan without an answer is unknown', () => {
  expect(coversAll(plan(['covered'], ['not-covered']), ['providers'])).toBe('yes')
  expect(coversAll(plan(['unknown'], ['covered']), ['drugs'])).toBe('yes')
  expect(coversAll(undefined, ['drugs'])).toBe('unknown')
})
