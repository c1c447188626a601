import { expect, test } from 'vitest'
import { fontSources } from './subset-inter.mjs'

test("the font that every screen loads is cut from the package's present Inter; else run scripts/start/subset-inter.mjs", () => {
  const { now, cut } = fontSources()
  expect(cut).toBe(now)
})
