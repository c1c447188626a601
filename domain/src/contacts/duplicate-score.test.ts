import fc from 'fast-check'
import { expect, test } from 'vitest'
import { duplicateScore } from './duplicate-score.ts'

const alone = { sameDob: null, sameEmail: false, samePhone: false }

test('the reason lists the evidence', () => {
  expect(duplicateScore({ ...alone, alike: 86, sameDob: true })).toEqual({
    score: 73,
    reason: 'same date of birth, names 86 % alike',
  })
  expect(duplicateScore({ alike: 100, sameDob: true, sameEmail: true, samePhone: true })).toEqual({
    score: 100,
    reason: 'same date of birth, same email, same phone, same name',
  })
  expect(duplicateScore({ ...alone, alike: 90, sameDob: false, sameEmail: true })?.reason).toBe(
    'same email, names 90 % alike, different dates of birth',
  )
})

test('a name, birthday or shared phone alone is not enough', () => {
  expect(duplicateScore({ ...alone, alike: 100 })).toBeNull()
  expect(duplicateScore({ ...alone, alike: 49, sameDob: true })).toBeNull()
  expect(duplicateScore({ ...alone, alike: 59, samePhone: true })).toBeNull()
  expect(duplicateScore({ ...alone, alike: 39, sameEmail: true })).toBeNull()
  expect(duplicateScore({ alike: 79, sameDob: false, sameEmail: true, samePhone: true })).toBeNull()
})

test('more evidence never lowers the score', () => {
  const comparison = fc.record({
    alike: fc.integer({ min: 0, max: 100 }),
    sameDob: fc.constantFrom(true, false, null),
    sameEmail: fc.boolean(),
    samePhone: fc.boolean(),
  })
  const score = (of: Parameters<typeof duplicateScore>[0]) => duplicateScore(of)?.score ?? 0
  fc.assert(
    fc.property(comparison, (of) => {
      for (const more of [{ sameEmail: true }, { samePhone: true }, { sameDob: true }, { alike: 100 }])
        expect(score({ ...of, ...more })).toBeGreaterThanOrEqual(score(of))
      expect(score(of)).toBeLessThanOrEqual(100)
    }),
  )
})
