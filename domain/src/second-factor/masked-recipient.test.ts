import { expect, test } from 'vitest'
import { maskedRecipient } from './masked-recipient.ts'

test('the recipient of a code shows the first letter and the mail host, or the last four digits', () => {
  expect(maskedRecipient('email', 'maria.lopez@agency.test')).toBe('m•••@agency.test')
  expect(maskedRecipient('email', 'm@agency.test')).toBe('m•••@agency.test')
  expect(maskedRecipient('email', '"a@b"@agency.test')).toBe('"•••@agency.test')
  expect(maskedRecipient('sms', '5550100199')).toBe('(•••) •••-0199')
})
