import { type PlantedCarrier, type PlantedRate, plantedCarriers, unpaidPlan } from './planted-carriers.ts'

/** Months of 2026, 1 to 6: statements of each, books of policies of these. */
export const lastStatement = 6
export const bookMonths = [1, 3, 5] as const

/** What a carrier's book of a month says of a policy. */
export interface BookRow {
  number: string
  first: string
  last: string
  dob: string
  member: string
  npn: string
  effective: string
  term: string
  paidThrough: string
  status: string
  members: number
  /** Whole cents. */
  premium: number
  plan: string
  state: string
}

export interface StatementRow {
  statement: number
  number: string
  name: string
  npn: string
  /** Whole cents. */
  amount: number
  kind: string
}

/** Policy month that the product has to report, and what of it. */
export interface PlantedFault {
  carrier: string
  number: string
  month: number
  class: string
  /** Whole cents. */
  stake: number
  expected: number
  received: number
}

export interface PlantedPolicy {
  carrier: PlantedCarrier
  /** By month of the book; a policy that a book leaves out has no row of it. */
  book: Map<number, BookRow>
  lines: StatementRow[]
  faults: PlantedFault[]
  story: string
}

const pad = (number: number) => String(number).padStart(2, '0')
const day = (year: number, month: number, date: number) => `${pad(month)}/${pad(date)}/${year}`
const lastDay = [31, 28, 31, 30, 31, 30]
const plans = ['Silver 4 HMO', 'Gold 2 PPO', 'Bronze 7 EPO', 'Gold Plus 1']
const names = ['Rosa', 'Ines', 'Keisha', 'John', 'Maria', 'Leo', 'Ada', 'Minh']
const lasts = ['Ledesma', 'Alvarez', 'Marlowe', 'Reed', 'Garcia', 'Diaz', 'Voss', 'Tran']

/** A policy in the making. */
interface Draft {
  carrier: PlantedCarrier
  row: BookRow
  effective: { year: number; month: number }
  /** NPNs of the agency's agents. */
  agents: readonly string[]
  random: (below: number) => number
  /** Members from the book of this month on. */
  change?: { book: number; members: number }
}

/** What the carrier owes for a month of 2026 that is in force, in whole cents, as new business, or as a renewal. */
function due(draft: Draft, month: number, isNew = isNewIn(draft, month)): number {
  const { carrier, row, change } = draft
  const members = change && month >= change.book ? change.members : row.members
  const fits = (rate: PlantedRate) =>
    (rate.business === 'both' || rate.business === (isNew ? 'new' : 'renewal')) &&
    (!rate.states || rate.states.includes(row.state)) &&
    (!rate.plan || rate.plan === row.plan) &&
    (!rate.metal || row.plan.includes(rate.metal))
  const own = carrier.rates.filter(fits)
  const rate = own.find(({ plan }) => plan) ?? own.find(({ metal }) => metal) ?? own[0]
  if (!rate) throw new Error(`No rate for ${row.number}`)
  if (rate.pays === false) return 0
  if (rate.basis === 'policy') return rate.amount
  if (rate.basis === 'percent') return Math.floor((row.premium * rate.amount * 2 + 10_000) / 20_000)
  return rate.amount * Math.min(members, rate.cap ?? members)
}

function isNewIn({ carrier, effective: { year, month: first } }: Draft, month: number): boolean {
  return carrier.newPeriod === 'year' ? year === 2026 : 2026 * 12 + month < year * 12 + first + 12
}

const firstMonthOf = ({ effective }: Draft) => (effective.year === 2026 ? effective.month : 1)
/** Statement that a month is due with. */
function statementOf(draft: Draft, month: number): number {
  const { carrier, effective } = draft
  const first = effective.year === 2026 ? effective.month + carrier.firstLag : 0
  return Math.max(month + carrier.arrears, first)
}

