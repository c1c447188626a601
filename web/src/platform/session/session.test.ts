import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { deleteDraft, findDraft, saveDraft, watchDrafts } from './draft.ts'
import {
  currentToken,
  endRevokedSession,
  endSession,
  expiryOf,
  followOtherTabs,
  onSessionEnd,
  type SessionEnd,
  startSession,
  storedApplication,
} from './session.ts'
import { recordActivity, watchSession } from './session-watch.ts'

const start = new Date('2026-11-20T12:00:00Z').getTime()
const tokenFor = (seconds: number, sub = '1') =>
  `h.${btoa(JSON.stringify({ exp: (start + seconds * 1000) / 1000, name: 'Ana', sub })).replaceAll('=', '')}.s`

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

/** Watches as the frame does, with an inactivity limit of 900 s. */
function watch(inactivitySeconds = 900) {
  const heard = { onActive: vi.fn(), onIdle: vi.fn(), onExpiring: vi.fn() }
  stops.push(watchSession({ inactivitySeconds, onInactive: () => endSession('inactive'), ...heard }))
  return heard
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

test('P-21 P-22 the end that the server tells of is only that of the session it names, and a newer one of another tab stays', () => {
  startSession('t1')
  endRevokedSession('t0', 'expired')
  expect([currentToken(), ends]).toEqual(['t1', []])
  const reload = vi.fn()
  stops.push(followOtherTabs({ signedIn: vi.fn(), reload }))
  localStorage.setItem('token', 't2')
  endRevokedSession('t1', 'logout')
  expect([localStorage.getItem('token'), ends, reload.mock.calls.length]).toEqual(['t2', [], 1])
  startSession('t3')
  endRevokedSession('t3', 'logout')
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

test('AUTH-17 the session ends at the expiry time of its token, even if the user is active', () => {
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

test.each([
  ['a day ahead of', -86_400],
  ['a day behind', 86_400],
])('P-82 a browser whose clock is %s the server’s stays signed in for as long as the token lasts', (_, server) => {
  const now = Date.now() / 1000 + server
  startSession(`h.${btoa(JSON.stringify({ iat: now, exp: now + 60 })).replaceAll('=', '')}.s`)
  watch()
  pass(59)
  expect(ends).toEqual([])
  pass(1)
  expect(ends).toEqual(['expired'])
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
  recordActivity()
  pass(800)
  expect(ends).toEqual([])
  vi.setSystemTime(Date.now() + 3600_000)
  press()
  pass(1)
  expect(ends).toEqual(['inactive'])
})

test('AUTH-20 the server is notified of a user who is active without calling it, and only then', () => {
  startSession(tokenFor(8 * 3600))
  const { onActive } = watch()
  pass(400)
  expect(onActive).not.toHaveBeenCalled()
  press()
  pass(1)
  expect(onActive).toHaveBeenCalledOnce()
})

test('AUTH-20 the last minute is counted down, until the user is active in this or another tab', () => {
  startSession(tokenFor(8 * 3600))
  const { onIdle } = watch()
  pass(839)
  expect(onIdle.mock.calls.flat().filter((left) => left !== null)).toEqual([])
  pass(2)
  expect(onIdle.mock.calls.slice(-2)).toEqual([[60], [59]])
  press()
  expect(onIdle).toHaveBeenLastCalledWith(null)
  pass(850)
  expect(onIdle).toHaveBeenLastCalledWith(50)
  recordActivity()
  window.dispatchEvent(new StorageEvent('storage', { key: 'lastActivity' }))
  expect(onIdle).toHaveBeenLastCalledWith(null)
  expect(ends).toEqual([])
})

test('AUTH-17 the end of the token is announced once, five minutes before', () => {
  const token = tokenFor(1000)
  startSession(token)
  const { onExpiring } = watch(3600)
  pass(699)
  expect(onExpiring).not.toHaveBeenCalled()
  pass(60)
  expect(onExpiring.mock.calls).toEqual([[expiryOf(token)]])
})

describe('P-22 tabs of one browser', () => {
  const heard = { signedIn: vi.fn(), reload: vi.fn() }
  /** Dispatches the storage event of another tab. */
  const tell = (token: string | null) => {
    if (token === null) localStorage.removeItem('token')
    else localStorage.setItem('token', token)
    window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: token }))
  }
  beforeEach(() => {
    for (const listener of Object.values(heard)) listener.mockClear()
    stops.push(followOtherTabs(heard))
  })

  test('the end in another tab is the end here, for the same reason', () => {
    startSession(tokenFor(100))
    localStorage.setItem('sessionEnd', 'inactive')
    tell(null)
    expect([currentToken(), ends]).toEqual([null, ['inactive']])
  })

  test('a tab without a session adopts the login of another tab', () => {
    const token = tokenFor(100)
    tell(token)
    expect([currentToken(), heard.signedIn.mock.calls.length]).toEqual([token, 1])
  })

  test('a newer session of the same person is taken over in silence, so that an open form stays', () => {
    startSession(tokenFor(100))
    const newer = tokenFor(200)
    tell(newer)
    expect([currentToken(), heard.signedIn.mock.calls, heard.reload.mock.calls]).toEqual([newer, [], []])
  })

  test('a refusal of the older token, heard after another tab stored a newer one, ends nothing', () => {
    startSession(tokenFor(100))
    const newer = tokenFor(200)
    localStorage.setItem('token', newer)
    endSession('expired')
    expect([currentToken(), localStorage.getItem('token'), ends]).toEqual([newer, newer, []])
  })

  test("another user's session makes this tab discard its own before it reloads", () => {
    startSession(tokenFor(100, '1'))
    tell(tokenFor(100, '2'))
    expect([currentToken(), heard.reload.mock.calls.length, ends]).toEqual([null, 1, []])
    startSession('does not tell whose it is')
    tell('neither does this')
    expect([currentToken(), heard.reload.mock.calls.length]).toEqual([null, 2])
  })

  test('P-23 a page that comes back from the browser’s memory asks again whether the session goes on', () => {
    startSession(tokenFor(100))
    localStorage.removeItem('token')
    window.dispatchEvent(new Event('pageshow'))
    expect(ends).toEqual(['logout'])
  })
})

describe('P-85 what was typed and not sent', () => {
  const heard: string[] = []
  watchDrafts((title) => heard.push(title))
  const typed = { name: 'Ana Beltrán', email: '', pass: 'secret', pass_confirm: 'secret' }
  beforeEach(() => {
    heard.length = 0
    startSession(tokenFor(8 * 3600))
    saveDraft('user:new', 'Register user', typed, { name: '', email: '', pass: '', pass_confirm: '' })
    endSession('expired')
  })
  afterEach(() => deleteDraft('user:new'))

  test('comes back to the same person, without passwords and nowhere in storage', () => {
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('Beltrán')
    expect(findDraft('user:new')).toBeUndefined()
    startSession(tokenFor(8 * 3600))
    expect([heard, findDraft('user:new')?.values]).toEqual([['Register user'], { name: 'Ana Beltrán' }])
  })

  test('is gone once another person signed in, also for the first one', () => {
    startSession(tokenFor(8 * 3600, '2'))
    expect([heard, findDraft('user:new')]).toEqual([[], undefined])
    endSession('logout')
    startSession(tokenFor(8 * 3600))
    expect([heard, findDraft('user:new')]).toEqual([[], undefined])
  })

  test('is gone after eight hours', () => {
    pass(8 * 3600)
    startSession(tokenFor(16 * 3600))
    expect([heard, findDraft('user:new')]).toEqual([[], undefined])
  })
})
