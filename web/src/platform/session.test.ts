import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  currentToken,
  endSession,
  expiryOf,
  followOtherTabs,
  onSessionEnd,
  type SessionEnd,
  startSession,
  storedApplication,
} from './session.ts'
import { noteActivity, watchSession } from './session-watch.ts'

const start = new Date('2026-11-20T12:00:00Z').getTime()
const tokenFor = (seconds: number) =>
  `h.${btoa(JSON.stringify({ exp: (start + seconds * 1000) / 1000, name: 'Ana' })).replaceAll('=', '')}.s`

let ends: SessionEnd[] = []
let stops: (() => void)[] = []
beforeEach(() => {
  vi.useFakeTimers({ now: start })
  localStorage.clear()
  ends = []
  stops = [onSessionEnd((reason) => ends.push(reason))]
})
afterEach(() => {
  for (const stop of stops) stop()
  endSession('logout')
  vi.useRealTimers()
})

/** As the shell watches, with an inactivity limit of 900 s. */
function watch() {
  const onActive = vi.fn()
  stops.push(watchSession({ inactivitySeconds: 900, onInactive: () => endSession('inactive'), onActive }))
  return onActive
}
const pass = (seconds: number) => vi.advanceTimersByTime(seconds * 1000)
const press = () => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }))

test('AUTH-16 a login keeps its token in localStorage, and the end of the session takes it away', () => {
  expect(currentToken()).toBeNull()
  startSession('t1')
  expect([currentToken(), localStorage.getItem('token')]).toEqual(['t1', 't1'])
  endSession('logout')
  expect([currentToken(), localStorage.getItem('token'), ends]).toEqual([null, null, ['logout']])
})

test('AUTH-18 a logout clears the stored application, an expiry leaves it', () => {
  storedApplication.set('ex-1')
  startSession('t1')
  endSession('expired')
  expect(storedApplication.get()).toBe('ex-1')
  startSession('t2')
  endSession('logout')
  expect(storedApplication.get()).toBeNull()
})

test('AUTH-17 the session ends by itself at the expiry time of its token, however busy somebody is', () => {
  startSession(tokenFor(1200))
  watch()
  for (let minute = 0; minute < 19; minute++) {
    pass(60)
    press()
  }
  pass(59)
  expect(ends).toEqual([])
  pass(1)
  expect(ends).toEqual(['expired'])
  expect(expiryOf('nonsense')).toBeNull()
})

test('AUTH-20 after 900 s without activity the session ends, and any activity restarts the time', () => {
  startSession(tokenFor(8 * 3600))
  watch()
  pass(899)
  expect(ends).toEqual([])
  press()
  pass(899)
  expect(ends).toEqual([])
  pass(1)
  expect(ends).toEqual(['inactive'])
})

test('AUTH-20 activity in another tab counts, and a computer that slept through the time is logged out when it wakes', () => {
  startSession(tokenFor(8 * 3600))
  watch()
  pass(800)
  noteActivity()
  pass(800)
  expect(ends).toEqual([])
  vi.setSystemTime(Date.now() + 3600_000)
  press()
  pass(1)
  expect(ends).toEqual(['inactive'])
})

test('AUTH-20 the server hears of a person who is active without calling it, and of nobody else', () => {
  startSession(tokenFor(8 * 3600))
  const onActive = watch()
  pass(400)
  expect(onActive).not.toHaveBeenCalled()
  press()
  pass(1)
  expect(onActive).toHaveBeenCalledOnce()
})

test('P-22 the end in another tab is the end here, and a login there opens the portal anew here', () => {
  const openPortal = vi.fn()
  stops.push(followOtherTabs(openPortal))
  startSession('t1')
  const tells = (newValue: string | null) =>
    window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue }))

  tells('t1')
  expect(openPortal).not.toHaveBeenCalled()
  tells('of somebody else')
  expect(openPortal).toHaveBeenCalledOnce()
  expect(currentToken()).toBe('t1')

  localStorage.setItem('sessionEnd', 'inactive')
  tells(null)
  expect([currentToken(), ends]).toEqual([null, ['inactive']])
})