/** Months whose payment stands alone in a statement that came, and for which a fault can be seen. */
function settledMonths(draft: Draft, spare = 0): number[] {
  const first = firstMonthOf(draft) + (draft.effective.year === 2026 ? draft.carrier.firstLag + 1 : 0)
  return Array.from({ length: lastStatement }, (_, at) => at + 1).filter(
    (month) => month >= first && statementOf(draft, month) + spare <= lastStatement,
  )
}

export type Story = (draft: Draft) => Omit<PlantedPolicy, 'carrier' | 'story'> | null

const line = ({ row }: Draft, statement: number, amount: number, more: Partial<StatementRow> = {}): StatementRow => ({
  statement,
  number: row.number,
  name: `${row.first} ${row.last}`,
  npn: row.npn,
  amount,
  kind: '',
  ...more,
})

/** Books from the policy's first month on; `of` changes what one says, null leaves the policy out. */
function books(draft: Draft, of: (book: number) => Partial<BookRow> | null = () => ({})): Map<number, BookRow> {
  const { row, change } = draft
  return new Map(
    bookMonths
      .filter((book) => book >= firstMonthOf(draft))
      .flatMap((book) => {
        const says = of(book)
        const members = change && book >= change.book ? change.members : row.members
        return says === null ? [] : [[book, { ...row, members, ...says }] as const]
      }),
  )
}

/** Lines that pay each month in full, to the last one in force. */
function payments(draft: Draft, to = lastStatement): StatementRow[] {
  return Array.from({ length: lastStatement }, (_, at) => at + 1)
    .filter((month) => month >= firstMonthOf(draft) && month <= to && statementOf(draft, month) <= lastStatement)
    .map((month) => line(draft, statementOf(draft, month), due(draft, month)))
}

const told = (draft: Draft, lines: StatementRow[], faults: PlantedFault[] = [], book = books(draft)) => ({
  book,
  lines,
  faults,
})

function fault(draft: Draft, month: number, of: string, stake: number, received: number, expected?: number) {
  const owed = expected ?? due(draft, month)
  return {
    carrier: draft.carrier.name,
    number: draft.row.number,
    month,
    class: of,
    stake,
    expected: owed,
    received,
  }
}

/**
 * Rule 11: a first payment that comes a month late, and no other with it, is for the statement's own month, which nothing else pays. So
 * the first month is missing, and the next one is of this class, or none when it is owed, too.
 */
function lateFirst(draft: Draft, to: number, of: string | null): PlantedFault[] {
  const { carrier, effective } = draft
  const first = firstMonthOf(draft)
  if (effective.year !== 2026 || carrier.firstLag === 0 || first > to || first + carrier.firstLag <= to) return []
  const amount = due(draft, first)
  const next = of === null ? [] : [fault(draft, first + carrier.firstLag, of, amount, amount, 0)]
  return [fault(draft, first, 'missing', amount, 0), ...next]
}

/** Picks a month, and replaces the line that pays it. */
function replacing(
  spare: number,
  story: (draft: Draft, month: number, own: number) => [StatementRow[], PlantedFault | null] | null,
): Story {
  return (draft) => {
    const months = settledMonths(draft, spare)
    const month = months[draft.random(months.length)]
    if (month === undefined) return null
    const own = due(draft, month)
    const made = story(draft, month, own)
    if (!made) return null
    const [lines, planted] = made
    const statement = statementOf(draft, month)
    const others = payments(draft).filter((one) => one.statement !== statement)
    return told(draft, [...others, ...lines], planted ? [planted] : [])
  }
}

/** The book of this month and later ones end the policy. */
function ending(draft: Draft, book: number, says: Partial<BookRow> | null): Map<number, BookRow> {
  return books(draft, (month) => (month < book ? {} : says))
}

/** A month in which a book ends the policy, with its last covered month. */
function endOf(draft: Draft): { book: number; last: number; says: Partial<BookRow> | null } | null {
  const book = draft.random(2) === 0 ? 3 : 5
  const way = draft.random(4)
  const last = way < 2 ? book - 1 - draft.random(2) : book - 1
  if (firstMonthOf(draft) > last || bookMonths.every((one) => one >= book || one < firstMonthOf(draft))) return null
  if (way === 3) return { book, last, says: null }
  if (way === 2) return { book, last, says: { status: 'Terminated', term: '' } }
  const date = draft.random(2) === 0 ? (lastDay[last - 1] ?? 28) : 10 + draft.random(10)
  return { book, last, says: { status: 'Terminated', term: day(2026, last, date) } }
}

