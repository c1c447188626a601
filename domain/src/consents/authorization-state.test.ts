import { expect, test } from 'vitest'
import {
  type AuthorizationRecord,
  authorizationProblems,
  authorizationState,
  authorizationStates,
  openCode,
  validAuthorization,
} from './authorization-state.ts'

const at = {
  now: '2026-11-28T15:00:00.000Z',
  today: '2026-11-28',
  person: 'Ida Case',
  planYear: 2027,
  agentId: 7,
  isAsked: true,
}
const sent: AuthorizationRecord = {
  applicant: 'Ida Case',
  planYear: 2027,
  agentId: 7,
  expires: '2026-11-28T15:10:00.000Z',
  authorizedDate: null,
  validUntil: null,
}
const given: AuthorizationRecord = { ...sent, authorizedDate: '2026-11-28T14:00:00.000Z', validUntil: '2027-12-31' }

test('A-104 nothing is needed where the exchange does not ask for it', () => {
  expect(authorizationState([], { ...at, isAsked: false })).toBe('not-asked')
  expect(authorizationState([], { ...at, isAsked: false, agentId: null })).toBe('not-asked')
})

test('A-104 a code can be used until it ends, and only the newest one', () => {
  expect(authorizationState([], at)).toBe('none')
  expect(authorizationState([sent], at)).toBe('sent')
  expect(openCode([sent], at)).toBe(sent)
  expect(authorizationState([{ ...sent, expires: at.now }], at)).toBe('none')
  expect(openCode([{ ...sent, expires: at.now }, sent], at)).toBeUndefined()
})

test('A-104 an authorization counts for its client, agent and plan year, until its last day', () => {
  expect(authorizationState([given], at)).toBe('valid')
  expect(validAuthorization([sent, given], at)).toBe(given)
  expect(authorizationState([given], { ...at, today: '2027-12-31' })).toBe('valid')
  expect(authorizationState([given], { ...at, today: '2028-01-01' })).toBe('ended')
  expect(authorizationState([given], { ...at, planYear: 2026 })).toBe('none')
  expect(authorizationState([given], { ...at, person: 'Uwe Case' })).toBe('none')
  expect(authorizationState([given], { ...at, person: 'Ida Maria Case' })).toBe('valid')
  expect(authorizationState([given], { ...at, agentId: 8 })).toBe('other-agent')
  expect(authorizationState([{ ...given, validUntil: '2026-11-27' }], { ...at, agentId: 8 })).toBe('none')
  expect(authorizationState([{ ...sent, agentId: 8 }, given], at)).toBe('valid')
  expect(authorizationState([given], { ...at, agentId: null })).toBe('no-agent')
})

test('A-104 each state that refuses a submission has a sentence that says what to do', () => {
  const refused = authorizationStates.filter((state) => state !== 'valid' && state !== 'not-asked')
  expect(Object.keys(authorizationProblems).sort()).toEqual([...refused].sort())
  for (const sentence of Object.values(authorizationProblems))
    expect(sentence).toMatch(/^The .+\. (Send|Enter|Assign) .+\.$/)
})
