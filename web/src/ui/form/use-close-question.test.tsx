import { act } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testScreen } from '../basics/test-screen.tsx'
import { useCloseQuestion } from './use-close-question.tsx'

let closing: ReturnType<typeof useCloseQuestion>
let closed = 0
let screen: ReturnType<typeof testScreen>
function Probe({ opened }: { opened: boolean }) {
  closing = useCloseQuestion(opened, () => closed++)
  return null
}

beforeEach(() => {
  closed = 0
  screen = testScreen()
})
afterEach(() => screen.close())

test('SHELL-51 input that was left by Back asks no question when the dialog is opened again', async () => {
  await screen.show(<Probe opened />)
  closing.unsaved.current = true
  act(() => closing.close())
  expect(closed).toBe(0)
  await screen.show(<Probe opened={false} />)
  await screen.show(<Probe opened />)
  act(() => closing.close())
  expect(closed).toBe(1)
})
