import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { apiQuery, invalidate, queryClient } from './query.ts'

/** Mocks the network: each request waits until the test responds. */
let waiting: ((answer: Response) => void)[] = []
const answerNext = async (body: object, status = 200) => {
  await expect.poll(() => waiting.length).toBeGreaterThan(0)
  waiting.shift()?.(Response.json(body, { status }))
}
const detail = apiQuery(policies.detail, { id: 7 })

beforeEach(() => {
  queryClient.clear()
  waiting = []
  vi.stubGlobal('fetch', () => new Promise((answer) => waiting.push(answer)))
})
afterEach(() => vi.unstubAllGlobals())

test('a query that is invalidated while its request is running is requested again, because that response is outdated', async () => {
  const leave = new QueryObserver(queryClient, detail).subscribe(() => {})
  const refreshed = invalidate(policies.detail)
  await answerNext({ number: 'before' })
  await answerNext({ number: 'after' })
  await refreshed
  leave()
  expect(queryClient.getQueryData(detail.queryKey)).toEqual({ number: 'after' })
  expect(waiting).toHaveLength(0)
})

test('a query with data is requested again once, also while a request is running', async () => {
  queryClient.setQueryData<object>([...detail.queryKey], { number: 'before' }, { updatedAt: 0 })
  const leave = new QueryObserver(queryClient, { ...detail, staleTime: 0 }).subscribe(() => {})
  await expect.poll(() => waiting.length).toBe(1)
  const refreshed = invalidate(policies.detail)
  await expect.poll(() => waiting.length).toBe(2)
  await answerNext({ number: 'too early' })
  await answerNext({ number: 'after' })
  await refreshed
  leave()
  expect(queryClient.getQueryData(detail.queryKey)).toEqual({ number: 'after' })
})

test('a refusal that was under way is asked once more too: what it did not find is there by now', async () => {
  const leave = new QueryObserver(queryClient, detail).subscribe(() => {})
  const refreshed = invalidate(policies.detail)
  await answerNext({ code: 'not_found', message: 'Not found' }, 404)
  await answerNext({ number: 'after' })
  await refreshed
  leave()
  expect(queryClient.getQueryData(detail.queryKey)).toEqual({ number: 'after' })
})
