import { carriers } from '@coverdesk/domain/carriers/carrier-contract.ts'
import { Button } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { find, testScreen } from '../../ui/basics/test-screen.tsx'
import { queryClient, useSend } from './query.ts'

let screen: ReturnType<typeof testScreen>
let sent: { body: unknown; answer: () => void }[]
let saved: number

beforeEach(() => {
  screen = testScreen()
  ;[sent, saved] = [[], 0]
  vi.stubGlobal(
    'fetch',
    (_: unknown, init: RequestInit) =>
      new Promise((answer) =>
        sent.push({
          body: JSON.parse(String(init.body)),
          answer: () => answer(Response.json({ added: [], skipped: [] })),
        }),
      ),
  )
})
afterEach(async () => {
  await screen.close()
  vi.unstubAllGlobals()
})

function SaveButton({ names }: { names: readonly string[] }) {
  const save = useSend(carriers.addKnown)
  const submit = async (name: string) => {
    await save.mutateAsync({ keys: [name], states: ['FL'] })
    saved++
  }
  return (
    <Button loading={save.isPending} onClick={() => names.forEach((name) => void submit(name))}>
      Save
    </Button>
  )
}

const show = (names: readonly string[]) =>
  screen.show(
    <QueryClientProvider client={queryClient}>
      <SaveButton names={names} />
    </QueryClientProvider>,
  )
const clickTwice = () =>
  act(async () => {
    // Both before React draws the disabled button.
    find(HTMLButtonElement, 'button').click()
    find(HTMLButtonElement, 'button').click()
  })
const answer = () => act(async () => sent.at(-1)?.answer())

test('a double click on a button sends once and is saved once; a later click sends again', async () => {
  await show(['a'])
  await clickTwice()
  await expect.poll(() => sent.length).toBe(1)
  await answer()
  await expect.poll(() => saved).toBe(1)
  expect(sent.map(({ body }) => body)).toEqual([{ keys: ['a'], states: ['FL'] }])
  await expect.poll(() => find(HTMLButtonElement, 'button').disabled).toBe(false)
  await clickTwice()
  await expect.poll(() => sent.length).toBe(2)
  await answer()
  await expect.poll(() => saved).toBe(2)
})

test('different inputs are sent at the same time', async () => {
  await show(['a', 'b'])
  await clickTwice()
  await expect.poll(() => sent.length).toBe(2)
})
