import type { ComparedSchedule } from './schedules-overlap.ts'

type Span = readonly [from: number, to: number]

/** Rows that differ in their months alone. They are in order, since none overlaps another. */
interface Group<Row> {
  cohort: Span
  members: Span
  rows: { months: Span; row: Row }[]
}

/** Groups of a carrier, scope, state ('' for rows of all states) and kind of business. */
type Cell<Row> = Map<string, Group<Row>>

/**
 * Rows of which none overlaps another (`schedulesOverlap`), so that a row is compared with its neighbors instead of all of them: files
 * have thousands of rows.
 */
export class OverlappingSchedules<Row extends ComparedSchedule & { carrierId: number }> {
  readonly #cells = new Map<string, Map<string, Cell<Row>>>()

  constructor(rows: readonly Row[] = []) {
    for (const row of rows) this.add(row)
  }

  /** Adds a row that overlaps none of those before it. */
  add(row: Row): void {
    const [months, cohort, members] = spansOf(row)
    const name = `${cohort} ${members}`
    for (const key of keysOf(row)) {
      const states = this.#cells.get(key) ?? new Map<string, Cell<Row>>()
      this.#cells.set(key, states)
      for (const state of row.states.length === 0 ? [''] : row.states) {
        const cell = states.get(state) ?? new Map<string, Group<Row>>()
        states.set(state, cell)
        const group = cell.get(name) ?? { cohort, members, rows: [] }
        cell.set(name, group)
        group.rows.splice(countUpTo(group, months[0]), 0, { months, row })
      }
    }
  }

  /** A row that overlaps this one. */
  find(row: Row): Row | undefined {
    const [months, cohort, members] = spansOf(row)
    for (const key of keysOf(row)) {
      const states = this.#cells.get(key) ?? new Map<string, Cell<Row>>()
      for (const state of row.states.length === 0 ? states.keys() : [...row.states, ''])
        for (const group of states.get(state)?.values() ?? []) {
          if (!share(group.cohort, cohort) || !share(group.members, members)) continue
          const last = group.rows[countUpTo(group, months[1]) - 1]
          if (last && last.months[1] >= months[0]) return last.row
        }
    }
    return undefined
  }
}

/** How many rows begin in a month or before, by halving. */
function countUpTo<Row>({ rows }: Group<Row>, month: number): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rows[middle]?.months[0] ?? 0) <= month) low = middle + 1
    else high = middle
  }
  return low
}

function keysOf({ carrierId, scope, scopeValue, business }: ComparedSchedule & { carrierId: number }): string[] {
  const kinds = business === 'both' ? ['new', 'renewal'] : [business]
  return kinds.map((kind) => `${carrierId}|${scope}|${scopeValue.toLowerCase()}|${kind}`)
}

const share = (one: Span, other: Span) => one[0] <= other[1] && other[0] <= one[1]

function spansOf(row: ComparedSchedule): readonly [months: Span, cohort: Span, members: Span] {
  return [
    [monthNumber(row.firstMonth), row.lastMonth === null ? Number.POSITIVE_INFINITY : monthNumber(row.lastMonth)],
    spanOf(dayNumber(row.cohortFrom), dayNumber(row.cohortTo)),
    spanOf(row.membersFrom, row.membersTo),
  ]
}

const spanOf = (from: number | null, to: number | null): Span => [
  from ?? Number.NEGATIVE_INFINITY,
  to ?? Number.POSITIVE_INFINITY,
]
/** '03/2026' → 202603, which sorts as months do. */
const monthNumber = (month: string) => Number(month.slice(3) + month.slice(0, 2))
const dayNumber = (day: string | null) => (day === null ? null : Number(day.replaceAll('-', '')))
