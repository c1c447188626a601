import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildCheckEvery, watchBuild } from './build-check.ts'

/** Mocks the server: the response to GET /portal, and the requests received. */
const portal = { page: pageOf('b1'), ok: true, asked: [] as [unknown, RequestInit | undefined][] }
let stop = () => {}

function pageOf(id: string): string {
  return `<!doctype html><head><meta name="build-id" content="${id}" /></head>`
}

beforeEach(() => {
  vi.useFakeTimers()
  document.head.innerHTML = '<meta name="build-id" content="b1">'
  Object.assign(portal, { page: pageOf('b1'), ok: true, asked: [] })
  vi.stubGlobal('fetch', async (address: unknown, init?: RequestInit) => {
    portal.asked.push([address, init])
    if (!portal.ok) throw new TypeError('Failed to fetch')
    return new Response(portal.page)
  })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('SHELL-47 SHELL-48 GET /portal is asked past the cache at start and every 600000 ms', async () => {
  stop = watchBuild(() => {})
  await pass(0)
  expect(portal.asked.map(([address, init]) => [address, init?.cache])).toEqual([['/portal', 'no-store']])
  expect(buildCheckEvery).toBe(600_000)
  await pass(599_999)
  expect(portal.asked).toHaveLength(1)
  await pass(1)
  expect(portal.asked).toHaveLength(2)
})

test('SHELL-49 a newer build prompts once for each id, the same build and a failure never', async () => {
  const prompt = vi.fn()
  stop = watchBuild(prompt)
  await pass(buildCheckEvery)
  expect(prompt).not.toHaveBeenCalled()

  portal.ok = false
  await pass(buildCheckEvery)
  portal.ok = true
  portal.page = '<html>A login page of some proxy</html>'
  await pass(buildCheckEvery)
  expect(prompt).not.toHaveBeenCalled()

  portal.page = pageOf('b2')
  await pass(3 * buildCheckEvery)
  expect(prompt).toHaveBeenCalledTimes(1)

  portal.page = pageOf('b3')
  await pass(buildCheckEvery)
  expect(prompt).toHaveBeenCalledTimes(2)
})
