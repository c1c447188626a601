import { act } from 'react'
import { expect, it } from 'vitest'
import { find, testScreen } from '../basics/test-screen.tsx'
import { Dialog } from './dialog.tsx'

const focused = () => document.activeElement?.getAttribute('aria-label')

/** A dialog with a second button, whose field loads late. */
function Late({ loaded, count }: { loaded: boolean; count: number }) {
  return (
    <Dialog opened onClose={() => {}} title="Assign" closeButtonProps={{ 'aria-label': 'Close' }}>
      <button type="button" aria-label="Help">
        {count}
      </button>
      {loaded ? <input aria-label="Agent" data-autofocus /> : null}
    </Dialog>
  )
}

it('a field that loads after its dialog opened gets the focus, so that typing does not go to Close', async () => {
  const screen = testScreen()
  await import('./overlays.tsx')
  await screen.show(<Late loaded={false} count={1} />)
  find(HTMLButtonElement, '[aria-label="Close"]').focus()
  await screen.show(<Late loaded count={1} />)
  await act(async () => {})
  expect(focused()).toBe('Agent')
  await screen.close()
})

it('a field that loads late leaves the focus where the user has moved it', async () => {
  const screen = testScreen()
  await import('./overlays.tsx')
  await screen.show(<Late loaded={false} count={1} />)
  const close = find(HTMLButtonElement, '[aria-label="Close"]')
  close.focus()
  find(HTMLButtonElement, '[aria-label="Help"]').focus()
  await screen.show(<Late loaded count={1} />)
  expect(focused()).toBe('Help')
  close.focus()
  await screen.show(<Late loaded count={2} />)
  await act(async () => {})
  expect(focused()).toBe('Close')
  await screen.close()
})
