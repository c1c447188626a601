import { meetsPasswordRule } from '@coverdesk/domain/access/passwords/password-rule.ts'
import { expect, test } from 'vitest'
import { makePassword } from './make-password.ts'

test('USER-08 a generated password satisfies the rule, has no ambiguous characters and is unique', () => {
  const made = Array.from({ length: 500 }, makePassword)
  for (const password of made) {
    expect(meetsPasswordRule(password), password).toBe(true)
    expect(password).toMatch(/^[^lI1O0]{18}$/)
  }
  expect(new Set(made).size).toBe(500)
})

test('USER-08 its characters are shuffled, and each is as likely as the others of its kind', () => {
  const made = Array.from({ length: 4_000 }, makePassword)
  const kinds = [/[a-z]/, /[A-Z]/, /[2-9]/, /[-+*=?!#%]/]
  // Without shuffling, a password starts with one character of each kind. By chance a kind is missing at a position
  // less than once in 10^100 runs.
  for (let place = 0; place < 18; place++)
    for (const kind of kinds)
      expect(
        made.some((password) => kind.test(password[place] ?? '')),
        `${kind} at ${place}`,
      ).toBe(true)
  const counts = new Map<string, number>()
  for (const character of made.join('')) counts.set(character, (counts.get(character) ?? 0) + 1)
  expect(counts.size).toBe(25 + 24 + 8 + 8)
  // 72,000 characters: about 1,020 of each letter, 1,360 of each digit and symbol; the tolerance is seven standard
  // deviations.
  for (const [character, count] of counts) {
    const likely = /[a-zA-Z]/.test(character) ? 1_023 : 1_360
    expect(Math.abs(count - likely), `${character} ${count}`).toBeLessThan(240)
  }
})
