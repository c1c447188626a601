import { act } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { find, press, testScreen, type } from '../basics/test-screen.tsx'
import { ChoiceSelect } from './choice-select.tsx'

let screen: ReturnType<typeof testScreen>
beforeEach(() => {
  screen = testScreen()
})
afterEach(() => screen.close())

const agents = Array.from({ length: 5_000 }, (_, at) => ({ value: String(at), label: `Agent ${at}` }))
const shownOptions = () => document.querySelectorAll('[role="option"]').length

it('a list of 5,000 agents shows the first hundred and asks to type, which finds every one', async () => {
  await screen.show(<ChoiceSelect value="" source={{ choices: agents }} onChange={() => undefined} />)
  const input = find(HTMLInputElement, 'input')
  await press(input)
  expect(shownOptions()).toBe(100)
  expect(document.body.textContent).toContain('Type to find more')
  await type(input, 'Agent 4999')
  expect(shownOptions()).toBe(1)
  expect(document.body.textContent).not.toContain('Type to find more')
})

it('the name of a choice is selected at the focus, so that typing replaces it', async () => {
  await screen.show(<ChoiceSelect value="7" source={{ choices: agents }} onChange={() => undefined} />)
  const input = find(HTMLInputElement, 'input')
  expect(input.value).toBe('Agent 7')
  input.setSelectionRange(7, 7)
  await act(async () => input.focus())
  expect(input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0)).toBe('Agent 7')
})
