import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { find, press, testScreen, type } from '../basics/test-screen.tsx'
import type { Filter, FilterChange } from './filter.ts'
import { FilterBar } from './filter-bar.tsx'

type Name = 'name' | 'state' | 'born'
const filters: Filter<Name>[] = [
  { name: 'name', label: 'Name', kind: 'text' },
  { name: 'state', label: 'State', kind: 'select', choices: [{ value: 'FL', label: 'Florida' }] },
  { name: 'born', label: 'Born on or after', kind: 'date', rare: true },
]
let screen: ReturnType<typeof testScreen>
let changes: FilterChange<Name>[]

beforeEach(() => {
  vi.useFakeTimers()
  screen = testScreen()
  changes = []
})
afterEach(async () => {
  await screen.close()
  vi.useRealTimers()
})

const show = (values: { [N in Name]?: string }) =>
  screen.show(<FilterBar filters={filters} values={values} onChange={(change) => changes.push(change)} />)
const wait = (ms: number) => act(async () => vi.advanceTimersByTime(ms))

describe('the filter bar', () => {
  it('CONST-03 starts a search 500 ms after the last key, once for all keys', async () => {
    await show({})
    const input = find(HTMLInputElement, 'input[aria-label="Name"]')
    await type(input, 'M')
    await wait(400)
    await type(input, 'Ma')
    await wait(499)
    expect(changes).toEqual([])
    await wait(1)
    expect(changes).toEqual([{ name: 'Ma' }])
  })

  it('STMT-15 a filter with a delay of its own starts so many milliseconds after the last key', async () => {
    const own: Filter<Name>[] = [{ name: 'name', label: 'Insured', kind: 'text', delay: 300 }]
    await screen.show(<FilterBar filters={own} values={{}} onChange={(change) => changes.push(change)} />)
    const input = find(HTMLInputElement, 'input[aria-label="Insured"]')
    await type(input, 'L')
    await wait(200)
    await type(input, 'Le')
    await wait(299)
    expect(changes).toEqual([])
    await wait(1)
    expect(changes).toEqual([{ name: 'Le' }])
  })

  it('does not wait for Enter, and does not search twice', async () => {
    await show({})
    const input = find(HTMLInputElement, 'input[aria-label="Name"]')
    await type(input, 'Ma')
    await act(async () => input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
    await wait(1000)
    expect(changes).toEqual([{ name: 'Ma' }])
  })

  it('drops what is typed when the filters are cleared before the search starts', async () => {
    await show({ name: 'Ma' })
    await type(find(HTMLInputElement, 'input[aria-label="Name"]'), 'Mar')
    await show({})
    await wait(1000)
    expect(changes).toEqual([])
    expect(find(HTMLInputElement, 'input[aria-label="Name"]').value).toBe('')
  })

  it('takes what was typed last in filters that are closed before the search starts, but not where the page was left', async () => {
    await show({})
    await type(find(HTMLInputElement, 'input[aria-label="Name"]'), 'Ma')
    await screen.show(null)
    expect(changes).toEqual([{ name: 'Ma' }])
    await show({})
    await type(find(HTMLInputElement, 'input[aria-label="Name"]'), 'Mar')
    const list = location.href
    history.replaceState(null, '', '/portal/policies')
    await screen.show(null)
    await wait(1000)
    history.replaceState(null, '', list)
    expect(changes).toEqual([{ name: 'Ma' }])
  })

  it('shows set filters as chips in words, each of which can be taken off', async () => {
    await show({ state: 'FL', born: '1961-01-01' })
    expect(document.body.textContent).toContain('State Florida')
    expect(document.body.textContent).toContain('Born on or after 01/01/1961')
    await press(find(HTMLButtonElement, 'button[aria-label="Remove State Florida"]'))
    expect(changes).toEqual([{ state: undefined }])
  })

  it('clears all filters in one change, and offers it only when one is set', async () => {
    await show({ name: 'Ma', state: 'FL' })
    await press(find(HTMLButtonElement, 'button', 'Clear Filters'))
    expect(changes).toEqual([{ name: undefined, state: undefined, born: undefined }])
    await show({})
    expect(document.body.textContent).not.toContain('Clear Filters')
  })
})
