import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { payAgentsOf } from '../platform/auth/pay-readers.ts'
import { listOrExport } from '../platform/exports/list-export.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { payPolicyExport, policyExport } from './policy-list.ts'
import { findPolicy, summarizePolicies } from './policy-queries.ts'
import { sumReceived } from './sum-received.ts'

export function policyRoutes(on: Bind): void {
  on(policies.list, (call, query) => {
    const year = yearOf(call.now)
    const agents = payAgentsOf(call.user)
    const exported = agents ? payPolicyExport : policyExport
    const titled = { ...exported, title: `${exported.title} ${year}` }
    const parameter = agents ? `{${[year, ...agents].join()}}` : year
    return listOrExport(call, titled, query, call.user.visibility('Policy'), parameter)
  })
  on(policies.detail, ({ db, user }, { id }) => findPolicy(db, user.visibility('Policy'), id, payAgentsOf(user)))
  on(policies.received, ({ db, user, now }, filters) =>
    sumReceived(db, filters, user.visibility('Policy'), { year: yearOf(now), payAgents: payAgentsOf(user) }),
  )
  on(policies.summaries, ({ db, user, now }, { agentId, year }) =>
    summarizePolicies(db, user.visibility('Policy'), { agentId, year: year ?? yearOf(now) }),
  )
}

const yearOf = (now: Date) => Number(todayIn(now).slice(0, 4))
