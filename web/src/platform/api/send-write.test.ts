import { access } from '@coverdesk/domain/access/access-contract.ts'
import { notes } from '@coverdesk/domain/notes/note-contract.ts'
import { notifications } from '@coverdesk/domain/notifications/notification-contract.ts'
import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { pto } from '@coverdesk/domain/pto/pto-contract.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endSession, startSession } from '../session/session.ts'
import { call } from './call.ts'
import { sendForm } from './send-file.ts'

const entriesKept = "Couldn't reach Coverdesk. Your entries are still here. Check the connection and try again."
const days = { startDate: '2030-01-07', endDate: '2030-01-08' }
const broken = () => {
  throw new TypeError('Failed to fetch')
}
const answered = () => Response.json({ ok: true })
const refusal = (status: number, body: object, headers?: HeadersInit) => () =>
  Response.json(body, { status, ...(headers ? { headers } : {}) })
const busy = (seconds: number) =>
  refusal(503, { code: 'server.busy', message: 'The server is busy' }, { 'Retry-After': String(seconds) })
const inProgress = () => Response.json({ code: 'idempotency.in_progress', message: 'Wait' }, { status: 409 })

/** Mocks the network: records the keys sent and returns the responses in order, repeating the last one. */
let keys: (string | null)[]
let sentAt: number[]
let answers: (() => Response)[]

