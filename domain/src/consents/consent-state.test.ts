import { expect, test } from 'vitest'
import { consentScopes } from '../platform/consent-rule.ts'
import {
  type ConsentRecord,
  consentProblems,
  consentState,
  consentStates,
  otherPerson,
  revocable,
  validConsent,
} from './consent-state.ts'

const at = { now: '2026-11-25T15:00:00.000Z', today: '2026-11-25', person: 'Ida Case', agentIds: [7] }
const request: ConsentRecord = {
  applicant: 'Ida Case',
  scopes: consentScopes,
  onlyAgentId: null,
  expires: '2026-12-01T00:00:00.000Z',
  isReplaced: false,
  signedDate: null,
  endsOn: null,
  revokedDate: null,
}
const signed: ConsentRecord = { ...request, signedDate: '2026-11-20T10:00:00.000Z', endsOn: '2027-11-20' }

test('A-104 an application without a signed consent has none, or a request that can still be signed', () => {
  expect(consentState([], at)).toBe('none')
  expect(consentState([request], at)).toBe('requested')
  expect(consentState([{ ...request, isReplaced: true }], at)).toBe('none')
  expect(consentState([{ ...request, expires: at.now }], at)).toBe('none')
})

test('A-104 a signed consent is valid until the day on which it ends', () => {
  expect(consentState([signed], at)).toBe('valid')
  expect(consentState([{ ...signed, endsOn: '2026-11-26' }], at)).toBe('valid')
  expect(consentState([{ ...signed, endsOn: '2026-11-25' }], at)).toBe('ended')
})

test('A-104 a request to renew does not weaken a valid consent, and shows once it has ended', () => {
  expect(consentState([request, signed], at)).toBe('valid')
  expect(consentState([request, { ...signed, endsOn: '2026-11-01' }], at)).toBe('requested')
})

test('A-104 a revocation ends every earlier consent, and a later signature gives it again', () => {
  const revoked = { ...signed, revokedDate: '2026-11-22T10:00:00.000Z' }
  const earlier = { ...signed, signedDate: '2026-11-21T10:00:00.000Z' }
  const later = { ...signed, signedDate: '2026-11-23T10:00:00.000Z' }
  const same = { ...signed, signedDate: '2026-11-22T10:00:00.000Z' }
  expect(consentState([revoked], at)).toBe('revoked')
  expect(consentState([earlier, revoked], at)).toBe('revoked')
  expect(consentState([same, revoked], at)).toBe('revoked')
  expect(consentState([later, revoked], at)).toBe('valid')
  expect(validConsent([later, revoked], at)).toBe(later)
  expect(consentState([{ ...later, endsOn: '2026-11-24' }, revoked], at)).toBe('ended')
  const twice = { ...signed, revokedDate: '2026-11-24T10:00:00.000Z' }
  expect(consentState([twice, later, revoked], at)).toBe('revoked')
  expect(consentState([revoked, later, twice], at)).toBe('revoked')
  expect(consentState([{ ...request, isReplaced: true }, revoked], at)).toBe('revoked')
  expect(consentState([request, revoked], at)).toBe('requested')
})

test('A-104 a consent counts for the person whom it names', () => {
  const other = { ...signed, applicant: 'Uwe Case' }
  expect(consentState([other], at)).toBe('other-person')
  expect(otherPerson([other], at)).toBe('Uwe Case')
  expect(consentState([{ ...signed, applicant: 'IDA MARIA CASE' }], at)).toBe('valid')
  expect(consentState([other, signed], at)).toBe('valid')
  expect(validConsent([other, signed], at)).toBe(signed)
  expect(otherPerson([other, signed], at)).toBeNull()
  expect(otherPerson([{ ...other, endsOn: '2026-11-01' }], at)).toBeNull()
  expect(otherPerson([], at)).toBeNull()
  expect(consentState([{ ...request, applicant: 'Uwe Case' }], at)).toBe('none')
  expect(consentState([request, other], at)).toBe('requested')
})

test('A-104 a consent for one agent counts for that agent only, one for the agency for each of its agents', () => {
  const only = { ...signed, onlyAgentId: 7 }
  expect(consentState([only], at)).toBe('valid')
  expect(consentState([only], { ...at, agentIds: [8] })).toBe('other-agent')
  expect(consentState([only], { ...at, agentIds: [] })).toBe('other-agent')
  expect(consentState([only], { ...at, agentIds: [7, 7] })).toBe('valid')
  expect(consentState([only], { ...at, agentIds: [8, 7] })).toBe('other-agent')
  expect(consentState([only], { ...at, agentIds: [7, 8] })).toBe('other-agent')
  expect(otherPerson([only], { ...at, agentIds: [8] })).toBeNull()
  expect(consentState([signed], { ...at, agentIds: [] })).toBe('valid')
  expect(consentState([{ ...request, onlyAgentId: 7 }, signed], { ...at, agentIds: [8] })).toBe('valid')
  expect(consentState([{ ...request, onlyAgentId: 7 }], { ...at, agentIds: [8] })).toBe('none')
})

test('A-104 a consent counts for what it allows', () => {
  const search = { ...signed, scopes: ['search'] as const }
  expect(consentState([search], at)).toBe('valid')
  expect(consentState([search], { ...at, scope: 'search' })).toBe('valid')
  expect(consentState([search], { ...at, scope: 'apply' })).toBe('out-of-scope')
  expect(validConsent([search, signed], { ...at, scope: 'maintain' })).toBe(signed)
})

test('A-104 any consent that is in force can be revoked, also one that names another person', () => {
  const other = { ...signed, applicant: 'Uwe Case', onlyAgentId: 9 }
  expect(revocable([request, other, signed], at.today)).toBe(other)
  expect(revocable([request, { ...signed, endsOn: at.today }], at.today)).toBeUndefined()
  expect(revocable([{ ...signed, revokedDate: '2026-11-24T10:00:00.000Z' }], at.today)).toBeUndefined()
})

test('A-104 every state but valid has a sentence that says what to do', () => {
  const without = consentStates.filter((state) => state !== 'valid')
  expect(Object.keys(consentProblems).sort()).toEqual([...without].sort())
  for (const sentence of Object.values(consentProblems)) expect(sentence).toMatch(/^The .+\. (Request|Continue) .+\.$/)
})
