import { expect, test } from 'vitest'
import { membersInWords } from './members-in-words.ts'

test('says how many members no record names, or that applications name more than the carrier counts', () => {
  expect(membersInWords(3, 3)).toBeNull()
  expect(membersInWords(1, null)).toBeNull()
  expect(membersInWords(1, 3)).toBe('2 more are not named: the carrier’s files name only the subscriber.')
  expect(membersInWords(2, 3)).toBe('1 more is not named: the carrier’s files name only the subscriber.')
  expect(membersInWords(4, 3)).toBe('The carrier counts 3; the household’s applications name 4.')
})
