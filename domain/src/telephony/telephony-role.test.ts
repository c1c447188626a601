import { expect, test } from 'vitest'
import { telephonyRole } from './telephony-role.ts'

test('TEL-03 with the claim telephonyadmin the telephony user is a super role, otherwise agent', () => {
  expect(telephonyRole(['view.PTO', 'TelephonyAdmin'])).toBe('super')
  expect(telephonyRole(['telephonyadmin', 'TelephonyAgent'])).toBe('super')
  expect(telephonyRole(['TelephonyAgent', 'admin.PTO'])).toBe('agent')
  expect(telephonyRole([])).toBe('agent')
})
