import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { curveThrough, ringSlice, scaleFor } from './chart-scale.ts'

describe('the scale of a chart', () => {
  test('has four round steps that hold the largest value', () => {
    expect(scaleFor(236).ticks).toEqual([0, 60, 120, 180, 240])
    expect(scaleFor(79).ticks).toEqual([0, 20, 40, 60, 80])
    expect(scaleFor(0).ticks).toEqual([0, 1, 2, 3, 4])
    expect(scaleFor(5).ticks).toEqual([0, 2, 4, 6, 8])
    expect(scaleFor(41_980).ticks).toEqual([0, 15_000, 30_000, 45_000, 60_000])
  })

  test('is in whole numbers and at most three times as high as what it holds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 5_000_000 }), (largest) => {
        const { top, ticks } = scaleFor(largest)
        expect(top).toBeGreaterThanOrEqual(largest)
        expect(top).toBeLessThan(largest * 3)
        for (const tick of ticks) expect(Number.isInteger(tick)).toBe(true)
      }),
    )
  })
})

test('a curve stays between its neighbouring points', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 2, maxLength: 12 }), (values) => {
      const numbers = curveThrough(values.map((y, index) => ({ x: index * 100, y })))
        .slice(1)
        .split('C')
        .map((part) => part.split(' ').map((point) => Number(point.split(',')[1])))
      numbers.slice(1).forEach((controls, index) => {
        const [from, to] = [values[index] ?? 0, values[index + 1] ?? 0]
        for (const y of controls) {
          expect(y).toBeGreaterThanOrEqual(Math.min(from, to) - 0.01)
          expect(y).toBeLessThanOrEqual(Math.max(from, to) + 0.01)
        }
      })
    }),
  )
})

test('a slice of a ring begins at the top and ends where its share ends', () => {
  const ring = { outer: 98, inner: 68 }
  expect(ringSlice(0, 0.25, ring)).toBe('M0,-98A98,98 0 0 1 98,0L68,0A68,68 0 0 0 0,-68Z')
  expect(ringSlice(0.25, 1, ring)).toContain('A98,98 0 1 1 0,-98')
  // A full ring needs two distinct ends; otherwise only its hole would be filled.
  const [begin, end] = ringSlice(0, 1, ring).match(/-?[\d.]+,-98/g) ?? []
  expect(begin).not.toBe(end)
})
