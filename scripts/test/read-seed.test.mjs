import { expect, test } from 'vitest'
import { readSeed } from './read-seed.mjs'

test('a seed is taken out of the arguments, else from TEST_SEED', () => {
  expect(readSeed(['unit', '--seed', '7', 'policies'], {})).toEqual({ seed: '7', rest: ['unit', 'policies'] })
  expect(readSeed(['--seed=7'], { TEST_SEED: '8' })).toEqual({ seed: '7', rest: [] })
  expect(readSeed(['unit'], { TEST_SEED: '8' })).toEqual({ seed: '8', rest: ['unit'] })
})

test('without a seed each run gets another one', () => {
  const seeds = new Set(Array.from({ length: 20 }, () => readSeed([], {}).seed))
  expect(seeds.size).toBeGreaterThan(1)
  for (const seed of seeds) expect(seed).toMatch(/^\d+$/)
})

test('a seed that is no number is refused', () => {
  expect(() => readSeed(['--seed', 'policies'], {})).toThrow('not "policies"')
  expect(() => readSeed(['--seed'], {})).toThrow('The seed must be a whole number')
})
