import { payRuns } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { listOrExport } from '../platform/exports/list-export.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { confirmStatements, recalculateRun, removeRun, reopenRun, setRunStatus, startRun } from './change-run.ts'
import { closeRun } from './close-run.ts'
import { agentBalanceExport } from './detail/agent-balance-export.ts'
import { divideStatement } from './detail/divide-statement.ts'
import { explainPart } from './detail/explain-part.ts'
import { partLineExport } from './detail/part-line-list.ts'
import { readRunDetail } from './detail/run-detail.ts'
import { agentStatement } from './files/agent-statement.ts'
import { runJournal } from './files/run-journal.ts'
import { payRunExport } from './pay-run-list.ts'
import { explainRunAgent, runsLockedSince } from './pay-run-queries.ts'
import { runAgentExport } from './run-agent-list.ts'
import { runLineExport } from './run-line-list.ts'

export function payRunRoutes(on: Bind): void {
  on(payRuns.list, (call, query) => listOrExport(call, payRunExport, query, { all: true }))
  on(payRuns.one, ({ db }, { id }) => readRunDetail(db, id))
  on(payRuns.running, async ({ db }) => ({ since: await runsLockedSince(db) }))
  on(payRuns.balances, (call, query) =>
    listOrExport(call, agentBalanceExport, query, call.user.visibility('AgentPayment')),
  )
  on(payRuns.start, startRun)
  on(payRuns.calculate, recalculateRun)
  on(payRuns.remove, removeRun)
  on(payRuns.confirm, confirmStatements)
  on(payRuns.close, closeRun)
  on(payRuns.setStatus, setRunStatus)
  on(payRuns.reopen, reopenRun)
  on(payRuns.part, ({ db, user }, input) => explainPart(db, user.visibility('AgentPayment'), input))
  on(payRuns.ofStatement, ({ db, user }, input) => divideStatement(db, user.visibility('AgentPayment'), input))
  on(payRuns.partLines, (call, query) =>
    listOrExport(call, partLineExport, query, call.user.visibility('AgentPayment')),
  )
  on(payRuns.agents, (call, query) => listOrExport(call, runAgentExport, query, call.user.visibility('AgentPayment')))
  on(payRuns.agent, ({ db, user }, ids) => explainRunAgent(db, user.visibility('AgentPayment'), ids))
  on(payRuns.lines, (call, query) => listOrExport(call, runLineExport, query, call.user.visibility('AgentPayment')))
  on(payRuns.statement, agentStatement)
  on(payRuns.journal, runJournal)
}
