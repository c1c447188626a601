import { act } from 'react'
import { expect, it } from 'vitest'
import { find, press, testScreen } from '../basics/test-screen.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

it('a question cannot be left by Esc while its answer is carried out', async () => {
  const screen = testScreen()
  // The code of dialogs loads with the first one.
  await import('./overlays.ts')
  let left = 0
  let done: () => void = () => undefined
  const work = new Promise<void>((resolve) => {
    done = resolve
  })
  await screen.show(<ConfirmDialog opened text="Delete it?" onYes={() => work} onNo={() => left++} />)
  const pressEscape = () =>
    act(async () => void document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })))
  await press(find(HTMLButtonElement, 'button', 'Yes'))
  await pressEscape()
  expect(left).toBe(0)
  await act(async () => done())
  await pressEscape()
  expect(left).toBe(1)
  await screen.close()
})