/** Faults by class, each in the ways in which it comes about. */
export const faultStories: Readonly<Record<string, readonly Story[]>> = {
  missing: [
    replacing(0, (draft, month, own) => [[], fault(draft, month, 'missing', own, 0)]),
    (draft) => {
      // Reinstated, and one of the months since the end was forgotten: the others fill the oldest first.
      const back = reinstated(draft)
      if (!back) return null
      const month = 5 - draft.carrier.arrears
      const lines = back.lines.filter((one) => one.statement < lastStatement)
      const kept = back.lines.filter((one) => one.statement === lastStatement).slice(1)
      return { ...back, lines: [...lines, ...kept], faults: [fault(draft, month, 'missing', due(draft, month), 0)] }
    },
  ],
  short: [
    replacing(0, (draft, month, own) => {
      const less = draft.carrier.tolerance + 1 + draft.random(own - draft.carrier.tolerance - 2)
      if (own - less <= 0 || own - less === due(draft, month, false)) return null
      const came = own - less
      return [[line(draft, statementOf(draft, month), came)], fault(draft, month, 'short', less, came)]
    }),
  ],
  'renewal rate on new business': [
    replacing(0, (draft, month, own) => {
      const renewal = due(draft, month, false)
      if (!isNewIn(draft, month) || renewal >= own || renewal <= 0) return null
      const came = [line(draft, statementOf(draft, month), renewal)]
      return [came, fault(draft, month, 'renewal rate on new business', own - renewal, renewal)]
    }),
  ],
  'wrong agent or NPN': [
    replacing(0, (draft, month, own) => [
      [line(draft, statementOf(draft, month), own, { npn: '70000001' })],
      fault(draft, month, 'wrong agent or NPN', own, own),
    ]),
    replacing(0, (draft, month, own) => {
      const other = draft.agents[draft.random(draft.agents.length)]
      if (other === undefined || other === draft.row.npn) return null
      const came = [line(draft, statementOf(draft, month), own, { npn: other })]
      return [came, fault(draft, month, 'wrong agent or NPN', own, own)]
    }),
  ],
  duplicate: [
    replacing(0, (draft, month, own) => {
      const times = 2 + draft.random(2)
      const came = Array.from({ length: times }, () => line(draft, statementOf(draft, month), own))
      return [came, fault(draft, month, 'duplicate', own * (times - 1), own * times)]
    }),
  ],
  over: [
    replacing(0, (draft, month, own) => {
      const more = draft.carrier.tolerance + 1 + draft.random(own * 3)
      const came = [line(draft, statementOf(draft, month), own + more)]
      return [came, fault(draft, month, 'over', more, own + more)]
    }),
  ],
  'chargeback not returned': [
    replacing(1, (draft, month, own) => {
      const back = draft.random(2) === 0 ? own : 1 + draft.random(own - 1)
      const statement = statementOf(draft, month)
      const came = [line(draft, statement, own), line(draft, statement, 0 - back)]
      return [came, fault(draft, month, 'chargeback not returned', back, own - back)]
    }),
  ],
  'paid after termination': [
    (draft) => {
      const end = endOf(draft)
      if (!end) return null
      const months = 1 + draft.random(2)
      const late = Array.from({ length: months }, (_, at) => end.last + 1 + at).filter(
        (month) => statementOf(draft, month) <= lastStatement,
      )
      if (late.length === 0) return null
      const lines = late.map((month) => line(draft, statementOf(draft, month), due(draft, month)))
      const faults = late.map((month) =>
        fault(draft, month, 'paid after termination', due(draft, month), due(draft, month), 0),
      )
      return told(draft, [...payments(draft, end.last), ...lines], faults, ending(draft, end.book, end.says))
    },
  ],
  'not expected': [
    // Another agency's client.
    (draft) => {
      draft.row.npn = '79999999'
      const [month] = settledMonths(draft)
      if (month === undefined) return null
      const amount = due(draft, month)
      const lines = [line(draft, month + draft.carrier.arrears, amount, { npn: '' })]
      return told(draft, lines, [fault(draft, month, 'not expected', amount, amount, 0)])
    },
    // Of a plan that pays nothing.
    (draft) => {
      if (draft.carrier.rates.every(({ plan }) => plan !== unpaidPlan)) return null
      draft.row.plan = unpaidPlan
      const month = firstMonthOf(draft) + draft.random(2)
      if (statementOf(draft, month) > lastStatement) return null
      const lines = [line(draft, month, 40_00)]
      return told(draft, lines, [fault(draft, month, 'not expected', 40_00, 40_00, 0)])
    },
    // Before it began.
    (draft) => {
      const { year, month } = draft.effective
      if (year !== 2026 || month < 2 || draft.carrier.firstLag > 0) return null
      const early = month - 1
      const lines = [...payments(draft), line(draft, early + draft.carrier.arrears, 31_00)]
      return told(draft, lines, [fault(draft, early, 'not expected', 31_00, 31_00, 0)])
    },
    // The premium was never paid, and the policy ended.
    (draft) => {
      if (firstMonthOf(draft) > 2) return null
      draft.row.paidThrough = day(2026, 2, 28)
      const month = 3 + draft.random(2)
      const amount = due(draft, month)
      const lines = [...payments(draft, 2), line(draft, statementOf(draft, month), amount)]
      const says = { status: 'Terminated', term: day(2026, 4, 30) }
      const others = month === 3 ? [] : lateFirst(draft, 2, 'not expected')
      const faults = [fault(draft, month, 'not expected', amount, amount, 0), ...others]
      return told(draft, lines, faults, ending(draft, 5, says))
    },
  ],
}

