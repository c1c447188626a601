import type { CurrentUser } from '@coverdesk/domain/access/rights.ts'
import { expect, test } from 'vitest'
import { isOwnApplication } from './is-own-application.ts'

const user = (roles: string[], claims: string[] = []): CurrentUser => ({
  id: 1,
  contactId: null,
  agentId: null,
  firstName: '',
  middleName: '',
  lastName: '',
  name: '',
  emailaddress: '',
  roles,
  claims,
  hasFullAgentAccess: false,
  applicationId: '2027',
  enrolling: false,
  emergencyUntil: null,
  ownOnly: [],
  seesPay: true,
})

test('ENROLL-11 clients attest to each of their applications, of this year and of the next; staff to none but their own', () => {
  for (const role of ['customer', 'consumer']) {
    expect(isOwnApplication(user([role]), '2027')).toBe(true)
    expect(isOwnApplication(user([role]), '2026')).toBe(true)
    expect(isOwnApplication(user([role, 'agent'], ['view.Application']), '2027')).toBe(true)
    expect(isOwnApplication(user([role, 'agent'], ['view.Application']), '2026')).toBe(false)
  }
  expect(isOwnApplication(user(['agent'], ['admin.Application']), '2027')).toBe(false)
})
