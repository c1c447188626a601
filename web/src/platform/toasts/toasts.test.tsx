import { newFailure } from '@coverdesk/domain/fail.ts'
import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ToastRegion } from './toast-region.tsx'
import { toasts } from './toasts.tsx'

let root: Root
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  vi.useFakeTimers()
  document.body.innerHTML = '<div id="root"></div>'
  root = createRoot(document.body.firstElementChild ?? document.body)
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <ToastRegion />
      </MantineProvider>,
    ),
  )
})
afterEach(async () => {
  await pass(200_000)
  await act(async () => root.unmount())
  localStorage.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const shown = () =>
  [...document.querySelectorAll('[role="status"], [role="alert"]')].map((toast) => toast.textContent ?? '')
const show = (made: () => unknown) => act(async () => void made())

test('MSG-06 success and info stay 5 s, warnings 10 s, errors 20 s', async () => {
  await show(() => {
    toasts.success('success')
    toasts.info('info')
    toasts.warning('warning')
    toasts.error('error')
  })
  await pass(4_999)
  expect(shown()).toEqual(['success', 'info', 'warning', 'error'])
  await pass(1)
  expect(shown()).toEqual(['warning', 'error'])
  await pass(5_000)
  expect(shown()).toEqual(['error'])
  await pass(9_999)
  expect(shown()).toEqual(['error'])
  await pass(1)
  expect(shown()).toEqual([])
})

test('an attempt that succeeds removes the errors of earlier ones, not its own', async () => {
  await show(() => {
    toasts.success('Draft saved')
    toasts.failure("Couldn't save.", newFailure('server.error'))
    const dismissEarlier = toasts.earlierErrors()
    toasts.error('The photo was not saved')
    dismissEarlier()
  })
  expect(shown()).toEqual(['Draft saved', 'The photo was not saved'])
})

test('MSG-07 at most 5 toasts are shown, and the oldest goes', async () => {
  await show(() => {
    for (const name of ['1', '2', '3', '4', '5', '6', '7']) toasts.error(name)
  })
  expect(shown()).toEqual(['3', '4', '5', '6', '7'])
})

test('MSG-08 MSG-11 prefix and server message are in one toast; a second one shows details only with the debug flag', async () => {
  const refused = newFailure('sign_in.refused')
  await show(() => toasts.failure('Login error!', refused))
  expect(shown()).toEqual(['Login error! Invalid user or password'])

  localStorage.setItem('debug', 'true')
  await show(() => toasts.failure('Login error!', refused))
  expect(shown()).toHaveLength(3)
  expect(shown()[2]).toContain('sign_in.refused')
})

test("SHELL-49 SHELL-50 'Update available, reload page?' stays 180000 ms, and Reload reloads", async () => {
  const reload = vi.fn()
  await show(() => toasts.update(reload))
  expect(shown()[0]).toContain('Update available, reload page?')
  await pass(179_999)
  expect(shown()).toHaveLength(1)
  await act(async () => document.querySelector<HTMLButtonElement>('[role="status"] button')?.click())
  expect(reload).toHaveBeenCalledOnce()
  await pass(1)
  expect(shown()).toEqual([])
})

test('a toast can be closed by its button, and errors speak up at once', async () => {
  await show(() => toasts.error('Gone'))
  expect(document.querySelector('[role="alert"]')?.textContent).toBe('Gone')
  await act(async () =>
    document.querySelector<HTMLButtonElement>('button[aria-label="Close"], [role="alert"] button')?.click(),
  )
  expect(shown()).toEqual([])
})

test('closing one toast by keyboard does not keep the others', async () => {
  await show(() => {
    toasts.error('First')
    toasts.info('Second')
  })
  const close = document.querySelector<HTMLButtonElement>('[role="alert"] button')
  await act(async () => close?.focus())
  await pass(30_000)
  expect(shown()).toEqual(['First', 'Second'])
  await act(async () => close?.click())
  await pass(5_000)
  expect(shown()).toEqual([])
})
