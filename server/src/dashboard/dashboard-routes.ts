import { dashboard } from '@coverdesk/domain/dashboard/dashboard-contract.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { countPersistency } from './count-persistency.ts'
import { expectedCash } from './expected-cash.ts'
import { receivedByMonth } from './received-by-month.ts'
import { sumStakes } from './sum-stakes.ts'

export function dashboardRoutes(on: Bind): void {
  on(dashboard.persistency, ({ db, user, now }, query) =>
    countPersistency(db, user.visibility('Policy'), { ...query, today: todayIn(now) }),
  )
  on(dashboard.atStake, ({ db, user, now }, query) =>
    sumStakes(db, user.visibility('Statement'), { ...query, today: todayIn(now) }),
  )
  on(dashboard.expectedCash, ({ db, user, now }, query) =>
    expectedCash(db, user.visibility('Statement'), { ...query, today: todayIn(now) }),
  )
  on(dashboard.received, ({ db, user }, query) => receivedByMonth(db, user, query))
}
