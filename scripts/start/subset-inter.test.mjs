import { expect, test } from 'vitest'
import { fontSources } from './subset-inter.mjs'

test('the font of the screens is a subset of the installed Inter; if not, run scripts/start/subset-inter.mjs', () => {
  const { now, cut } = fontSources()
  expect(cut).toBe(now)
})
