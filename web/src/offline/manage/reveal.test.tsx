import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testScreen } from '../../ui/basics/test-screen.tsx'
import { type Hidden, useRevealed } from './reveal.tsx'

const ssn: Hidden = { field: 'ssn', what: 'the SSN', mask: '•••-••-' }
const ofMember: Hidden = { ...ssn, memberId: 7 }
const card: Hidden = { field: 'cardNumber', what: 'the card number', mask: '' }

let revealed: ReturnType<typeof useRevealed>
let screen: ReturnType<typeof testScreen>
function Probe({ id }: { id: number }) {
  revealed = useRevealed(id)
  return null
}

beforeEach(async () => {
  screen = testScreen()
  await screen.show(<Probe id={1} />)
  vi.useFakeTimers()
})
afterEach(async () => {
  vi.useRealTimers()
  await screen.close()
})

test('P-64 A-077 only one number is revealed at a time, for 30 seconds', () => {
  act(() => revealed.show(ssn, '900123456'))
  expect(revealed.valueOf(ssn)).toBe('900-12-3456')
  expect(revealed.valueOf(ofMember)).toBeUndefined()
  act(() => vi.advanceTimersByTime(20_000))
  act(() => revealed.show(card, '4111111111111111'))
  expect(revealed.valueOf(ssn)).toBeUndefined()
  expect(revealed.valueOf(card)).toBe('4111 1111 1111 1111')
  act(() => vi.advanceTimersByTime(29_900))
  expect(revealed.valueOf(card)).toBe('4111 1111 1111 1111')
  act(() => vi.advanceTimersByTime(200))
  expect(revealed.valueOf(card)).toBeUndefined()
})

test('P-64 a number is not shown under another application that is opened after it', async () => {
  act(() => revealed.show(ssn, '900123456'))
  await screen.show(<Probe id={2} />)
  expect(revealed.valueOf(ssn)).toBeUndefined()
})

test('P-64 a number is hidden when the page is hidden', () => {
  act(() => revealed.show(ssn, '900123456'))
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(revealed.valueOf(ssn)).toBeUndefined()
  Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true })
})
