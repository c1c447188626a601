import { expect, test } from 'vitest'
import { waitingEdit } from './waiting-edit.ts'

const before = {
  email: 'pat@agency.test',
  phone: null,
  typeId: 1,
  language: 'en' as const,
  enable: true,
  org: null,
  roles: ['agent' as const],
  claims: ['view.Lead'],
  hasFullAgentAccess: false,
  applicationId: null,
}
const wanted = { ...before, id: 7, version: 1, claims: ['view.Lead', 'view.Policy'], phone: '5550100200' }

test('P-34 a waiting edit keeps what the user changed since, and changes only what it requests', () => {
  const now = { ...before, version: 4, email: 'new@agency.test', language: 'es' as const, applicationId: '4711' }
  expect(waitingEdit(wanted, before, now)).toEqual({
    ...wanted,
    version: 4,
    email: 'new@agency.test',
    language: 'es',
    applicationId: '4711',
  })
})

test('P-34 a waiting edit is outdated when rights, or a field that it changes, were changed since', () => {
  const since = [
    { roles: [] },
    { claims: ['view.Lead', 'view.PTO'] },
    { hasFullAgentAccess: true },
    { enable: false },
    { phone: '5550100999' },
  ]
  for (const change of since)
    expect(waitingEdit(wanted, before, { ...before, ...change, version: 2 }), JSON.stringify(change)).toBe(null)
})
