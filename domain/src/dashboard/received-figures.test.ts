import { expect, test } from 'vitest'
import { receivedFigures } from './received-figures.ts'

const row = (carrierId: number, year: number, month: number, amount: string) => ({
  carrierId,
  carrierName: `Carrier ${carrierId}`,
  year,
  month,
  amount,
})

test('the year to date is compared with the same months of the year before, to the cent', () => {
  const received = receivedFigures(
    [
      row(1, 2026, 1, '10.10'),
      row(2, 2026, 2, '-0.20'),
      row(2, 2026, 1, '30.00'),
      row(1, 2025, 2, '5.05'),
      row(1, 2025, 3, '99.00'),
      row(3, 2025, 3, '7.00'),
      row(1, 2024, 1, '1000.00'),
    ],
    2026,
  )
  expect(received).toMatchObject({ lastMonth: 2, toDate: '39.90', before: '5.05' })
  expect(received.months.slice(0, 3)).toEqual([4010, -20, 0])
  expect(received.monthsBefore.slice(0, 3)).toEqual([0, 505, 10600])
  expect(received.carriers).toEqual([
    { id: 2, name: 'Carrier 2', toDate: '29.80', before: '0.00' },
    { id: 1, name: 'Carrier 1', toDate: '10.10', before: '5.05' },
  ])
})

test('a year without statements has no month to date', () => {
  expect(receivedFigures([row(1, 2025, 3, '9.00')], 2026)).toMatchObject({
    lastMonth: 0,
    toDate: '0.00',
    before: '0.00',
  })
})
