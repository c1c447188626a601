import { expect, test } from 'vitest'
import { titleOfOtherMonth } from './title-month.ts'

const october = { month: 10, year: 2026 }

test.each([
  ['Commission statement – September 2026'],
  ['Statement Period: 09/2026'],
  ['Estado de comisiones, septiembre de 2026'],
  ['Statement Date: 09/30/2026'],
  ['Run Date: September 30, 2026'],
  ['Period 2025-10'],
])('UPLOAD-15 %s is a title of another month than October 2026', (title) => {
  expect(titleOfOtherMonth(['Sunrise Regional Health Plan', title], october)).toBe(title)
})

test.each([
  ['Commission statement – October 2026'],
  ['Statement Date: 11/05/2026'],
  ['Broker Book of Business as of 11/02/2026, Agency 4471'],
  ['Period 10/01/2026 - 10/31/2026'],
  ['Statement Date: September 30, 2026, for October 2026'],
  ['Agency 2026 4471'],
  ['Bright Smiles Dental'],
])('UPLOAD-15 %s may be of October 2026', (title) => {
  expect(titleOfOtherMonth([title], october)).toBeUndefined()
})