/** Ended by one book and back in the next, which makes the months between owed with the statement after it. */
function reinstated(draft: Draft) {
  if (draft.effective.year !== 2025 || draft.change) return null
  const book = books(draft, (month) => (month === 3 ? { status: 'Terminated', term: day(2026, 2, 28) } : {}))
  const last = lastStatement - draft.carrier.arrears
  const amount = due(draft, last)
  // Months that change from new to renewal differ in their amounts.
  if ([3, 4, 5, 6].some((month) => due(draft, month) !== amount)) return null
  const since = Array.from({ length: last - 2 }, () => line(draft, lastStatement, amount))
  return told(draft, [...payments(draft, 2), ...since], [], book)
}

/** What looks like a fault and is none. */
export const quietStories: readonly Story[] = [
  // Paid a month late.
  replacing(1, (draft, month, own) => {
    const next = statementOf(draft, month) + 1
    if (due(draft, month + 1) !== own || draft.change) return null
    return [[line(draft, next, own)], null]
  }),
  // Taken back and paid again.
  replacing(1, (draft, month, own) => {
    const statement = statementOf(draft, month)
    if (due(draft, month + 1) !== own || draft.change) return null
    return [[line(draft, statement, own), line(draft, statement, 0 - own), line(draft, statement + 1, own)], null]
  }),
  // Two months by one line.
  (draft) => {
    const [month] = settledMonths(draft, 1)
    if (month === undefined || draft.change) return null
    const [one, two] = [statementOf(draft, month), statementOf(draft, month + 1)]
    const lines = payments(draft).filter(({ statement }) => statement !== one && statement !== two)
    return told(draft, [...lines, line(draft, two, due(draft, month) + due(draft, month + 1))])
  },
  // Ended, with what was paid too long taken back.
  (draft) => {
    const end = endOf(draft)
    if (!end || statementOf(draft, end.last + 2) > lastStatement) return null
    const late = statementOf(draft, end.last + 1)
    const amount = due(draft, end.last + 1)
    const lines = [line(draft, late, amount), line(draft, late + 1, 0 - amount)]
    return told(draft, [...payments(draft, end.last), ...lines], [], ending(draft, end.book, end.says))
  },
  (draft) => {
    const end = endOf(draft)
    if (!end) return null
    const faults = lateFirst(draft, end.last, 'paid after termination')
    return told(draft, payments(draft, end.last), faults, ending(draft, end.book, end.says))
  },
  reinstated,
  // The insured is behind: nothing is owed yet, and what comes anyway is fine.
  (draft) => {
    draft.row.paidThrough = day(2026, 3, 31)
    const to = draft.random(2) === 0 ? 3 : lastStatement
    return told(draft, payments(draft, to), lateFirst(draft, to, null))
  },
  (draft) => {
    draft.row.npn = '79999999'
    return told(draft, [])
  },
  (draft) => {
    if (draft.carrier.rates.every(({ plan }) => plan !== unpaidPlan)) return null
    draft.row.plan = unpaidPlan
    return told(draft, [])
  },
  (draft) => told(draft, [], [], ending(draft, firstMonthOf(draft), { status: 'Cancelled' })),
  // A difference within the carrier's tolerance.
  replacing(0, (draft, month, own) => {
    const { tolerance } = draft.carrier
    if (tolerance === 0) return null
    const off = draft.random(2 * tolerance + 1) - tolerance
    return [[line(draft, statementOf(draft, month), own + off)], null]
  }),
  // A bonus pays no month.
  (draft) => told(draft, [...payments(draft), line(draft, 4, 125_00, { kind: 'bonus' })]),
  // The statement spells the number in its own way, or names no agent.
  (draft) => {
    const number = draft.row.number.toLowerCase().replace('-', ' ')
    return told(
      draft,
      payments(draft).map((one) => ({ ...one, number, npn: '' })),
    )
  },
  // More members from a book on.
  (draft) => {
    if (draft.effective.year === 2026) return null
    draft.change = { book: draft.random(2) === 0 ? 3 : 5, members: draft.row.members === 1 ? 3 : draft.row.members - 1 }
    return told(draft, payments(draft))
  },
]

