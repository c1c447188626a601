import { expect, test } from 'vitest'
import { fileHabits } from './file-habits.ts'

test.each([
  ['a day above 12 first', [['01/02/2026'], ['25/12/1970']], { order: 'DMY', decimalComma: false }],
  ['a day above 12 second', [['12/25/1970', '1,204.50']], { order: 'MDY', decimalComma: false }],
  ['nothing', [['01/02/2026', '1,204', '7']], { order: 'MDY', decimalComma: false }],
  ['both orders', [['25/12/1970'], ['12/25/1970']], { order: 'MDY', decimalComma: false }],
  ['commas before two digits', [['1.204,50'], ['(98,5)']], { order: 'MDY', decimalComma: true }],
  ['thousands and one other comma', [['1,250', '12,5']], { order: 'MDY', decimalComma: false }],
  ['a group number', [['45-10-2026', '02/01/2026']], { order: 'MDY', decimalComma: false }],
  [
    'group numbers among which one looks like a day',
    [
      ['25-10-2026', '02/01/2026'],
      ['G-7', '02/01/2026'],
    ],
    { order: 'MDY', decimalComma: false },
  ],
  ['commas beside a currency and a mark', [['USD 98,50'], ['12,30 CR']], { order: 'MDY', decimalComma: true }],
  ['commas and points', [['98,50'], ['98.50']], { order: 'MDY', decimalComma: false }],
] as const)('UPLOAD-11 a file that shows %s is read by what it shows', (_, samples, habits) => {
  expect(fileHabits(samples, 'MDY')).toEqual(habits)
})
