import { meetsPasswordRule } from '@coverdesk/domain/access/passwords/password-rule.ts'
import { Failure } from '@coverdesk/domain/failure.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commonPasswordLines } from './common-passwords.ts'
import { refuseOwnWords, refusePassword } from './refuse-password.ts'

const policy = { passwordPolicy: 'default' } as const
const refusalOf = (refuse: () => void): string | null => {
  try {
    refuse()
    return null
  } catch (error) {
    return error instanceof Failure && error.code === 'password.refused' ? error.message : String(error)
  }
}
const refusal = (password: string) => refusalOf(() => refusePassword(policy, password))

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
const leet = (word: string) =>
  word.replace(/[aeost]/g, (letter) => ({ a: '@', e: '3', o: '0', s: '$', t: '7' })[letter] ?? letter)
/** Common ways to make a word meet the rule. */
const dressings: ((word: string) => string)[] = [
  (word) => `${capital(word)}1234!`,
  (word) => `${capital(word)}2024!`,
  (word) => `${capital(word)}!2025`,
  (word) => `${capital(word)}123456!`,
  (word) => `${capital(word)}!!!!!!`,
  (word) => `!!${capital(word)}2024`,
  (word) => `${word.toUpperCase()}1a!`.replace(/1a!$/, '1!'),
  (word) => `${capital(leet(word))}12345!`,
  (word) => `${capital(word)}-${capital(word)}1`,
]

test('P-02 more than 3,000 common passwords that meet the rule are rejected, each with its reason', () => {
  const fitting = new Set(
    commonPasswordLines()
      .filter((word) => /^[a-z]+$/.test(word))
      .flatMap((word) => dressings.map((dress) => dress(word)))
      .filter((password) => meetsPasswordRule(password)),
  )
  expect(fitting.size).toBeGreaterThan(3_000)
  const passed = [...fitting].filter((password) => !refusal(password)?.startsWith('This password is too common'))
  expect(passed).toEqual([])
})

test('P-02 accents, separators and keyboard rows do not hide a common word', () => {
  for (const password of [
    'Contraseña2024!',
    'P-a-s-s-w-o-r-d-1',
    'Qwertyuiop123!',
    '1qaz2wsx3EDC!',
    'Abcdefghijkl!',
    'Aaaaaaaaaaaa1!',
    'Pa$$w0rd-Pa$$w0rd',
  ])
    expect(refusal(password), password).toMatch(/^This password is too common/)
})

test('P-02 random passwords and passphrases of several words are accepted', () => {
  for (const password of ['Blue-Whale-Tuesday7', 'zK8#mqLw92!pXr', 'Long-Enough-Pass', 'Tr4in.to.Waukesha'])
    expect(refusal(password), password).toBe(null)
  const character = fc.constantFrom(...'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789#%&*=?')
  fc.assert(
    fc.property(fc.string({ unit: character, minLength: 14, maxLength: 16 }), (text) => {
      fc.pre(new Set(text).size > 8)
      expect(refusal(`q${text}X#`)).toBe(null)
    }),
    { numRuns: 2_000 },
  )
})

test('P-02 passwords with the user’s name, email address or agency are rejected in any spelling, and the reason names the word', () => {
  const words = ['maria.lopez@sunshineagency.com', 'María José']
  for (const [password, word] of [
    ['Maria-Rio-2291#', 'maria'],
    ['xX-M4r14-Rio-99', 'maria'],
    ['L0pez.Family.77', 'lopez'],
    ['Sunsh1neAgency#9', 'sunshineagency'],
    ['C0verdesk-Rio-81', 'coverdesk'],
  ] as const)
    expect(refusalOf(() => refuseOwnWords(password, words))).toBe(
      `This password is easy to guess: it contains '${word}'`,
    )
  expect(refusalOf(() => refuseOwnWords('Blue-Whale-Tuesday7', words))).toBe(null)
})