const plain: Story = (draft) => told(draft, payments(draft))

/** A policy of a random carrier with a story: a fault of a class, something that looks like one, or nothing at all. */
export function plantPolicy(
  at: number,
  agents: readonly string[],
  random: (below: number) => number,
  story: 'plain' | 'quiet' | { fault: string },
): PlantedPolicy {
  for (let tries = 0; tries < 200; tries++) {
    const draft = draftOf(at, agents, random)
    const stories = story === 'plain' ? [plain] : story === 'quiet' ? quietStories : (faultStories[story.fault] ?? [])
    const made = stories[random(stories.length)]?.(draft)
    if (made) return { ...made, carrier: draft.carrier, story: typeof story === 'string' ? story : story.fault }
  }
  throw new Error(`No policy fits the story of ${JSON.stringify(story)}`)
}

function draftOf(at: number, agents: readonly string[], random: (below: number) => number): Draft {
  const carrier = plantedCarriers[random(plantedCarriers.length)] ?? plantedCarriers[0]
  if (!carrier) throw new Error('No carrier')
  const year = 2024 + random(3)
  const month = 1 + random(year === 2026 ? 5 : 12)
  const date = random(10) === 0 ? 15 : 1
  const row: BookRow = {
    number: `LK-${String(at).padStart(7, '0')}`,
    first: names[random(names.length)] ?? '',
    last: `${lasts[random(lasts.length)]}${at}`,
    dob: day(1950 + random(50), 1 + random(12), 1 + random(28)),
    member: `M${at}`,
    npn: agents[random(agents.length)] ?? '',
    effective: day(year, month, date),
    term: '',
    paidThrough: day(2026, 12, 31),
    status: 'Active',
    members: 1 + random(7),
    premium: 180_00 + random(700_00),
    plan: plans[random(plans.length)] ?? '',
    state: ['FL', 'GA', 'TX'][random(3)] ?? '',
  }
  return { carrier, row, effective: { year, month }, agents, random }
}
