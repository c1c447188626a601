import { expect, test } from 'vitest'
import { termsBlocks } from './terms-blocks.ts'

test('AUTH-03 headings, paragraphs and lists are read by line, and markup stays text', () => {
  const text = '# Your account\nOne line\nand the next.\n- first\n- second <b>x</b>\nAfter it.\n\n{agency} & co\n#none'
  expect(termsBlocks(text, 'Sun Agency')).toEqual([
    { kind: 'heading', text: 'Your account' },
    { kind: 'paragraph', text: 'One line and the next.' },
    { kind: 'list', items: ['first', 'second <b>x</b>'] },
    { kind: 'paragraph', text: 'After it.' },
    { kind: 'paragraph', text: 'Sun Agency & co #none' },
  ])
  expect(termsBlocks('', 'Sun Agency')).toEqual([])
})
