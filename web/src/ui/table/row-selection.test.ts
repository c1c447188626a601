import { describe, expect, it } from 'vitest'
import { gestureOf, headerState, type RowSelection, select, selectOne, toggleAll } from './row-selection.ts'

const order = ['a', 'b', 'c', 'd', 'e']
const nothing: RowSelection = { keys: new Set(), anchor: null }
const keys = (selection: RowSelection) => [...selection.keys]

describe('selecting rows', () => {
  it('a click selects one row only', () => {
    const first = select(nothing, order, 'b', 'only')
    expect(keys(select(first, order, 'd', 'only'))).toEqual(['d'])
  })

  it('Ctrl or Cmd adds a row and takes it away again', () => {
    const two = select(select(nothing, order, 'b', 'only'), order, 'd', 'toggle')
    expect(keys(two)).toEqual(['b', 'd'])
    expect(keys(select(two, order, 'b', 'toggle'))).toEqual(['d'])
  })

  it('Shift takes all rows between, in both directions, from where one began', () => {
    const began = select(nothing, order, 'c', 'only')
    const down = select(began, order, 'e', 'extend')
    expect(keys(down)).toEqual(['c', 'd', 'e'])
    expect(keys(select(down, order, 'a', 'extend'))).toEqual(['a', 'b', 'c'])
  })

  it('Shift without a beginning on this page selects the row only', () => {
    expect(keys(select({ keys: new Set(['z']), anchor: 'z' }, order, 'b', 'extend'))).toEqual(['b'])
  })

  it('CUST-02 where many or none are selected, a row that is selected alone leaves when it is chosen again', () => {
    const one = select({ keys: new Set(), anchor: null }, ['a', 'b'], 'a', 'only', true)
    expect([...one.keys]).toEqual(['a'])
    expect([...select(one, ['a', 'b'], 'a', 'only', true).keys]).toEqual([])
    const both = select(one, ['a', 'b'], 'b', 'toggle', true)
    expect([...both.keys]).toEqual(['a', 'b'])
    expect([...select(both, ['a', 'b'], 'a', 'only', true).keys]).toEqual(['a'])
  })

  it('CUST-02 where one or none is selected, a row takes the place of another and leaves when it is chosen again', () => {
    const first = selectOne(new Set(), 'b', true)
    expect(keys(first)).toEqual(['b'])
    expect(keys(selectOne(first.keys, 'd', true))).toEqual(['d'])
    expect(keys(selectOne(first.keys, 'b', true))).toEqual([])
    expect(keys(selectOne(first.keys, 'b', false))).toEqual(['b'])
  })

  it('the keys that are held decide', () => {
    expect(gestureOf({ shiftKey: true, ctrlKey: true, metaKey: false })).toBe('extend')
    expect(gestureOf({ shiftKey: false, ctrlKey: false, metaKey: true })).toBe('toggle')
    expect(gestureOf({ shiftKey: false, ctrlKey: false, metaKey: false })).toBe('only')
  })

  it("the header's checkbox is none, some or all of this page, and leaves other pages alone", () => {
    expect(headerState(new Set(['z']), order)).toBe('none')
    expect(headerState(new Set(['z', 'a']), order)).toBe('some')
    const all = toggleAll(new Set(['z', 'a']), order)
    expect(headerState(all, order)).toBe('all')
    expect([...toggleAll(all, order)]).toEqual(['z'])
  })
})
