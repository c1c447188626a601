import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ListColumn, Sorting } from '../basics/list-column.ts'
import { find, press, testScreen } from '../basics/test-screen.tsx'
import { DataTable } from './data-table.tsx'
import type { DataTableProps } from './data-table-props.ts'

interface Line {
  id: string
  name: string
  paid: string | null
}
const columns: ListColumn<Line, 'name'>[] = [
  { id: 'id', header: 'Number', cell: (line) => line.id, width: 80, pinned: true },
  { id: 'name', header: 'Name', cell: (line) => line.name, width: 120, sort: 'name' },
  { id: 'paid', header: 'Paid', cell: (line) => line.paid, width: 60, kind: 'money' },
]
const lines: Line[] = [
  { id: 'P1', name: 'Ana', paid: '44.00' },
  { id: 'P2', name: 'Luis', paid: '-66.00' },
  { id: 'P3', name: 'Dana', paid: null },
]
let screen: ReturnType<typeof testScreen>
let selected: ReadonlySet<string>
let sorted: Sorting<'name'>[]
let opened: string[]

beforeEach(() => {
  screen = testScreen()
  selected = new Set()
  sorted = []
  opened = []
})
afterEach(() => screen.close())

function show(props: Partial<DataTableProps<Line, 'name'>> = {}): Promise<void> {
  return screen.show(
    <DataTable
      label="Lines"
      columns={columns}
      rows={lines}
      rowKey={(line) => line.id}
      rowName={(line) => line.id}
      total={20412}
      offset={30}
      empty={{ why: 'No line fits.' }}
      onSort={(sorting) => sorted.push(sorting)}
      onOpen={(line) => opened.push(line.id)}
      selected={selected}
      onSelect={(keys) => {
        selected = keys
      }}
      phone={{ title: (line) => line.name, subtitle: (line) => line.id }}
      {...props}
    />,
  )
}
const grid = () => find(HTMLTableElement, 'table[role="grid"]')
async function key(name: string, modifiers: KeyboardEventInit = {}): Promise<void> {
  await act(async () => grid().dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, ...modifiers })))
  await show()
}

describe('the table', () => {
  it('is a grid with one tab stop, and tells how many rows there are and which these are', async () => {
    await show()
    expect(grid().tabIndex).toBe(0)
    expect(grid().getAttribute('aria-rowcount')).toBe('20413')
    expect(find(HTMLTableRowElement, 'tr[data-row="0"]').getAttribute('aria-rowindex')).toBe('32')
    const stops = [...grid().querySelectorAll<HTMLElement>('button, input, a')].filter((one) => one.tabIndex >= 0)
    expect(stops).toEqual([])
  })

  it('offers to select all rows only once there are rows', async () => {
    const all = () => find(HTMLInputElement, 'thead input[type="checkbox"]')
    await show({ rows: undefined })
    expect(all().disabled).toBe(true)
    await show()
    expect(all().disabled).toBe(false)
  })

  it('shows negatives in parentheses and what is missing as -', async () => {
    await show()
    expect(find(HTMLTableRowElement, 'tr[data-row="1"]').textContent).toContain('(66.00)')
    expect(find(HTMLTableRowElement, 'tr[data-row="2"]').textContent).toContain('-')
  })

  it('asks the server to sort, ascending first, and says the order', async () => {
    await show()
    await press(find(HTMLButtonElement, 'th button', 'Name'))
    await show({ sorting: { sort: 'name', order: 'asc' } })
    expect(find(HTMLTableCellElement, 'th[aria-sort="ascending"]').textContent).toBe('Name')
    await press(find(HTMLButtonElement, 'th button', 'Name'))
    expect(sorted).toEqual([
      { sort: 'name', order: 'asc' },
      { sort: 'name', order: 'desc' },
    ])
  })

  it('moves, selects and opens by keys', async () => {
    await show()
    await key('ArrowDown')
    await key(' ')
    expect([...selected]).toEqual(['P2'])
    await key('ArrowDown', { shiftKey: true })
    expect([...selected]).toEqual(['P2', 'P3'])
    expect(find(HTMLTableRowElement, 'tr[data-row="2"]').ariaSelected).toBe('true')
    await key('Enter')
    expect(opened).toEqual(['P3'])
    await key('Escape')
    expect([...selected]).toEqual([])
    await key('a', { ctrlKey: true })
    expect([...selected]).toEqual(['P1', 'P2', 'P3'])
  })

  it('stays where the user is when a refetch brings a new row to the top, and starts at the top at another address', async () => {
    let entry = 'newest first'
    const place = { entry: () => entry, of: () => undefined, read: { current: null } }
    const newest: Line = { id: 'P0', name: 'Eva', paid: null }
    await show({ place })
    const scroller = grid().parentElement
    await act(async () => grid().dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true })))
    if (scroller) scroller.scrollTop = 40
    await show({ place, rows: [newest, ...lines] })
    expect(scroller?.scrollTop).toBe(40)
    expect(find(HTMLTableRowElement, 'tr[data-active]').dataset.row).toBe('2')
    entry = 'by name'
    await show({ place })
    expect(scroller?.scrollTop).toBe(0)
    expect(find(HTMLTableRowElement, 'tr[data-active]').dataset.row).toBe('0')
  })

  it('remembers a width that was changed by keys, and leaves out the columns that were taken off', async () => {
    const saved: unknown[] = []
    const preference = { value: { hidden: ['paid'] }, onChange: (value: unknown) => saved.push(value) }
    await show({ preference })
    expect(grid().textContent).not.toContain('Paid')
    for (const [name, shiftKey] of [['ArrowUp'], ['ArrowRight'], ['ArrowRight'], ['ArrowRight', true]] as const) {
      await act(async () => grid().dispatchEvent(new KeyboardEvent('keydown', { key: name, shiftKey, bubbles: true })))
    }
    expect(saved).toEqual([{ hidden: ['paid'], widths: { name: 128 } }])
  })

  it('says why an empty list is empty, and what failed with a way to try again', async () => {
    let tries = 0
    await show({ rows: [] })
    expect(document.body.textContent).toContain('No Data')
    expect(document.body.textContent).toContain('No line fits.')
    const failed = { title: "Couldn't load lines.", why: 'The server is not responding.', retry: () => tries++ }
    await show({ rows: undefined, failed })
    expect(document.body.textContent).toContain("Couldn't load lines.")
    await press(find(HTMLButtonElement, 'button', 'Try again'))
    expect(tries).toBe(1)
    await show({ failed })
    expect(document.body.textContent).toContain('Luis')
    expect(document.body.textContent).toContain("Couldn't load lines.")
  })

  it('shows skeletons in the shape of its columns when the first answer takes a while', async () => {
    await show({ rows: undefined, expected: 4 })
    expect(grid().getAttribute('aria-busy')).toBe('true')
    expect(document.querySelectorAll('tbody[aria-hidden] tr').length).toBe(0)
    await act(() => new Promise((done) => setTimeout(done, 150)))
    expect(document.querySelectorAll('tbody[aria-hidden] tr').length).toBe(4)
  })

  it('has only the rows in view in the page when there are more than 100', async () => {
    const many = Array.from({ length: 500 }, (_, index) => ({ id: `P${index}`, name: 'Ana', paid: null }))
    await show({ rows: many })
    // The code for long lists is loaded with the first one.
    await expect.poll(() => document.querySelectorAll('tr[data-row]').length).toBeLessThan(60)
    await show({ rows: many.slice(0, 100) })
    expect(document.querySelectorAll('tr[data-row]').length).toBe(100)
  })
})
