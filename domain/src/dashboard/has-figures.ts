import type { AtStake, ExpectedCash, Persistency, ReceivedMonth } from './dashboard-contract.ts'

/** What the dashboard shows of an agent and a year; absent until it is loaded, or without the right to it. */
export interface DashboardFigures {
  /** Policies of the year and of the year before. */
  policies: readonly number[]
  persistency: Persistency | undefined
  received: readonly ReceivedMonth[] | undefined
  atStake: AtStake | undefined
  cash: ExpectedCash | undefined
}

/** Whether any chart has something to show: carriers still pay for policies that began in earlier years. */
export function hasFigures({ policies, persistency, received, atStake, cash }: DashboardFigures): boolean {
  return (
    policies.some((count) => count > 0) ||
    (persistency?.clients ?? 0) > 0 ||
    (received ?? []).some(({ amount }) => amount !== '0.00') ||
    (atStake?.carriers.length ?? 0) > 0 ||
    (cash?.carriers.length ?? 0) > 0
  )
}
