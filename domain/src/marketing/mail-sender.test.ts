import { expect, test } from 'vitest'
import { mailSender } from './mail-sender.ts'

test('the sender of an email is its address, never what its display name says', () => {
  expect(mailSender('Ida@Mail.test')).toBe('ida@mail.test')
  expect(mailSender('Ida Case <ida@mail.test>')).toBe('ida@mail.test')
  expect(mailSender('"Case, Ida" <ida@mail.test> (at work)')).toBe('ida@mail.test')
  expect(mailSender('ida@mail.test <ida@mail.test>')).toBe('ida@mail.test')
  expect(mailSender('"ida@mail.test" <evil@x.example>')).toBe('evil@x.example')
  expect(mailSender('"ida@mail.test via List" <list@x.example>')).toBe('list@x.example')
  expect(mailSender('"a \\" <ida@mail.test>" <evil@x.example>')).toBe('evil@x.example')
})

test('a From without one address, or with several, names no sender', () => {
  for (const from of [
    '',
    'Ida',
    '<>',
    'evil@x.example, Ida <ida@mail.test>',
    'ida@mail.test <',
    '<a@b.test> <c@d.test>',
  ])
    expect(mailSender(from), from).toBe(null)
  expect(mailSender(`${'a'.repeat(250)}@b.test`)).toBe(null)
})
