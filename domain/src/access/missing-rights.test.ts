import { expect, test } from 'vitest'
import { missingRights } from './missing-rights.ts'

test('says what keeps a user from any work, and nothing of users who can work', () => {
  const of = (roles: string[], claims: string[] = []) => missingRights({ roles, claims })
  expect(of([])).toBe('role')
  expect(of([], ['view.Policy'])).toBe('role')
  expect(of(['administrator', 'securityadmin'])).toBe('agent')
  expect(of(['agent'])).toBe('claims')
  expect(of(['agent'], ['view.Policy'])).toBe(null)
  for (const other of ['administrator', 'securityadmin', 'customer']) expect(of(['agent', other]), other).toBe(null)
  expect(of(['consumer'])).toBe(null)
  expect(of(['customer'])).toBe(null)
})
