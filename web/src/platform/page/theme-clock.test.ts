import { afterEach, expect, test, vi } from 'vitest'
import page from '../../../index.html?raw'
import { chooseScheme, chosenScheme, schemeAt } from './theme-clock.ts'

const at = (hour: number, minute = 0) => new Date(2026, 10, 20, hour, minute)

afterEach(() => {
  chooseScheme(null)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('SHELL-45 the theme is light from 8:00 to 17:59 and dark from 18:00 to 7:59', () => {
  expect([at(7, 59), at(8), at(12), at(17, 59), at(18), at(0)].map((time) => schemeAt(time, false))).toEqual([
    'dark',
    'light',
    'light',
    'light',
    'dark',
    'dark',
  ])
})

test('SHELL-46 a system preference for dark is dark at any hour', () => {
  for (let hour = 0; hour < 24; hour++) expect(schemeAt(at(hour), true)).toBe('dark')
})

test('SHELL-45 SHELL-46 the page has the same scheme before its script is loaded', () => {
  const script = new DOMParser().parseFromString(page, 'text/html').getElementById('first-scheme')?.textContent
  for (const dark of [true, false])
    for (let hour = 0; hour < 24; hour++) {
      vi.useFakeTimers({ now: at(hour) })
      vi.stubGlobal('matchMedia', () => ({ matches: dark }))
      new Function(script ?? '')()
      expect(document.documentElement.dataset.mantineColorScheme, `${hour}:00`).toBe(schemeAt(at(hour), dark))
    }
})

test('a chosen scheme wins over the clock, before the script is loaded as well, until the choice is cleared', () => {
  const script = new DOMParser().parseFromString(page, 'text/html').getElementById('first-scheme')?.textContent
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  for (const chosen of ['dark', 'light'] as const)
    for (const hour of [12, 23]) {
      vi.useFakeTimers({ now: at(hour) })
      chooseScheme(chosen)
      expect(chosenScheme()).toBe(chosen)
      new Function(script ?? '')()
      expect(document.documentElement.dataset.mantineColorScheme, `${chosen} at ${hour}:00`).toBe(chosen)
    }
  chooseScheme(null)
  expect(chosenScheme()).toBeNull()
})
