import { amountOf } from '../fields/amount.ts'

/** Amounts of an agent in a closed run, in whole cents. */
export interface JournalAgent {
  name: string
  /** Earned, overrides and adjustments. */
  expense: number
  /** Advances less recoveries. */
  advances: number
  /** Carried in less carried out. */
  carried: number
  paid: number
}

interface JournalRun {
  name: string
  number: string
  /** YYYY-MM-DD. */
  closedOn: string
  paidOn: string | null
}

/** Headings that QuickBooks Online imports. */
export const journalHeadings = [
  'JournalNo',
  'JournalDate',
  'AccountName',
  'Debits',
  'Credits',
  'Description',
  'Name',
] as const

const accounts = {
  expense: 'Commission Expense',
  advances: 'Agent Advances',
  carried: 'Commissions Carried Forward',
  payable: 'Commissions Payable',
  bank: 'Checking',
} as const

/**
 * Journal of a run: its close books expenses, advances and carried balances against what is payable, its payment what is payable
 * against the bank. Debits are credits in each entry.
 */
export function journalOf(run: JournalRun, agents: readonly JournalAgent[]): string[][] {
  const line = (number: string, day: string, account: keyof typeof accounts, debit: number, agent: JournalAgent) =>
    debit === 0
      ? []
      : [
          [
            number,
            `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`,
            accounts[account],
            debit > 0 ? amountOf(debit) : '',
            debit < 0 ? amountOf(0 - debit) : '',
            `Pay run ${run.name}`,
            agent.name,
          ],
        ]
  const close = agents.flatMap((agent) => [
    ...line(run.number, run.closedOn, 'expense', agent.expense, agent),
    ...line(run.number, run.closedOn, 'advances', agent.advances, agent),
    ...line(run.number, run.closedOn, 'carried', agent.carried, agent),
    ...line(run.number, run.closedOn, 'payable', 0 - agent.paid, agent),
  ])
  const { paidOn } = run
  if (paidOn === null) return close
  const number = `${run.number}-P`
  return [
    ...close,
    ...agents.flatMap((agent) => [
      ...line(number, paidOn, 'payable', agent.paid, agent),
      ...line(number, paidOn, 'bank', 0 - agent.paid, agent),
    ]),
  ]
}
