import { expect, test } from 'vitest'
import { type ConsentRecord, consentState, validConsent } from './consent-state.ts'

const at = { now: '2026-11-25T15:00:00.000Z', today: '2026-11-25' }
const request: ConsentRecord = {
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
  expect(consentState([revoked], at)).toBe('revoked')
  expect(consentState([earlier, revoked], at)).toBe('revoked')
  expect(consentState([later, revoked], at)).toBe('valid')
  expect(validConsent([later, revoked], at.today)).toBe(later)
  expect(consentState([{ ...later, endsOn: '2026-11-24' }, revoked], at)).toBe('ended')
  const twice = { ...signed, revokedDate: '2026-11-24T10:00:00.000Z' }
  expect(consentState([twice, later, revoked], at)).toBe('revoked')
  expect(consentState([revoked, later, twice], at)).toBe('revoked')
})
