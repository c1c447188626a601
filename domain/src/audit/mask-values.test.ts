import { expect, test } from 'vitest'
import { masked, maskedChange } from './mask-values.ts'

test.each([
  ['Password', 'Correct-Horse1', '••••'],
  ['Security code', '123', '••••'],
  ['cvv', '9876', '••••'],
  ['Card number', '4111 1111 1111 1111', '••••1111'],
  ['Card number', '••••1111', '••••1111'],
  ['SSN', '900123456', '••••3456'],
  ['Routing number', '021000021', '••••0021'],
  ['Comment', 'Card 4111-1111-1111-1111, call back', 'Card ****1111, call back'],
  ['Comment', 'SSN 900.12.3456', 'SSN ***-**-3456'],
  ['Comment', 'SSN is 900-12-3456', 'SSN is ***-**-3456'],
])('LOG-06 A-109 %s %s is shown as %s', (field, value, shown) => {
  expect(masked(field, value)).toBe(shown)
})

test.each([
  ['Phone', '3055550123'],
  ['Zip code', '33101-1234'],
  ['Policy number', 'U1234567890'],
  ['Start date', '2026-01-31'],
  ['Card type', 'Visa'],
  ['Status', null],
  ['Status', ''],
])('LOG-06 A-109 %s %s stays', (field, value) => {
  expect(masked(field, value)).toBe(value)
})

test('LOG-06 A-109 old and new values are masked, other members of a change stay', () => {
  expect(maskedChange({ record: '7', field: 'Password', old: 'a', new: null })).toEqual({
    record: '7',
    field: 'Password',
    old: '••••',
    new: null,
  })
})
