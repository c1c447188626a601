import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { adjustments } from '@coverdesk/domain/pay-terms/adjustment-contract.ts'
import { advances } from '@coverdesk/domain/pay-terms/advance-contract.ts'
import { agentContracts } from '@coverdesk/domain/pay-terms/agent-contract-contract.ts'
import { holds } from '@coverdesk/domain/pay-terms/hold-contract.ts'
import { overrides } from '@coverdesk/domain/pay-terms/override-contract.ts'
import { policySplits } from '@coverdesk/domain/pay-terms/split-contract.ts'
import { uplines } from '@coverdesk/domain/pay-terms/upline-contract.ts'
import { type ListExport, listOrExport } from '../platform/exports/list-export.ts'
import type { Bind, SignedInCall } from '../platform/http/http-call.ts'
import type { ListRequest } from '../platform/lists/list-declaration.ts'
import { withSpanDays } from '../platform/lists/span-filters.ts'
import { adjustmentExport, adjustmentKind } from './adjustment-kind.ts'
import { advanceExport, advanceKind } from './advance-kind.ts'
import { agentContractExport, agentContractKind } from './agent-contract-kind.ts'
import { holdExport, holdKind } from './hold-kind.ts'
import { readMinimumPayout, setMinimumPayout } from './minimum-payout.ts'
import { overrideExport, overrideKind } from './override-kind.ts'
import { findPayTerm, type PayTermKind, type PayTermRow } from './pay-term-kind.ts'
import { changePolicySplit, readPolicySplits } from './policy-splits.ts'
import { createPayTerm, editPayTerm, payTermHistory, removePayTerm } from './save-pay-term.ts'
import { uplineExport, uplineKind } from './upline-kind.ts'

type When = { when?: 'now' | 'coming' | 'ended' | undefined }

const listOf = (exported: ListExport) => (call: SignedInCall, query: ListRequest & When) =>
  listOrExport(call, exported, withSpanDays(query, todayIn(call.now)), { all: true })

const handlersOf = <Row extends Said & PayTermRow, Said>(kind: PayTermKind<Row, Said>) => ({
  create: createPayTerm(kind),
  one: ({ db }: SignedInCall, { id }: { id: number }) => findPayTerm(db, kind, id),
  edit: editPayTerm(kind),
  remove: removePayTerm(kind),
  history: payTermHistory(kind),
})

export function payTermRoutes(on: Bind): void {
  const contract = handlersOf(agentContractKind)
  on(agentContracts.list, listOf(agentContractExport))
  on(agentContracts.create, contract.create)
  on(agentContracts.one, contract.one)
  on(agentContracts.edit, contract.edit)
  on(agentContracts.remove, contract.remove)
  on(agentContracts.history, contract.history)
  on(agentContracts.minimumPayout, readMinimumPayout)
  on(agentContracts.setMinimumPayout, setMinimumPayout)

  const upline = handlersOf(uplineKind)
  on(uplines.list, listOf(uplineExport))
  on(uplines.create, upline.create)
  on(uplines.one, upline.one)
  on(uplines.edit, upline.edit)
  on(uplines.remove, upline.remove)
  on(uplines.history, upline.history)

  const override = handlersOf(overrideKind)
  on(overrides.list, listOf(overrideExport))
  on(overrides.create, override.create)
  on(overrides.one, override.one)
  on(overrides.edit, override.edit)
  on(overrides.remove, override.remove)
  on(overrides.history, override.history)

  on(policySplits.ofPolicy, readPolicySplits)
  on(policySplits.change, changePolicySplit)

  const advance = handlersOf(advanceKind)
  on(advances.list, listOf(advanceExport))
  on(advances.create, advance.create)
  on(advances.one, advance.one)
  on(advances.edit, advance.edit)
  on(advances.remove, advance.remove)
  on(advances.history, advance.history)

  const adjustment = handlersOf(adjustmentKind)
  on(adjustments.list, listOf(adjustmentExport))
  on(adjustments.create, adjustment.create)
  on(adjustments.one, adjustment.one)
  on(adjustments.edit, adjustment.edit)
  on(adjustments.remove, adjustment.remove)
  on(adjustments.history, adjustment.history)

  const hold = handlersOf(holdKind)
  on(holds.list, listOf(holdExport))
  on(holds.create, hold.create)
  on(holds.one, hold.one)
  on(holds.edit, hold.edit)
  on(holds.remove, hold.remove)
  on(holds.history, hold.history)
}
