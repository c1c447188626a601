import { expect, test } from 'vitest'
import { benefitLimit } from './benefit-words.ts'

test('the limit of a benefit is in Spanish, with one and with several', () => {
  expect(benefitLimit('1 Exam(s) per Year', 'es')).toBe('1 examen por año')
  expect(benefitLimit('35 Visit(s) per Year', 'es')).toBe('35 consultas por año')
  expect(benefitLimit('35 Visit(s) per Year', 'en')).toBe('35 Visit(s) per Year')
  expect(benefitLimit('As the plan says', 'es')).toBe('As the plan says')
})
