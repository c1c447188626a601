import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { testScreen } from '../ui/basics/test-screen.tsx'
import { ChannelRow } from './channel-row.tsx'

let screen: ReturnType<typeof testScreen>
beforeEach(() => {
  screen = testScreen()
})
afterEach(() => screen.close())

const row = (state: { asked: boolean; required: boolean }) => (
  <QueryClientProvider client={new QueryClient()}>
    <ChannelRow channel="email" recipient="ana@agency.test" chosen={false} chosenNow={[]} {...state} />
  </QueryClientProvider>
)
const buttons = () => [...document.querySelectorAll('button')].map(({ textContent }) => textContent)

it('codes are chosen only where the role does not decide about them', async () => {
  await screen.show(row({ asked: true, required: true }))
  expect(document.body.textContent).toContain('since your role needs a second factor')
  expect(buttons()).toEqual([])
  await screen.show(row({ asked: false, required: true }))
  expect(document.body.textContent).toContain('Not used while the app is on')
  expect(buttons()).toEqual([])
  await screen.show(row({ asked: false, required: false }))
  expect(buttons()).toEqual(['Turn on'])
})
