import { act, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { find, testScreen, type } from '../basics/test-screen.tsx'
import { DateBox } from './date-box.tsx'

let screen: ReturnType<typeof testScreen>
let value: string

function Form({ birth, notBefore }: { birth?: boolean; notBefore?: string }) {
  const [typed, setTyped] = useState('')
  value = typed
  return <DateBox label="Start date" value={typed} birth={birth} notBefore={notBefore} onChange={setTyped} />
}
const input = () => find(HTMLInputElement, 'input')

beforeEach(async () => {
  vi.useFakeTimers({ now: new Date('2026-11-28T12:00:00Z'), toFake: ['Date'] })
  screen = testScreen()
  await screen.show(<Form />)
  input().focus()
})
afterEach(async () => {
  await screen.close()
  vi.useRealTimers()
})

it('a two-digit year is completed when the field is left, not while it is typed', async () => {
  await type(input(), '010126')
  expect(value).toBe('01/01/26')
  await act(async () => input().blur())
  expect(value).toBe('2026-01-01')
  expect(input().value).toBe('01/01/2026')
})

it('a two-digit year is completed when Enter submits the form', async () => {
  await type(input(), '050285')
  await act(async () => void input().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
  expect(value).toBe('1985-05-02')
})

it('month and day are of this year when the field is left or Enter submits, 29 February only where it exists', async () => {
  await type(input(), '1/5')
  expect(value).toBe('01/5')
  await act(async () => input().blur())
  expect(value).toBe('2026-01-05')
  await type(input(), '12/31')
  await act(async () => void input().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
  expect(value).toBe('2026-12-31')
  await type(input(), '2/29')
  await act(async () => input().blur())
  expect(value).toBe('02/29')
})

it('where only later days are possible, month and day are of the next year', async () => {
  for (const [notBefore, typed, expected] of [
    ['2026-11-28', '1/5', '2027-01-05'],
    ['2026-11-28', '11/28', '2026-11-28'],
    ['2027-12-24', '1/2', '2028-01-02'],
  ] as const) {
    await screen.show(<Form key={notBefore} notBefore={notBefore} />)
    await type(input(), typed)
    await act(async () => input().blur())
    expect(value, typed).toBe(expected)
  }
})

it('the year of a date of birth is not guessed', async () => {
  await screen.show(<Form birth />)
  await type(input(), '1/5')
  await act(async () => input().blur())
  expect(value).toBe('01/5')
})
