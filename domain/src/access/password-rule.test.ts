import { expect, test } from 'vitest'
import { keepsPasswordRule, newPassword, passwordRuleMessage } from './password-rule.ts'

test('AUTH-33 a password of 12 to 20 characters is taken, 11 and 21 are not', () => {
  expect(keepsPasswordRule('Abcdefghij-1')).toBe(true)
  expect(keepsPasswordRule('Abcdefghijklmnopqr-1')).toBe(true)
  expect(keepsPasswordRule('Abcdefghi-1')).toBe(false)
  expect(keepsPasswordRule('Abcdefghijklmnopqrs-1')).toBe(false)
  expect(keepsPasswordRule('Contraseña-20-señas')).toBe(true)
})

test('AUTH-34 a lowercase letter, an uppercase letter and a special character are each required; a digit is not', () => {
  expect(keepsPasswordRule('Abcdefghijk-')).toBe(true)
  expect(keepsPasswordRule('ABCDEFGHIJK-')).toBe(false)
  expect(keepsPasswordRule('abcdefghijk-')).toBe(false)
  expect(keepsPasswordRule('Abcdefghijk1')).toBe(false)
})

test('AUTH-34 a blank is no special character', () => {
  expect(keepsPasswordRule('Abcdef ghijk')).toBe(false)
})

test('AUTH-33 AUTH-34 what is refused is refused with the one sentence', () => {
  for (const password of ['', 'Short-1', 'alllowercase-1', 'Nospecial1234'])
    expect(
      newPassword('default')
        .safeParse(password)
        .error?.issues.map(({ message }) => message),
    ).toEqual([passwordRuleMessage])
  expect(passwordRuleMessage).toBe('At least 1 lowercase, 1 Uppercase, and 1 special, min 12, max 20')
  expect(newPassword('default').parse('Coverdesk-Demo1')).toBe('Coverdesk-Demo1')
})
