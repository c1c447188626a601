import { act, useState } from 'react'
import { expect, it } from 'vitest'
import { find, press, testScreen } from '../basics/test-screen.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'

const pressEscape = () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))

it('a question cannot be left by Esc while its answer is carried out', async () => {
  const screen = testScreen()
  // The code of dialogs loads with the first one.
  await import('./overlays.tsx')
  let left = 0
  let done: () => void = () => undefined
  const work = new Promise<void>((resolve) => {
    done = resolve
  })
  await screen.show(<ConfirmDialog opened text="Delete it?" onYes={() => work} onNo={() => left++} />)
  await press(find(HTMLButtonElement, 'button', 'Yes'))
  await act(async () => void pressEscape())
  expect(left).toBe(0)
  await act(async () => done())
  await act(async () => void pressEscape())
  expect(left).toBe(1)
  await screen.close()
})

it('Esc closes the topmost of two dialogs, and the next Esc the one below', async () => {
  const screen = testScreen()
  await import('./overlays.tsx')
  const closed: string[] = []
  function Editor() {
    const [opened, setOpened] = useState(true)
    const [asking, setAsking] = useState(false)
    const close = () => {
      closed.push('editor')
      setOpened(false)
    }
    const stay = () => {
      closed.push('question')
      setAsking(false)
    }
    return (
      <>
        <ConfirmDialog opened={asking} text="Delete it?" onYes={stay} onNo={stay} />
        <Dialog opened={opened} onClose={close} title="Editor">
          <button type="button" onClick={() => setAsking(true)}>
            Delete
          </button>
        </Dialog>
      </>
    )
  }
  await screen.show(<Editor />)
  await press(find(HTMLButtonElement, 'button', 'Delete'))
  for (const expected of [['question'], ['question', 'editor'], ['question', 'editor']]) {
    await act(async () => void pressEscape())
    expect(closed).toEqual(expected)
  }
  await screen.close()
})
