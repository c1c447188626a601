import { describe, expect, test } from 'vitest'
import type { CarrierTerms } from './carrier-terms.ts'
import { cashToCome } from './cash-to-come.ts'
import { firstDayOf, monthOfDay, showMonth } from './month-count.ts'
import type { BookVersion, CarrierFacts, PolicyFacts, ReceivedLine } from './policy-facts.ts'
import { countedSums, type LedgerMonth, policyLedger } from './policy-ledger.ts'
import { amountOfRow, divideRounded, type ScheduleRow } from './schedule-row.ts'
import { lastDayToDispute } from './variance-class.ts'
import { varianceReason } from './variance-reason.ts'

/** Worked examples of the rules of money, by their numbers: new 20.00, renewal 15.00 per member, cap 5, arrears 0, first lag 1. */
const at = (text: string) => monthOfDay(`${text}-01`)
const rowDefaults = {
  states: [],
  scope: 'all',
  scopeValue: '',
  first: at('2024-01'),
  last: null,
  cohortFrom: null,
  cohortTo: null,
  membersFrom: null,
  membersTo: null,
  basis: 'member',
  cap: 5,
  isCommissionable: true,
  firstLag: 1,
  disputeDays: null,
} as const
const newRow: ScheduleRow = { ...rowDefaults, id: 1, business: 'new', amount: 2000 }
const renewalRow: ScheduleRow = { ...rowDefaults, id: 2, business: 'renewal', amount: 1500 }

const standard: CarrierTerms = { first: null, arrears: 0, newPeriod: 'year', tolerance: 0, graceDays: 31 }

function carrier(statements: readonly string[], more: Partial<CarrierFacts> = {}): CarrierFacts {
  const months = statements.map(at)
  const books = more.books ?? [at('2026-01')]
  return {
    rows: [newRow, renewalRow],
    terms: [standard],
    disputeDays: 90,
    statements: new Map(months.map((month) => [month, 10])),
    statementDates: new Map(),
    firstStatement: months[0] ?? null,
    newestStatement: months.at(-1) ?? null,
    confirmedStatements: new Set(),
    confirmedLines: new Map(),
    tellsPaid: true,
    ...more,
    books,
    newestBook: Math.max(...books),
  }
}

const book: BookVersion = {
  book: at('2026-01'),
  isMissing: false,
  status: 'Active',
  effective: '2026-01-01',
  term: null,
  members: 3,
  premium: 43_300,
  plan: 'Complete Silver',
  state: 'FL',
  isEligible: true,
}
const ana = { from: null, until: null, npn: '111', agentId: 1 }

function policy(lines: readonly ReceivedLine[] = [], more: Partial<PolicyFacts> = {}): PolicyFacts {
  return {
    id: 1,
    versions: [book],
    holders: [ana],
    agentBegan: null,
    paidThrough: '2026-12-31',
    isBilled: true,
    hasCredit: false,
    lines,
    ...more,
  }
}

let ids = 0
/** 'YYYY-MM' of the statement and the amount in dollars. */
function line(statement: string, dollars: number, more: Partial<ReceivedLine> = {}): ReceivedLine {
  ids++
  return {
    id: ids,
    statement: at(statement),
    policyMonth: null,
    memberId: null,
    amount: dollars * 100,
    kind: 'other',
    npn: null,
    file: statement,
    line: ids,
    ...more,
  }
}

const ledger = (one: PolicyFacts, of: CarrierFacts) => policyLedger(one, [one], of)
const shown = ({ month, class: name, stake }: LedgerMonth) => `${showMonth(month)} ${name} ${stake / 100}`
const classesOf = (one: PolicyFacts, of: CarrierFacts) => ledger(one, of).map(shown)
const monthOf = (one: PolicyFacts, of: CarrierFacts, text: string): LedgerMonth => {
  const found = ledger(one, of).find(({ month }) => month === at(text))
  if (!found) throw new Error(`No ${text}`)
  return found
}

