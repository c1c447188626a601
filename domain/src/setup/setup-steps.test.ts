import { expect, test } from 'vitest'
import { setupSteps, stepsDone } from './setup-steps.ts'

const nothing = {
  isAgencySet: false,
  carriers: 0,
  locations: 0,
  agents: 0,
  users: 1,
  policyFiles: 0,
  schedules: 0,
  statementFiles: 0,
  payTerms: 0,
}

test('a new installation with its first administrator has every step to do', () => {
  const done = stepsDone(nothing)
  expect(setupSteps.filter((step) => done[step])).toEqual([])
})

test.each([
  ['agency', { isAgencySet: true }],
  ['carriers', { carriers: 1 }],
  ['locations', { locations: 1 }],
  ['agents', { agents: 1 }],
  ['users', { users: 2 }],
  ['policies', { policyFiles: 1 }],
  ['schedules', { schedules: 1 }],
  ['statements', { statementFiles: 1 }],
  ['payTerms', { payTerms: 1 }],
] as const)('the step %s is done by its own record only', (step, change) => {
  const done = stepsDone({ ...nothing, ...change })
  expect(setupSteps.filter((name) => done[name])).toEqual([step])
})
