import { expect, test } from 'vitest'
import { readBirthDateSearch } from './birth-date-search.ts'

const read = (text: string) => readBirthDateSearch(text, '2026-11-30')

test('a birth date is read with any separator, a short year, a word before it, and beside a name', () => {
  for (const text of ['3/14/1962', '03-14-1962', '3.14.62', '1962-03-14', 'born 3/14/1962', 'DOB: 3/14/62'])
    expect(read(text), text).toEqual({ date: '1962-03-14', name: '' })
  for (const text of ['Ruiz 3/14/1962', '3/14/1962 Ruiz', 'Ruiz, born 3/14/62'])
    expect(read(text), text).toEqual({ date: '1962-03-14', name: 'Ruiz' })
  expect(read('de la Cruz, Ana 3/14/1962')?.name).toBe('de la Cruz, Ana')
})

test('a phone, a policy number, an impossible day and a day of the future are no birth date', () => {
  for (const text of [
    '407-555-0188',
    '12-34-5678',
    '2/30/1962',
    '12/1/2026',
    'A3/14/1962',
    '3/14',
    '3/14-1962',
    'Osborn',
  ])
    expect(read(text), text).toBeNull()
})
