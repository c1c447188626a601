import { expect, test } from 'vitest'
import { mergeAnswers } from './merge-answers.ts'

const person = (id: string, firstName: string) => ({ id, firstName, sex: '' })
const about = { address: '', zipCode: '33165' }

test('two windows that filled in different fields lose neither', () => {
  expect(mergeAnswers(about, { ...about, address: '1 Palm Ave' }, { ...about, zipCode: '33897' })).toEqual({
    address: '1 Palm Ave',
    zipCode: '33897',
  })
})

test('a field that both changed keeps what was typed here', () => {
  expect(mergeAnswers(about, { ...about, zipCode: '33101' }, { ...about, zipCode: '33897' }).zipCode).toBe('33101')
})

test('people are matched by id: changes of two people, and one that was added there', () => {
  const before = { people: [person('1', 'Ida'), person('2', 'Leo')] }
  const typed = { people: [person('1', 'Ada'), person('2', 'Leo')] }
  const newer = { people: [person('1', 'Ida'), person('2', 'Theo'), person('3', 'Mia')] }
  expect(mergeAnswers(before, typed, newer).people.map(({ firstName }) => firstName)).toEqual(['Ada', 'Theo', 'Mia'])
})

test('a person who was removed is gone, unless the other window changed them', () => {
  const before = [person('1', 'Ida'), person('2', 'Leo'), person('3', 'Mia')]
  const typed = [person('1', 'Ida'), person('3', 'Mia')]
  const newer = [person('1', 'Ida'), person('2', 'Theo')]
  expect(mergeAnswers(before, typed, newer).map(({ firstName }) => firstName)).toEqual(['Ida', 'Theo'])
})
