import { expect, test } from 'vitest'
import { specialtyInWords } from './specialty-in-words.ts'

test('the specialty of a doctor is in Spanish, its city stays, and one without a Spanish name stays as written', () => {
  expect(specialtyInWords('Cardiology, Miami', 'es')).toBe('Cardiología, Miami')
  expect(specialtyInWords('ENDOCRINOLOGY, DIABETES & METABOLISM, Hialeah', 'es')).toBe(
    'Endocrinología, diabetes y metabolismo, Hialeah',
  )
  expect(specialtyInWords('Hospital', 'es')).toBe('Hospital')
  expect(specialtyInWords('Nuclear Pharmacist, Miami', 'es')).toBe('Nuclear Pharmacist, Miami')
  expect(specialtyInWords('Cardiology, Miami', 'en')).toBe('Cardiology, Miami')
})