describe('money.md 10, expected', () => {
  test('example 1: seven members are paid up to the cap of five', () => {
    const seven = policy([], { versions: [{ ...book, members: 7 }] })
    expect(monthOf(seven, carrier(['2026-01']), '2026-01').amount).toBe(100_00)
  })

  test('example 2: a percentage rounds half away from zero, also for money that is taken back', () => {
    const { facts } = monthOf(policy(), carrier(['2026-01']), '2026-01')
    expect(amountOfRow({ ...newRow, basis: 'percent', amount: 250 }, facts)).toBe(10_83)
    expect(divideRounded(-433_00 * 250, 10_000)).toBe(-10_83)
  })

  test('example 3: a first month waits for the second statement, then both are missing', () => {
    expect(classesOf(policy(), carrier(['2026-01']))).toEqual(['01/2026 not due yet 0'])
    expect(classesOf(policy(), carrier(['2026-01', '2026-02']))).toEqual(['01/2026 missing 60', '02/2026 missing 60'])
  })

  test('example 4: the month of the term date is owed in full, the next is not', () => {
    const ended = policy([], { versions: [{ ...book, term: '2026-03-15' }] })
    const months = ledger(ended, carrier(['2026-01', '2026-04']))
    expect(months.map(({ month, amount }) => [showMonth(month), amount]).at(-1)).toEqual(['03/2026', 60_00])
  })

  test('example 5: the file of April counts four members from April on', () => {
    const grown = policy([], { versions: [book, { ...book, book: at('2026-04'), members: 4 }] })
    const of = carrier(['2026-03', '2026-04'], { books: [at('2026-01'), at('2026-04')] })
    expect([monthOf(grown, of, '2026-03').amount, monthOf(grown, of, '2026-04').amount]).toEqual([60_00, 80_00])
  })

  test('example 6: the next January is a renewal', () => {
    expect(monthOf(policy(), carrier(['2026-12', '2027-01']), '2027-01').amount).toBe(45_00)
  })
})

