import { expect, test } from 'vitest'
import { batched } from './batched.ts'

/** Batched lookup that takes 5 ms, and the batches that it received. */
function slowLookUp() {
  const batches: number[][] = []
  const lookUp = batched(async (keys: number[]) => {
    batches.push(keys)
    await new Promise((resolve) => setTimeout(resolve, 5))
    return new Map(keys.map((key) => [key, key * 2]))
  })
  return { batches, lookUp }
}

test('concurrent requests share a batch, and each gets its own result', async () => {
  const { batches, lookUp } = slowLookUp()
  const first = [1, 2].map(lookUp)
  await expect.poll(() => batches.length).toBe(1)
  const later = [3, 4, 3].map(lookUp)
  expect(await Promise.all([...first, ...later])).toEqual([2, 4, 6, 8, 6])
  expect(batches).toEqual([
    [1, 2],
    [3, 4],
  ])
})

test('an error rejects its whole batch and no later one', async () => {
  let fails = true
  const ask = batched(async (keys: number[]) => {
    if (fails) throw new Error('not now')
    return new Map(keys.map((key) => [key, key]))
  })
  const answers = await Promise.allSettled([ask(1), ask(2)])
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  fails = false
  expect(await ask(1)).toBe(1)
})
