import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { agentContracts } from '@coverdesk/domain/pay-terms/agent-contract-contract.ts'
import { policySplits } from '@coverdesk/domain/pay-terms/split-contract.ts'
import { listOrExport } from '../platform/exports/list-export.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { withSpanDays } from '../platform/lists/span-filters.ts'
import { adjustmentKind } from './adjustment-kind.ts'
import { advanceKind } from './advance-kind.ts'
import { agentContractKind } from './agent-contract-kind.ts'
import { holdKind } from './hold-kind.ts'
import { readMinimumPayout, setMinimumPayout } from './minimum-payout.ts'
import { overrideKind } from './override-kind.ts'
import { findPayTerm, type PayTermKind, type PayTermRow } from './pay-term-kind.ts'
import { changePolicySplit, readPolicySplits } from './policy-splits.ts'
import { createPayTerm, editPayTerm, payTermHistory, removePayTerm } from './save-pay-term.ts'
import { splitExport } from './split-export.ts'
import { uplineKind } from './upline-kind.ts'

/** Binds the routes of each kind of terms, and those that only one kind has. */
export function payTermRoutes(on: Bind): void {
  for (const bindTo of bindings) bindTo(on)
  on(agentContracts.minimumPayout, readMinimumPayout)
  on(agentContracts.setMinimumPayout, setMinimumPayout)
  on(policySplits.list, (call, query) =>
    listOrExport(call, splitExport, withSpanDays(query, todayIn(call.now)), call.user.visibility('Policy')),
  )
  on(policySplits.ofPolicy, readPolicySplits)
  on(policySplits.change, changePolicySplit)
}

const bindings = [
  routesOf(agentContractKind),
  routesOf(uplineKind),
  routesOf(overrideKind),
  routesOf(advanceKind),
  routesOf(adjustmentKind),
  routesOf(holdKind),
]

function routesOf<Row extends Said & PayTermRow, Said>(kind: PayTermKind<Row, Said>): (on: Bind) => void {
  const { calls, exported } = kind
  return (on) => {
    on(calls.list, (call, query) => listOrExport(call, exported, withSpanDays(query, todayIn(call.now)), { all: true }))
    on(calls.create, createPayTerm(kind))
    on(calls.one, ({ db }, { id }) => findPayTerm(db, kind, id))
    on(calls.edit, editPayTerm(kind))
    on(calls.remove, removePayTerm(kind))
    on(calls.history, payTermHistory(kind))
  }
}