describe('money.md 10, classes', () => {
  const january = (...lines: ReceivedLine[]) => monthOf(policy(lines), carrier(['2026-01', '2026-02']), '2026-01')

  test('example 7: 45.00 is the renewal rate, 40.00 is short by 20.00, 80.00 is over by 20.00', () => {
    expect(shown(january(line('2026-01', 45)))).toBe('01/2026 renewal rate on new business 15')
    expect(shown(january(line('2026-01', 40)))).toBe('01/2026 short 20')
    expect(shown(january(line('2026-01', 80)))).toBe('01/2026 over 20')
  })

  const behind = { paidThrough: '2026-03-31' }
  const paidToMarch = ['2026-01', '2026-02', '2026-03'].map((month) => line(month, 60))
  test('example 8: a month that the insured has not paid is not due yet, and exact when the carrier pays anyway', () => {
    const of = carrier(['2026-01', '2026-02', '2026-03', '2026-04'])
    expect(shown(monthOf(policy(paidToMarch, behind), of, '2026-04'))).toBe('04/2026 not due yet 0')
    const paid = policy([...paidToMarch, line('2026-04', 60)], behind)
    expect(shown(monthOf(paid, of, '2026-04'))).toBe('04/2026 exact 0')
    expect(countedSums(ledger(paid, of))).toEqual({ expected: 240_00, received: 240_00, gap: 0 })
  })

  test('example 9: when it then ends, the money that is taken back closes the month', () => {
    const lines = [...paidToMarch, line('2026-04', 60), line('2026-05', -60)]
    const ended = policy(lines, { ...behind, versions: [{ ...book, term: '2026-04-30' }] })
    const of = carrier(['2026-01', '2026-05'], { books: [at('2026-01'), at('2026-05')] })
    const april = monthOf(ended, of, '2026-04')
    expect([april.state, shown(april)]).toEqual(['void', '04/2026 exact 0'])
  })

  test('example 10: a payment after the end is one until it is taken back', () => {
    const lines = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05'].map((month) => line(month, 60))
    const versions = [{ ...book, term: '2026-04-30' }]
    const of = carrier(['2026-01', '2026-05', '2026-06'])
    expect(shown(monthOf(policy(lines, { versions }), of, '2026-05'))).toBe('05/2026 paid after termination 60')
    const back = policy([...lines, line('2026-06', -60)], { versions })
    expect(shown(monthOf(back, of, '2026-05'))).toBe('05/2026 exact 0')
  })

  test('example 11: one amount taken back without a month is divided over the months after the end', () => {
    const lines = [
      ...['2026-01', '2026-02', '2026-03', '2026-04'].map((month) => line(month, 60)),
      line('2026-05', -120),
    ]
    const ended = policy(lines, { versions: [{ ...book, term: '2026-02-28' }] })
    const months = ledger(ended, carrier(['2026-01', '2026-05']))
    expect(months.slice(2).map((one) => [shown(one), one.pieces.at(-1)?.amount])).toEqual([
      ['03/2026 exact 0', -60_00],
      ['04/2026 exact 0', -60_00],
    ])
  })

  test('example 12: after a reinstatement the chargeback is not returned and the month in between is missing', () => {
    const lines = [...paidToMarch, line('2026-04', -60)]
    const versions = [
      book,
      { ...book, book: at('2026-04'), status: 'Terminated', term: '2026-02-28' },
      { ...book, book: at('2026-05'), status: 'Active', term: null },
    ]
    const books = [at('2026-01'), at('2026-02'), at('2026-03'), at('2026-04'), at('2026-05')]
    const one = policy(lines, { versions })
    const until = (month: string) => carrier(['2026-01', '2026-02', '2026-03', '2026-04', month], { books })
    const both = (of: CarrierFacts) => [shown(monthOf(one, of, '2026-03')), shown(monthOf(one, of, '2026-04'))]
    expect(both(until('2026-05'))).toEqual(['03/2026 not due yet 0', '04/2026 not due yet 0'])
    expect(both(until('2026-06'))).toEqual(['03/2026 chargeback not returned 60', '04/2026 missing 60'])
  })

  test('example 13: a payment to another NPN is one until it is moved', () => {
    const ben = january(line('2026-01', 60, { npn: '222' }))
    expect(shown(ben)).toBe('01/2026 wrong agent or NPN 60')
    const moved = [
      line('2026-01', 60, { npn: '222' }),
      line('2026-01', -60, { npn: '222' }),
      line('2026-01', 60, { npn: '111' }),
    ]
    expect(shown(january(...moved))).toBe('01/2026 exact 0')
  })

  test('example 14: the same 60.00 twice is a duplicate, 20.00 three times is exact', () => {
    expect(shown(january(line('2026-01', 60), line('2026-01', 60)))).toBe('01/2026 duplicate 60')
    expect(shown(january(line('2026-01', 20), line('2026-01', 20), line('2026-01', 20)))).toBe('01/2026 exact 0')
  })

  test('5 a line with a blank NPN is the agent of record’s: equal to one that names it, and not to another agent’s', () => {
    const [ben, own] = [{ npn: '222' }, { npn: '111' }]
    const taken = [line('2026-01', 60, ben), line('2026-01', -60, ben)]
    expect(shown(january(...taken, line('2026-01', 60), line('2026-01', 20)))).toBe('01/2026 over 20')
    expect(shown(january(...taken, line('2026-01', 60, own), line('2026-01', 20)))).toBe('01/2026 over 20')
    expect(shown(january(line('2026-01', 60), line('2026-01', 60, own)))).toBe('01/2026 duplicate 60')
    const unnamed = policy([...taken, line('2026-01', 60), line('2026-01', 20)], { holders: [{ ...ana, npn: null }] })
    expect(shown(monthOf(unnamed, carrier(['2026-01', '2026-02']), '2026-01'))).toBe('01/2026 duplicate 20')
  })

  test('example 15: of two payments of April the second closes March', () => {
    const lines = [line('2026-01', 60), line('2026-02', 60), line('2026-04', 60), line('2026-04', 60)]
    expect(classesOf(policy(lines), carrier(['2026-01', '2026-04'])).slice(2)).toEqual([
      '03/2026 exact 0',
      '04/2026 exact 0',
    ])
  })

  test('rule 11: a stated policy month counts, whatever is paid or due, also for money that is taken back', () => {
    const of = carrier(['2026-01', '2026-04'])
    const paidTwice = policy([
      ...['2026-01', '2026-02'].map((month) => line(month, 60)),
      line('2026-04', 60),
      line('2026-04', 60, { policyMonth: at('2026-04') }),
    ])
    expect(classesOf(paidTwice, of).slice(2)).toEqual(['03/2026 missing 60', '04/2026 duplicate 60'])
    const late = policy([
      ...['2026-01', '2026-02'].map((month) => line(month, 60)),
      line('2026-04', 60, { policyMonth: at('2026-03') }),
      line('2026-04', 60),
    ])
    expect(classesOf(late, of).slice(2)).toEqual(['03/2026 exact 0', '04/2026 exact 0'])
    const taken = policy([
      ...['2026-01', '2026-02', '2026-03', '2026-04'].map((month) => line(month, 60)),
      line('2026-04', -60, { policyMonth: at('2026-02') }),
    ])
    expect(classesOf(taken, of)).toEqual([
      '01/2026 exact 0',
      '02/2026 not due yet 0',
      '03/2026 exact 0',
      '04/2026 exact 0',
    ])
  })

  test('example 17: another 17.00 is a second line, over by 17.00', () => {
    expect(shown(january(line('2026-01', 60), line('2026-01', 17)))).toBe('01/2026 over 17')
  })

  test('example 18: 40.00 for policies that the schedule does not pay is not expected', () => {
    const cut = { ...newRow, cohortFrom: '2026-01-01', isCommissionable: false }
    const of = carrier(['2026-01'], { rows: [cut, renewalRow] })
    const month = monthOf(policy([line('2026-01', 40)]), of, '2026-01')
    expect(shown(month)).toBe('01/2026 not expected 40')
    expect(varianceReason(month, policy(), carrier([]))).toBe('$40.00 came, but the schedule pays no commission.')
  })

  test('example 21: from June on another agency is the agent of record, and 60.00 for June is not expected', () => {
    const holders = [
      { ...ana, until: '2026-06-01' },
      { from: '2026-06-01', until: null, npn: '999', agentId: null },
    ]
    const one = policy([line('2026-06', 60)], { holders })
    expect(shown(monthOf(one, carrier(['2026-01', '2026-06']), '2026-06'))).toBe('06/2026 not expected 60')
  })

  test('example 34: the last day to dispute is counted from the day of the statement, else from the end of its month', () => {
    const month = monthOf(policy(), carrier(['2026-01', '2026-03']), '2026-03')
    expect(month.class).toBe('missing')
    const dated = (...days: [string, string][]) =>
      carrier([], { statementDates: new Map(days.map(([statement, day]) => [at(statement), day])) })
    expect(lastDayToDispute(month, dated(['2026-03', '2026-04-10']))).toBe('2026-07-09')
    // A newer line counts from its own statement's day, if that is later.
    const short = monthOf(
      policy([line('2026-03', 20), line('2026-04', 10, { policyMonth: at('2026-03') })]),
      carrier(['2026-01', '2026-04']),
      '2026-03',
    )
    expect([short.class, short.received]).toEqual(['short', 3_000])
    expect(lastDayToDispute(short, dated(['2026-03', '2026-04-10'], ['2026-04', '2026-05-11']))).toBe('2026-08-09')
    expect(lastDayToDispute(short, dated(['2026-03', '2026-05-12'], ['2026-04', '2026-05-11']))).toBe('2026-08-10')
    expect(lastDayToDispute(month, carrier([]))).toBe('2026-06-29')
    expect(lastDayToDispute({ ...month, row: { ...newRow, disputeDays: 1 } }, carrier([]))).toBe('2026-04-01')
  })
})

