import fc from 'fast-check'
import { expect, test } from 'vitest'
import { meetsPasswordRule, newPassword, passwordParts, passwordRuleMessage } from './password-rule.ts'

test('AUTH-33 a password of 12 to 20 characters is accepted, 11 and 21 are not', () => {
  expect(meetsPasswordRule('Abcdefghij-1')).toBe(true)
  expect(meetsPasswordRule('Abcdefghijklmnopqr-1')).toBe(true)
  expect(meetsPasswordRule('Abcdefghi-1')).toBe(false)
  expect(meetsPasswordRule('Abcdefghijklmnopqrs-1')).toBe(false)
  expect(meetsPasswordRule('Contraseña-20-señas')).toBe(true)
})

test('AUTH-34 a lowercase letter, an uppercase letter and a special character are each required; a digit is not', () => {
  expect(meetsPasswordRule('Abcdefghijk-')).toBe(true)
  expect(meetsPasswordRule('ABCDEFGHIJK-')).toBe(false)
  expect(meetsPasswordRule('abcdefghijk-')).toBe(false)
  expect(meetsPasswordRule('Abcdefghijk1')).toBe(false)
})

test('AUTH-34 a space is not a special character', () => {
  expect(meetsPasswordRule('Abcdef ghijk')).toBe(false)
})

test('AUTH-33 AUTH-34 every refusal has the same message', () => {
  for (const password of ['', 'Short-1', 'alllowercase-1', 'Nospecial1234'])
    expect(
      newPassword('default')
        .safeParse(password)
        .error?.issues.map(({ message }) => message),
    ).toEqual([passwordRuleMessage])
  expect(passwordRuleMessage).toBe('At least 1 lowercase, 1 Uppercase, and 1 special, min 12, max 20')
  expect(newPassword('default').parse('Coverdesk-Demo1')).toBe('Coverdesk-Demo1')
})

/** Kind of a character by Node's Unicode general categories, independent of the rule. */
const kindOf = (character: string) => {
  if (character.toLowerCase() !== character && character.toUpperCase() === character) return 'upper'
  if (character.toUpperCase() !== character && character.toLowerCase() === character) return 'lower'
  if (/[0-9]/.test(character)) return 'digit'
  return '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'.includes(character) ? 'special' : 'blank'
}
const typed = fc.string({
  unit: fc.oneof(
    { weight: 9, arbitrary: fc.string({ minLength: 1, maxLength: 1 }) },
    { weight: 1, arbitrary: fc.constantFrom('é', 'Ñ', 'ж', 'Ж', 'Ω', ' ', '\t') },
  ),
  minLength: 9,
  maxLength: 23,
})

test('P-01 AUTH-33 AUTH-34 agrees with an independent character-by-character implementation', () => {
  fc.assert(
    fc.property(typed, (password) => {
      const kinds = new Set<string>(Array.from(password, kindOf))
      const length = Array.from(password).length
      const oracle = length >= 12 && length <= 20 && ['upper', 'lower', 'special'].every((kind) => kinds.has(kind))
      expect(meetsPasswordRule(password)).toBe(oracle)
    }),
    { numRuns: 5_000 },
  )
})

test('P-01 the NIST rule accepts any 15 to 128 characters, counted as user-perceived characters', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 140 }),
      fc.constantFrom('a', 'A', '1', '-', 'é', '中', '🙂'),
      (length, unit) => {
        expect(meetsPasswordRule(unit.repeat(length), 'nist')).toBe(length >= 15 && length <= 128)
      },
    ),
  )
  expect(newPassword('nist').safeParse('short').error?.issues[0]?.message).toBe(
    'At least 15 and at most 128 characters',
  )
})

test('P-01 a lone surrogate is refused, because two such passwords would hash alike', () => {
  expect(meetsPasswordRule('Abcdefghij-1\ud83d')).toBe(false)
  expect(meetsPasswordRule('Abcdefghij-1🙂')).toBe(true)
})

test('AUTH-33 AUTH-34 each part of the rule has a description and whether it is met', () => {
  expect(passwordParts('abc')).toEqual([
    { what: '12 to 20 characters', isMet: false },
    { what: '1 lowercase letter', isMet: true },
    { what: '1 uppercase letter', isMet: false },
    { what: '1 special character', isMet: false },
  ])
  expect(passwordParts('ABCDEFGHIJK-').map(({ isMet }) => isMet)).toEqual([true, false, true, true])
  expect(passwordParts('a long enough text', 'nist')).toEqual([{ what: '15 to 128 characters', isMet: true }])
})
