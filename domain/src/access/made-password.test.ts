import { keepsPasswordRule } from '@coverdesk/domain/access/password-rule.ts'
import { expect, test } from 'vitest'
import { makePassword } from './made-password.ts'

test('USER-08 a password that is made keeps the rule, has no character that is taken for another, and is never the same', () => {
  const made = Array.from({ length: 500 }, makePassword)
  for (const password of made) {
    expect(keepsPasswordRule(password), password).toBe(true)
    expect(password).toMatch(/^[^lI1O0]{18}$/)
  }
  expect(new Set(made).size).toBe(500)
})