test('months before the first statement are not compared, whatever came later, and take no payment', () => {
  const of = carrier(['2026-03'])
  expect(classesOf(policy(), of).slice(0, 3)).toEqual([
    '01/2026 not compared 0',
    '02/2026 not compared 0',
    '03/2026 missing 60',
  ])
  const reason = varianceReason(monthOf(policy(), of, '2026-02'), policy(), of)
  expect(reason).toBe('Due with the 02/2026 statement, which is before your first one.')
  expect(classesOf(policy([line('2026-03', 60), line('2026-03', 60)]), of)[2]).toBe('03/2026 duplicate 60')
  expect(classesOf(policy([line('2026-03', 180)]), of)[2]).toBe('03/2026 over 120')
  // A line of February in the file of March.
  expect(classesOf(policy([line('2026-02', -60)]), of)[1]).toBe('02/2026 not compared 0')
})

test('nothing is missing while all lines of a carrier take money back, for no statement has come', () => {
  const of = carrier(['2026-03'], { firstStatement: null })
  expect(classesOf(policy([line('2026-03', -60)]), of)).toEqual([
    '01/2026 not due yet 0',
    '02/2026 not due yet 0',
    '03/2026 not due yet 0',
  ])
})

test('3 months before the day on which the agent of record began are not compared, and the reason names the day', () => {
  const of = carrier(['2026-01', '2026-02', '2026-03', '2026-04'])
  const taken = policy([line('2026-04', 60)], { agentBegan: '2026-03-01' })
  expect(classesOf(taken, of)).toEqual([
    '01/2026 not compared 0',
    '02/2026 not compared 0',
    '03/2026 missing 60',
    '04/2026 exact 0',
  ])
  expect(varianceReason(monthOf(taken, of, '2026-02'), taken, of)).toBe(
    'The agent of record began on 03/01/2026; who was paid before is not known.',
  )
})

