import { expect, test } from 'vitest'
import { splitName } from './split-name.ts'

test.each([
  ['BOYD, ANA Q', 'ANA Q', 'BOYD'],
  ['NÚÑEZ, JOSÉ', 'JOSÉ', 'NÚÑEZ'],
  ['Van der Berg, Piet', 'Piet', 'Van der Berg'],
  ['Boyd, Ana, Jr.', 'Ana', 'Boyd Jr.'],
  ['Ana Q Boyd', 'Ana Q', 'Boyd'],
  ['Rosa de la Cruz', 'Rosa', 'de la Cruz'],
  ['Cy Day III', 'Cy', 'Day III'],
  ['Cy Day, Jr', 'Cy', 'Day Jr'],
  ['  Li   Bo ', 'Li', 'Bo'],
])('UPLOAD-11 %s is a first and a last name', (text, first, last) => {
  expect(splitName(text)).toEqual({ first, last })
})

test.each(['Cher', 'Boyd,', ', Ana', ''])('UPLOAD-11 %j is not both', (text) => {
  expect(splitName(text)).toBeNull()
})