beforeEach(() => {
  vi.useFakeTimers()
  startSession('t1')
  keys = []
  sentAt = []
  vi.stubGlobal('fetch', async (_address: string, { headers }: RequestInit) => {
    sentAt.push(Date.now())
    keys.push(new Headers(headers).get('Idempotency-Key'))
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    return (answer ?? broken)()
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  endSession('logout')
})

/** Result of a call after all its pauses. */
async function outcome(sent: Promise<unknown>): Promise<unknown> {
  const result = sent.catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  return await result
}

test('P-75 a write is sent again after a broken connection, with the same key', async () => {
  answers = [broken, broken, answered]
  expect(await outcome(call(pto.request, days))).toEqual({ ok: true })
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
  expect(keys[0]).toMatch(/^"[\da-f]{8}-[\da-f-]{27}"$/)
})

test('P-85 a connection that stays broken ends in a sentence after a few attempts; pressed again with the same content the key is the same', async () => {
  answers = [broken]
  expect(await outcome(call(pto.request, days))).toMatchObject({ name: 'ConnectionLost', message: entriesKept })
  expect(keys).toHaveLength(4)
  answers = [answered]
  await outcome(call(pto.request, days))
  expect(new Set(keys).size).toBe(1)
})

test('P-75 other content, and the same content after it was saved, are other requests', async () => {
  answers = [broken]
  await outcome(call(pto.request, days))
  answers = [answered]
  await outcome(call(pto.request, { ...days, comment: 'Corrected' }))
  await outcome(call(pto.request, days))
  await outcome(call(pto.request, days))
  expect(new Set(keys).size).toBe(3)
  expect(new Set(keys.slice(-2)).size).toBe(2)
})

test('P-75 while the server still works on the first attempt, the page waits and asks again', async () => {
  answers = [broken, inProgress, inProgress, answered]
  expect(await outcome(call(pto.request, days))).toEqual({ ok: true })
  expect(new Set(keys).size).toBe(1)
})

test('P-77 while the server is busy, a write is sent again with the same key after the time of its Retry-After', async () => {
  answers = [busy(3), busy(7), answered]
  const sent = outcome(call(pto.request, days))
  expect(await sent).toEqual({ ok: true })
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
  const [first = 0, second = 0, third = 0] = sentAt
  expect(second - first).toBeGreaterThanOrEqual(3_000)
  expect(third - second).toBeGreaterThanOrEqual(7_000)
})

test('P-77 a server that stays busy ends in its sentence within 45 seconds; pressed again the key is the same', async () => {
  answers = [busy(2)]
  const start = Date.now()
  expect(await outcome(call(pto.request, days))).toMatchObject({ code: 'server.busy', message: 'The server is busy' })
  expect(Date.now() - start).toBeLessThanOrEqual(45_000)
  expect(keys.length).toBeGreaterThan(15)
  answers = [answered]
  await outcome(call(pto.request, days))
  expect(new Set(keys).size).toBe(1)
})

test('P-77 reads wait for a busy server too, but not longer than they may', async () => {
  answers = [busy(1), answered]
  expect(await outcome(call(policies.detail, { id: 7 }))).toEqual({ ok: true })
  answers = [busy(60)]
  expect(await outcome(call(policies.detail, { id: 7 }))).toMatchObject({ code: 'server.busy' })
  expect(sentAt).toHaveLength(3)
})

test('P-77 what carries a secret is sent once, and a failure of another service is shown at once', async () => {
  answers = [busy(1)]
  expect(await outcome(call(access.login, { user: 'pat', pass: 'x' }))).toMatchObject({ code: 'server.busy' })
  answers = [refusal(503, { code: 'exchange.unavailable', message: 'Not now' }, { 'Retry-After': '2' })]
  expect(await outcome(call(policies.detail, { id: 7 }))).toMatchObject({ code: 'exchange.unavailable' })
  expect(sentAt).toHaveLength(2)
})

test('P-75 a refusal is not sent again, and the next press has a new key unless an attempt before it was lost', async () => {
  const refused = () => Response.json({ code: 'request.invalid', message: 'Not valid' }, { status: 400 })
  answers = [refused]
  await outcome(call(pto.request, days))
  await outcome(call(pto.request, days))
  expect(new Set(keys).size).toBe(2)
  keys = []
  answers = [broken, refused]
  await outcome(call(pto.request, days))
  await outcome(call(pto.request, days))
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
})

test('P-75 a failure on the server’s side is shown at once; a second press sends the same key', async () => {
  answers = [() => Response.json({ code: 'server.error', message: 'Something went wrong' }, { status: 500 })]
  for (const _ of ['first', 'second'])
    expect(await outcome(call(pto.request, days))).toMatchObject({ code: 'server.error' })
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
})

test('P-75 a key that was used for something else is given up', async () => {
  answers = [broken, () => Response.json({ code: 'idempotency.key_reused', message: 'Used' }, { status: 422 })]
  await outcome(call(pto.request, days))
  answers = [answered]
  await outcome(call(pto.request, days))
  expect(keys.at(-1)).not.toBe(keys[0])
})

test('P-75 a form with its file has a key too', async () => {
  answers = [broken, answered]
  const file = new File(['%PDF'], 'letter.pdf', { type: 'application/pdf', lastModified: 1 })
  const note = { entityId: 1, entityMetadataId: 3, noteBody: 'Called.' }
  await outcome(sendForm(notes.add, note, file))
  await outcome(sendForm(notes.add, note, new File(['%PDF2'], 'other.pdf', { lastModified: 2 })))
  expect(keys[0]).toBe(keys[1])
  expect(keys[2]).not.toBe(keys[0])
})

test('P-75 what is harmless to do twice is sent again without a key, and what carries a secret is not', async () => {
  answers = [broken, answered]
  expect(await outcome(call(notifications.setRead, { id: 7, read: true }))).toEqual({ ok: true })
  expect(keys).toEqual([null, null])
  keys = []
  answers = [broken]
  expect(await outcome(call(access.login, { user: 'pat', pass: 'x' }))).toMatchObject({ message: entriesKept })
  expect(keys).toEqual([null])
})

test('P-85 without a network the user sees it at once, and nothing is sent later', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  answers = [broken]
  expect(await outcome(call(pto.request, days))).toMatchObject({ message: entriesKept })
  expect(keys).toHaveLength(1)
})

test('P-23 nothing is sent again after the session has ended, and the next user has other keys', async () => {
  answers = [broken]
  const sent = call(pto.request, days).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(100)
  endSession('logout')
  await vi.runAllTimersAsync()
  expect(await sent).toMatchObject({ name: 'ConnectionLost' })
  expect(keys).toHaveLength(1)
  startSession('t2')
  answers = [answered]
  await outcome(call(pto.request, days))
  expect(keys[1]).not.toBe(keys[0])
})

test('MSG-04 an answer that breaks off, and a question that is lost, have their sentence too', async () => {
  answers = [
    () =>
      new Response(
        new ReadableStream({
          start: (stream) => stream.error(new TypeError('network error')),
        }),
      ),
  ]
  expect(await outcome(call(policies.detail, { id: 7 }))).toMatchObject({
    message: "Couldn't reach Coverdesk. Check the connection and try again.",
  })
})
