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

test('USER-08 its characters stand in any order, and each is as likely as the others of its kind', () => {
  const made = Array.from({ length: 4_000 }, makePassword)
  const kinds = [/[a-z]/, /[A-Z]/, /[2-9]/, /[-+*=?!#%]/]
  // Where nothing is mixed, a password begins with one of each kind in turn. By chance a kind is missing at a place less than once in 10^100 runs.
  for (let place = 0; place < 18; place++)
    for (const kind of kinds)
      expect(
        made.some((password) => kind.test(password[place] ?? '')),
        `${kind} at ${place}`,
      ).toBe(true)
  const counts = new Map<string, number>()
  for (const character of made.join('')) counts.set(character, (counts.get(character) ?? 0) + 1)
  expect(counts.size).toBe(25 + 24 + 8 + 8)
  // 72,000 characters: some 1,020 of each letter, 1,360 of each digit and sign; seven times the deviation that chance has.
  for (const [character, count] of counts) {
    const likely = /[a-zA-Z]/.test(character) ? 1_023 : 1_360
    expect(Math.abs(count - likely), `${character} ${count}`).toBeLessThan(240)
  }
})
