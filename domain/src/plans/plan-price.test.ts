import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountOf, cents } from '../fields/amount.ts'
import { metalLevels } from './plan.ts'
import {
  creditablePremium,
  creditTaken,
  lowestCsr,
  maxOf,
  promoPremium,
  readCsr,
  showCsr,
  showPrice,
  showRating,
} from './plan-price.ts'

test.each([
  ['0', 'Free'],
  ['0.00', 'Free'],
  ['-0', 'Free'],
])('PLAN-09 a price of %s is %s', (price, shown) => expect(showPrice(price)).toBe(shown))

test.each([
  ['-1', 'Full price'],
  ['-0.5', 'Full price'],
  ['1', 'Full price'],
  ['1.00', 'Full price'],
])('PLAN-10 A-089 a price of %s is %s', (price, shown) => expect(showPrice(price)).toBe(shown))

test.each([
  ['0.2', '20%'],
  ['0.05', '5%'],
  ['0.45', '45%'],
  ['0.125', '12.5%'],
  ['0.999', '99.9%'],
  ['0.001', '0.1%'],
  ['0.1205', '12.05%'],
  ['0.12500', '12.5%'],
  [' 0.2 ', '20%'],
])('PLAN-11 a price of %s is %s', (price, shown) => expect(showPrice(price)).toBe(shown))

test.each([
  ['35', '$35.00'],
  ['1.01', '$1.01'],
  ['1.5', '$1.50'],
  ['2', '$2.00'],
  ['1250.5', '$1,250.50'],
  ['35.005', '$35.01'],
])('PLAN-12 a price of %s is %s', (price, shown) => expect(showPrice(price)).toBe(shown))

test('PLAN-12 a price that is not a number is empty', () => {
  for (const text of ['', 'Not Applicable', '1e3', '0.2.3', 'NaN']) expect(showPrice(text)).toBe('')
})

test('PLAN-09 PLAN-12 every price has a text, and whole numbers from 2 are dollars', () => {
  fc.assert(
    fc.property(fc.integer({ min: -99_999, max: 99_999_999 }), (thousandths) => {
      const price = `${thousandths < 0 ? '-' : ''}${(Math.abs(thousandths) / 1000).toFixed(3)}`
      expect(showPrice(price)).toMatch(/^(Free|Full price|\d+(\.\d)?%|\$[\d,]+\.\d\d)$/)
    }),
  )
})

test('PLAN-13 the promo premium is the premium minus the credit, never below 0', () => {
  expect(promoPremium({ premium: '612.84', metal_level: 'Silver' }, 59_444)).toBe('18.40')
  expect(promoPremium({ premium: '486.02', metal_level: 'Bronze' }, 59_444)).toBe('0.00')
  expect(promoPremium({ premium: null, metal_level: 'Gold' }, 100)).toBeNull()
  // A catastrophic plan takes no credit.
  expect(promoPremium({ premium: '300.00', metal_level: 'Catastrophic' }, 59_444)).toBe('300.00')
})

test('PLAN-13 more credit never raises a premium, and premiums are never negative', () => {
  const money = fc.integer({ min: 0, max: 1_000_000 })
  fc.assert(
    fc.property(money, money, money, fc.constantFrom(...metalLevels), (premium, credit, more, metal_level) => {
      const plan = { premium: amountOf(premium), metal_level }
      const [less, least] = [credit, credit + more].map((some) => cents(promoPremium(plan, some) ?? '') ?? -1)
      expect(least).toBeGreaterThanOrEqual(0)
      expect(least).toBeLessThanOrEqual(less ?? -1)
      expect(less).toBeLessThanOrEqual(premium)
    }),
  )
})

test('PLAN-13 a credit pays at most the least of premium, essential part and eligible part', () => {
  const plan = { premium: '500.00', ehb_premium: '480.00', aptc_eligible_premium: '450.00' }
  expect(creditablePremium(plan)).toBe(45_000)
  expect(creditablePremium({ ...plan, aptc_eligible_premium: null })).toBe(48_000)
  expect(creditablePremium({ premium: '500.00' })).toBe(50_000)
  expect(creditablePremium({ ...plan, premium: null })).toBe(0)
  expect(creditTaken({ ...plan, metal_level: 'Silver' }, 46_000)).toBe(45_000)
  expect(promoPremium({ ...plan, metal_level: 'Silver' }, 60_000)).toBe('50.00')
})

test('PLAN-14 the largest of several deductibles or out-of-pocket amounts is shown', () => {
  expect(maxOf([{ amount: '4700.00' }, { amount: '9400.00' }, { amount: '850.00' }])).toBe('9400.00')
  expect(maxOf([{ amount: '0.00' }])).toBe('0.00')
  expect(maxOf([])).toBeNull()
})

test("PLAN-17 a plan without quality rating shows 'No Rating'", () => {
  expect(showRating(null)).toBe('No Rating')
  expect(showRating({ global_rating: 4 })).toBe('4 of 5')
})

test('cost-sharing reductions are parsed from exchange texts, and a group gets the lowest of its members', () => {
  expect(readCsr('87% AV Level Silver Plan CSR')).toBe('CSR87')
  expect(readCsr('CSR94')).toBe('CSR94')
  expect(readCsr('Zero Cost Sharing Plan Variation')).toBe('ZeroCSR')
  expect(readCsr('Limited Cost Sharing Plan Variation')).toBe('LimitedCSR')
  for (const none of [null, undefined, '', 'Exchange variant (no CSR)', 'Unknown CSR']) expect(readCsr(none)).toBeNull()
  expect(readCsr('73% AV Level Silver Plan CSR')).toBe('CSR73')
  const byHelp = ['LimitedCSR', 'CSR73', 'CSR87', 'CSR94', 'ZeroCSR'] as const
  for (const [place, csr] of byHelp.entries())
    for (const more of byHelp.slice(place)) expect(lowestCsr([more, csr])).toBe(csr)
  expect(lowestCsr(['CSR94', null])).toBeNull()
  expect(lowestCsr([])).toBeNull()
  expect(byHelp.map(showCsr)).toEqual(['Limited cost sharing', 'CSR 73', 'CSR 87', 'CSR 94', 'Zero cost sharing'])
  expect(showCsr(null)).toBe('None')
})
