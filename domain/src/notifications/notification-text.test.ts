import { expect, test } from 'vitest'
import { notificationText } from './notification-text.ts'

test('an amount at stake has its thousands separated, as in every list', () => {
  expect(notificationText('agent-change', { source: 'exchange', policies: 5, stake: '1162.00' }, null)).toBe(
    'The exchange shows another agent for 5 policies: $1,162.00 at stake this year',
  )
})

test('the notification of a reader of pay leaves out what is at stake for the agency', () => {
  expect(notificationText('agent-change', { source: 'exchange', policies: 1, stake: null }, null)).toBe(
    'The exchange shows another agent for a policy',
  )
})

test('the notification of a text says how many consents it revokes', () => {
  expect(notificationText('message', { channel: 'sms' }, 'Ida Case')).toBe('Ida Case sent a text message')
  expect(notificationText('message', { channel: 'sms', revoked: 1 }, null)).toBe(
    'A contact sent a text message that revokes a consent',
  )
  expect(notificationText('message', { channel: 'sms', revoked: 2 }, 'Ida Case')).toBe(
    'Ida Case sent a text message that revokes 2 consents',
  )
})