test('14 the reason of a duplicate names the statement of the equal payments, though a later one takes money back', () => {
  const of = carrier(['2026-01', '2026-02'])
  const lines = [line('2026-01', 60), line('2026-01', 60), line('2026-02', -20)]
  const taken = policy(lines, { versions: [{ ...book, term: '2026-01-31' }] })
  expect(classesOf(taken, of)[0]).toBe('01/2026 duplicate 40')
  expect(varianceReason(monthOf(taken, of, '2026-01'), taken, of)).toBe(
    'The same payment is on the 01/2026 statement more than once: $60.00 is due and $100.00 came.',
  )
})

test('nothing is expected for an NPN that no agent here has, and the reason names it', () => {
  const one = policy([], { holders: [{ ...ana, npn: '999', agentId: null }] })
  const month = monthOf(one, carrier(['2026-01', '2026-02']), '2026-01')
  expect(varianceReason(month, one, carrier([]))).toBe('Nothing is expected: no agent here has NPN 999.')
})

test('7 the reason of an unpaid premium names the end of the grace period: three months with a tax credit, else the carrier’s days', () => {
  const of = carrier(['2026-01', '2026-05'])
  const reasonOf = (more: Partial<PolicyFacts>) => {
    const one = policy([], { paidThrough: '2026-03-31', ...more })
    return varianceReason(monthOf(one, of, '2026-05'), one, of)
  }
  const unpaid = 'The insured hasn’t paid the premium of this month.'
  expect(reasonOf({ hasCredit: true })).toBe(`${unpaid} The grace period ends on 06/30/2026.`)
  expect(reasonOf({ hasCredit: false })).toBe(`${unpaid} The grace period ends on 05/01/2026.`)
  // The first premium has no grace.
  expect(reasonOf({ paidThrough: null })).toBe(unpaid)
})

