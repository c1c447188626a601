import { expect, test } from 'vitest'
import { batched } from './batched.ts'

/** A question that takes a while, and what was asked in it together. */
function asked(gathering?: { ms: number; from: number }) {
  const questions: { keys: number[]; at: number }[] = []
  const ask = batched(async (keys: number[]) => {
    questions.push({ keys, at: performance.now() })
    await new Promise((resolve) => setTimeout(resolve, 5))
    return new Map(keys.map((key) => [key, key * 2]))
  }, gathering)
  return { questions, ask }
}

test('concurrent requests share a batch, and each gets its own result', async () => {
  const { questions, ask } = asked()
  const first = [1, 2].map(ask)
  await expect.poll(() => questions.length).toBe(1)
  const meanwhile = [3, 4, 3].map(ask)
  expect(await Promise.all([...first, ...meanwhile])).toEqual([2, 4, 6, 8, 6])
  expect(questions.map(({ keys }) => keys)).toEqual([
    [1, 2],
    [3, 4],
  ])
})

test('after a large batch the next one waits for more keys, and a later single request does not', async () => {
  const { questions, ask } = asked({ ms: 800, from: 2 })
  await Promise.all([1, 2].map(ask))
  const late = ask(3)
  await new Promise((resolve) => setTimeout(resolve, 20))
  await Promise.all([late, ask(4)])
  expect(questions.map(({ keys }) => keys)).toEqual([
    [1, 2],
    [3, 4],
  ])
  const [many, gathered] = questions
  expect((gathered?.at ?? 0) - (many?.at ?? 0)).toBeGreaterThanOrEqual(790)
  // That question held two as well; the one after it holds one, so that the next goes out at once.
  await ask(5)
  const before = performance.now()
  await ask(6)
  expect(performance.now() - before).toBeLessThan(700)
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
