import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import type { Brands } from '../platform/config/brands.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { listPage } from '../platform/lists/list-page.ts'
import { exportPolicies } from './export-policies.ts'
import { policyList } from './policy-list.ts'
import { findPolicy, summarizePolicies } from './policy-queries.ts'

export function policyRoutes(on: Bind, { brands }: { brands: Brands }): void {
  on(policies.list, (call, query) => {
    if (call.format) return exportPolicies(call, call.format, query, brands)
    return listPage(call.db, policyList, query, call.user.visibility('Policy'), yearOf(call.now))
  })
  on(policies.detail, ({ db, user }, { id }) => findPolicy(db, user.visibility('Policy'), id))
  on(policies.summaries, ({ db, user, now }, { agentId, year }) =>
    summarizePolicies(db, user.visibility('Policy'), { agentId, year: year ?? yearOf(now) }),
  )
}

const yearOf = (now: Date) => Number(todayIn(now).slice(0, 4))
