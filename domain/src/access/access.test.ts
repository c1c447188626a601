import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mayPass } from './claim-expression.ts'
import { claimAreas } from './rights.ts'

const withoutRights = { roles: [], claims: [] }
const name: fc.Arbitrary<string> = fc.constantFrom(
  'agent',
  'administrator',
  'view.Lead',
  'admin.Lead',
  'view.Policy',
  'TelephonyAgent',
  'x',
)

describe('claim expressions', () => {
  test('ACCESS-02 view.X is granted by view.X and admin.X, admin.X only by admin.X', () => {
    expect(mayPass('view.Lead', { roles: [], claims: ['view.Lead'] })).toBe(true)
    expect(mayPass('view.Lead', { roles: [], claims: ['admin.Lead'] })).toBe(true)
    expect(mayPass('admin.Lead', { roles: [], claims: ['view.Lead'] })).toBe(false)
  })

  test('ACCESS-35 each claim area of the specification can be held as view and as admin', () => {
    const named =
      'Lead Policy Application PTO Statement AgentPayment CommissionTracking OfflineApp AgentRate Log AuditLog UploadFile Report marketing marketplace EDE'
    for (const area of named.split(' ')) {
      expect(claimAreas).toContain(area)
      expect(mayPass(`view.${area}|admin.${area}`, { roles: [], claims: [`view.${area}`] })).toBe(true)
      expect(mayPass(`view.${area}`, { roles: [], claims: [`admin.${area}`] })).toBe(true)
      expect(mayPass(`admin.${area}`, { roles: [], claims: [`view.${area}`] })).toBe(false)
    }
  })

  test('ACCESS-03 names are case-insensitive', () => {
    expect(mayPass('agent view.Lead|admin.Lead', { roles: ['AGENT'], claims: ['VIEW.lead'] })).toBe(true)
  })

  test('P-35 an empty or unknown expression grants nothing', () => {
    const all = { roles: ['agent'], claims: ['view.Lead'] }
    for (const expression of ['', '   ', '|', 'agent |', 'nobody', 'view.', 'agent view.Nothing'])
      expect(mayPass(expression, all), `'${expression}'`).toBe(false)
  })

  test('ACCESS-04 P-35 a space is AND and a pipe is OR, as in a truth table', () => {
    fc.assert(
      fc.property(fc.array(fc.array(name, { minLength: 1 }), { minLength: 1 }), fc.array(name), (terms, claims) => {
        const opened = (wanted: string) =>
          claims.includes(wanted) || (wanted.startsWith('view.') && claims.includes(wanted.replace('view.', 'admin.')))
        const oracle = terms.every((alternatives) => alternatives.some(opened))
        expect(mayPass(terms.map((term) => term.join('|')).join(' '), { roles: [], claims })).toBe(oracle)
        expect(mayPass(terms.map((term) => term.join('|')).join(' '), withoutRights)).toBe(false)
      }),
    )
  })
})
