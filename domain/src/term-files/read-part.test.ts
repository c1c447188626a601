import { expect, test } from 'vitest'
import { readFilePart, readFilePercent } from './read-part.ts'

const percent = (figure: string) => ({ value: { basis: 'percent', percent: figure, amount: null } })
const dollars = (amount: string) => ({ value: { basis: 'perMember', percent: null, amount } })

test.each([
  ['70', '', percent('70')],
  ['70%', '', percent('70')],
  ['33.3333 %', '', percent('33.3333')],
  ['0.5 %', '', percent('0.5')],
  ['1', '', percent('1')],
  ['0', '', percent('0')],
  ['$12.00 per member', '', dollars('12.00')],
  ['12 PMPM', '', dollars('12.00')],
  ['$1,012.5', '', dollars('1012.50')],
  ['12', 'perMember', dollars('12.00')],
  ['USD 12.00', '', dollars('12.00')],
  ['12 %', 'perMember', percent('12')],
])('A part “%s” with the basis “%s” is read as the form would send it', (text, basis, part) => {
  expect(readFilePart(text, basis)).toEqual(part)
})

test.each(['0.7', '.07', 'half', '', '70 % of it', '$x'])('A part “%s” is refused with a sentence', (text) => {
  expect(readFilePart(text, '')).toHaveProperty('problem')
})

test('A bare fraction names both meanings without noise of binary fractions', () => {
  expect(readFilePercent('0.07')).toEqual({
    problem: 'Write 7 % if that is meant, or 0.07 % for less than one percent',
  })
})
