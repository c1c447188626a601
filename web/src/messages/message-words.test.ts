import { expect, test } from 'vitest'
import { textPieces } from './message-words.ts'

test('only the link of a text becomes a link', () => {
  expect(textPieces('Open:\n\nhttps://a.test/x\n\nBye', 'https://a.test/x')).toEqual([
    { text: 'Open:\n\n', isLink: false },
    { text: 'https://a.test/x', isLink: true },
    { text: '\n\nBye', isLink: false },
  ])
  expect(textPieces('No link', null)).toEqual([{ text: 'No link', isLink: false }])
})

test('P-38 only web addresses become links', () => {
  expect(textPieces('Open javascript:alert(1)', 'javascript:alert(1)')).toEqual([
    { text: 'Open javascript:alert(1)', isLink: false },
  ])
})