test('4 11 terms from a month on: new business, tolerance and the statement that a month is due with', () => {
  const later: CarrierTerms = { ...standard, first: at('2026-03'), arrears: 1, tolerance: 5_00, newPeriod: 'twelve' }
  const of = carrier(['2026-02', '2026-03', '2026-04', '2026-05'], { terms: [standard, later] })
  const effective = { versions: [{ ...book, effective: '2025-06-01' }] }
  // February by the old terms: renewal after December. March by the new ones: new for twelve months, due with April.
  const one = policy([line('2026-02', 45), line('2026-04', 56)], effective)
  const february = monthOf(one, of, '2026-02')
  expect([february.amount, february.class, showMonth(february.dueWith)]).toEqual([45_00, 'exact', '02/2026'])
  const march = monthOf(one, of, '2026-03')
  expect([march.amount, march.class, showMonth(march.dueWith)]).toEqual([60_00, 'exact', '04/2026'])
})

test('a payment of two months that come together is divided, and firstDayOf is the inverse of monthOfDay', () => {
  const one = policy([line('2026-02', 120)])
  expect(classesOf(one, carrier(['2026-01', '2026-02']))).toEqual(['01/2026 exact 0', '02/2026 exact 0'])
  expect(firstDayOf(monthOfDay('2026-12-31'))).toBe('2026-12-01')
})

test('a month is not rated with the fact that the file lacks, if a row would apply to any value of it', () => {
  const reasonsOf = (more: Partial<ScheduleRow>) => {
    const policyFacts = policy([], { versions: [{ ...book, state: null, plan: null }] })
    const facts = carrier(['2026-01'], { rows: [{ ...newRow, ...more }] })
    return ledger(policyFacts, facts).map((month) => varianceReason(month, policyFacts, facts))
  }
  expect(reasonsOf({ states: ['FL'] })).toEqual([
    'No row of the schedule applies: the rows are for some states, and the file doesn’t say the policy’s.',
  ])
  expect(reasonsOf({ scope: 'metal', scopeValue: 'Silver' })).toEqual([
    'No row of the schedule applies: the rows are for some plans, and the file doesn’t say the policy’s.',
  ])
  expect(reasonsOf({ states: ['FL'], business: 'renewal' })).toEqual(['No row of the schedule applies.'])
})

test('a policy without a row of the schedule is not rated, and an advance fills the months that it covers', () => {
  expect(classesOf(policy(), carrier(['2026-01'], { rows: [] }))).toEqual(['01/2026 not rated 0'])
  const advanced = policy([line('2026-01', 150, { kind: 'advance' }), line('2026-01', 30, { kind: 'bonus' })])
  expect(classesOf(advanced, carrier(['2026-01', '2026-02', '2026-03']))).toEqual([
    '01/2026 exact 0',
    '02/2026 exact 0',
    '03/2026 short 30',
  ])
  const back = [...advanced.lines, line('2026-03', -40, { kind: 'advance' })]
  const pieces = ledger(policy(back), carrier(['2026-01', '2026-02', '2026-03'])).map(
    (one) => one.pieces.at(-1)?.amount,
  )
  expect(pieces).toEqual([6000, -1000, -3000])
})

test('an advance that comes before the coverage begins fills its months, and none of those after its end', () => {
  const paid = line('2025-12', 150, { kind: 'advance' })
  const of = carrier(['2025-12', '2026-01', '2026-02', '2026-03'])
  expect(classesOf(policy([paid]), of)).toEqual(['01/2026 exact 0', '02/2026 exact 0', '03/2026 short 30'])
  const ended = policy([paid], { versions: [{ ...book, term: '2026-01-31' }] })
  expect(classesOf(ended, of)).toEqual(['01/2026 exact 0'])
})

test('a policy without an effective date is in no cohort', () => {
  const undated = policy([], { versions: [{ ...book, effective: null }] })
  const cohorts = carrier(['2026-02'], { rows: [{ ...newRow, cohortTo: '2026-05-31' }] })
  expect(ledger(undated, cohorts).map(({ rule }) => rule)).toEqual(Array(2).fill('no row'))
})

