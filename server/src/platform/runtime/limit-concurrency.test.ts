import { expect, test } from 'vitest'
import { createSlots, limitConcurrency } from './limit-concurrency.ts'

test('P-81 at most `concurrency` tasks run at once, others wait in order, and one beyond a full queue is rejected', async () => {
  const oneOfTwo = limitConcurrency({ concurrency: 2, maxQueue: 3 })
  let running = 0
  let most = 0
  const order: number[] = []
  const work = (n: number) => async () => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setTimeout(resolve, 5))
    running--
    order.push(n)
    if (n === 1) throw new Error('broke')
    return n
  }
  const all = await Promise.allSettled([0, 1, 2, 3, 4, 5].map((n) => oneOfTwo(work(n))))
  expect(most).toBe(2)
  expect(order).toEqual([0, 1, 2, 3, 4])
  expect(all.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
  ])
  expect(all[5]).toMatchObject({ reason: { code: 'server.busy' } })
  expect(await oneOfTwo(work(6))).toBe(6)
})

test('P-81 a task that waited too long is rejected, and the slot goes to the next one', async () => {
  const slots = createSlots({ concurrency: 1, maxQueue: 2, maxWaitMs: 20 })
  const release = await slots.acquire()
  expect(await slots.acquire()).toBeNull()
  expect(slots.queued()).toBe(0)
  const next = slots.acquire()
  release?.()
  release?.()
  const released = await next
  expect(released).not.toBeNull()
  let idle = false
  const becameIdle = slots.whenIdle().then((none) => {
    idle = none
  })
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(idle).toBe(false)
  released?.()
  await becameIdle
  expect(idle).toBe(true)
})
