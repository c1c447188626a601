import { describe, expect, test } from 'vitest'
import { commonWordIn, foldedForms, ownWordIn } from './guessable-password.ts'

const list = new Map(
  ['password', 'lily', 'summer', 'zoltan', 'biggest', 'face'].map((word) => [word, `the word ${word}`]),
)
const common = (password: string) => commonWordIn(password, list)

describe('P-02 common words are found', () => {
  test.each([
    ['as it is, in any case, with accents', ['password', 'PassWord', 'Pässwörd']],
    ['in digits and signs that look like letters', ['P4$$w0rd', 'Pa55w0rd', 'p@ssw0rd', '8igge57']],
    ['with separators in it', ['pass-word', 'p.a.s.s w_o_r_d']],
    [
      'behind and before digits, years and signs',
      ['password123456', '!!password2024', '2025-password-1999', '1!password!1'],
    ],
    ['said twice or more', ['PasswordPassword', 'password-password!']],
    ['where its last letters are signs', ['f@c3', 'F4(3']],
  ])('%s', (_how, passwords) => {
    expect(passwords.filter((password) => common(password) === null)).toEqual([])
  })

  test('each substituted character is read as its letter', () => {
    const readings = [
      '@a',
      '4a',
      '8b',
      '(c',
      '3e',
      '€e',
      '6g',
      '9g',
      '1i',
      '!i',
      '|i',
      '0o',
      '$s',
      '5s',
      '7t',
      '+t',
      '2z',
    ]
    for (const [sign = '', letter] of readings) expect(foldedForms(`x${sign}x`), sign).toContain(`x${letter}x`)
    for (const sign of '1!|') expect(foldedForms(`x${sign}x`), sign).toContain('xlx')
    expect(foldedForms('Ünï-Cød€ 5')).toContain('unicødes')
    expect(foldedForms('5pot')).toContain('pot')
    expect(foldedForms('abc')).toEqual(['abc'])
  })

  test('both l and i are tried where a character may be either', () => {
    expect([common('1i1y'), common('L!ly'), common('LiLy')]).toEqual([
      'the word lily',
      'the word lily',
      'the word lily',
    ])
  })

  test('the word is returned, so that the refusal can name it', () => {
    expect(common('Summer2024!')).toBe('the word summer')
  })
})

describe('P-02 patterns beyond any word list are found', () => {
  test('one, two or three repeated letters', () => {
    expect([common('abababababab'), common('xyzxyzxyzxyz'), common('aaaaaaaaaaaa')]).toEqual(['ab', 'xyz', 'a'])
    expect(common('abcdabcdabcd')).toBe(null)
    expect(common('abababababa')).toBe(null)
  })

  test('only digits and symbols that form years, sequences or repetitions', () => {
    expect(common('123456789012')).toBe('1234')
    expect(common('2024-2025-1999')).toBe('2024')
    expect(common('111111111111')).toBe('1111')
    expect(common('987654321000')).toBe('9876')
    expect(common('194726385061')).toBe(null)
    expect(common('1357913579')).toBe(null)
  })
})

describe('P-02 unguessable passwords are accepted', () => {
  test.each([
    [
      'after a word: six may be letters in disguise, six more are no pattern',
      'password482915730462',
      'password4829157304628',
    ],
    ['the same before it', '482915730462password', '4829157304628password'],
    ['and on both sides together', '482915730password462819375', '48291573062password46281937508'],
    ['a year counts as nothing', 'password4829152024730462', 'password48291520247304628'],
    ['a run counts as its first two', 'password4829151234567304', 'password4829151234567304628'],
    ['a repetition too', 'password4829151111117304', 'password4829151111117304628'],
  ])('%s', (_what, known, own) => {
    expect(common(known)).toBe('the word password')
    expect(common(own)).toBe(null)
  })

  test('words that are not in the list', () => {
    expect(['Blue-Whale-Tuesday', 'Tr4in.to.Waukesha', 'passwor', 'xpasswordx'].map(common)).toEqual([
      null,
      null,
      null,
      null,
    ])
  })

  test('at most six characters at an edge are tried as letters', () => {
    expect(common('zoltan')).toBe('the word zoltan')
    expect(common('201tan')).toBe('the word zoltan')
  })
})

describe('P-02 the user’s own words are found', () => {
  test.each([
    ['a name', 'Maria-Rio-2291', ['Maria'], 'maria'],
    ['however it is written', 'xX-M4r14-Rio', ['María'], 'maria'],
    ['in an address, before the sign', 'L0pez.Family', ['maria.lopez@mail.test'], 'lopez'],
    ['the whole of what stands there', 'marialopez77', ['maria.lopez@mail.test'], 'marialopez'],
    ['in an address, behind it', 'Sunsh1ne-77-Agency', ['m@sunshine.example.com'], 'sunshine'],
    ['with an l for a sign', 'De1gado-Rio', ['Delgado'], 'delgado'],
  ])('%s', (_what, password, words, found) => {
    expect(ownWordIn(password, words)).toBe(found)
  })

  test('ignores three-letter words, top-level domains and absent words', () => {
    expect(ownWordIn('Ana-Rio-Family', ['Ana', 'Bo'])).toBe(null)
    expect(ownWordIn('Info-at-Rio-77', ['maria@agency.info'])).toBe(null)
    expect(ownWordIn('Blue-Whale', ['Maria', 'maria@agency.test'])).toBe(null)
    expect(ownWordIn('Rose-Rio', ['Rose'])).toBe('rose')
    expect(ownWordIn('Anything', [])).toBe(null)
  })
})