test('nothing is due while the book says that a policy is not eligible for commission, also without a row', () => {
  const versions = [
    { ...book, isEligible: false },
    { ...book, book: at('2026-03'), isEligible: true },
  ]
  const books = [at('2026-01'), at('2026-03')]
  const of = carrier(['2026-01', '2026-02', '2026-03'], { books })
  const unpaid = policy([line('2026-02', 60), line('2026-03', 60)], { versions })
  expect(classesOf(unpaid, of)).toEqual(['01/2026 exact 0', '02/2026 not expected 60', '03/2026 exact 0'])
  expect(ledger(unpaid, of).map(({ rule }) => rule)).toEqual(['not eligible', 'not eligible', 'in force'])
  const unrated = ledger(policy([], { versions }), { ...of, rows: [] })
  expect(unrated.map(({ state }) => state)).toEqual(['none', 'none', 'unrated'])
})

test('a month of no members is not said to be paid in the first month only', () => {
  const empty = policy([], { versions: [{ ...book, members: 0 }] })
  const flat = carrier(['2026-02'], { rows: [{ ...newRow, basis: 'flat' }] })
  expect(ledger(empty, carrier(['2026-02'])).map(({ rule }) => rule)).toEqual(Array(2).fill('not commissionable'))
  expect(ledger(policy(), flat).map(({ rule }) => rule)).toEqual(['first-payment lag', 'first month only'])
})

test('a line of 0.00 is no payment of its month: the payment beside it stays there', () => {
  const paid = policy([line('2026-02', 0), line('2026-02', 60)])
  expect(classesOf(paid, carrier(['2026-01', '2026-02']))).toEqual(['01/2026 missing 60', '02/2026 exact 0'])
})

describe('cash to come', () => {
  const cashOf = (one: PolicyFacts, of: CarrierFacts) =>
    cashToCome(one, [one], of, ledger(one, of)).map(
      ({ statement, amount }) => `${showMonth(statement)} ${amount === null ? 'not rated' : amount / 100}`,
    )

  test('the next six statements bring the months in force, at the schedule’s amounts of then', () => {
    expect(cashOf(policy(), carrier(['2026-10', '2026-11']))).toEqual([
      '12/2026 60',
      '01/2027 45',
      '02/2027 45',
      '03/2027 45',
      '04/2027 45',
      '05/2027 45',
    ])
  })

  test('a month that is due with a later statement comes with it', () => {
    const late: Partial<CarrierFacts> = { terms: [{ ...standard, arrears: 1 }] }
    expect(cashOf(policy(), carrier(['2026-02', '2026-03'], late)).slice(0, 2)).toEqual(['04/2026 60', '05/2026 60'])
  })

  test('a month that no row of the schedule rates is named', () => {
    const of = carrier(['2026-10', '2026-11'], { rows: [{ ...newRow, last: at('2026-12') }] })
    expect(cashOf(policy(), of).slice(0, 2)).toEqual(['12/2026 60', '01/2027 not rated'])
  })

  test('nothing comes after the last covered month, for another agency, or while the insured is behind', () => {
    const of = carrier(['2026-01', '2026-02'])
    expect(cashOf(policy([], { versions: [{ ...book, term: '2026-04-15' }] }), of)).toEqual([
      '03/2026 60',
      '04/2026 60',
    ])
    expect(cashOf(policy([], { holders: [{ ...ana, npn: '999', agentId: null }] }), of)).toEqual([])
    const february = { books: [at('2026-02')] }
    expect(cashOf(policy([], { paidThrough: '2026-01-31' }), carrier(['2026-01'], february))).toEqual([])
    // Paid as far as the file of policies goes, which is older than the statement.
    expect(cashOf(policy([], { paidThrough: '2026-01-31' }), of)[0]).toBe('03/2026 60')
  })
})
