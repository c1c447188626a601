import { expect, test } from 'vitest'
import { fieldWords } from './field-words.ts'

test.each([
  ['PolicyNumber', 'Policy number'],
  ['AgentNPN', 'Agent NPN'],
  ['MemberId', 'Member ID'],
  ['DOB', 'Date of birth'],
  ['ZipCode', 'ZIP code'],
  ['Amount', 'Amount'],
  ['exchangeAssignedId', 'Exchange assigned ID'],
])('the column %s reads %s', (name, words) => {
  expect(fieldWords(name)).toBe(words)
})
