import { planData } from '@coverdesk/domain/plan-data/plan-data-contract.ts'
import type { Feature } from '../feature.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { listPage } from '../platform/lists/list-page.ts'
import { listPlanSets, planLoadList } from './plan-loads.ts'
import { undoPlanLoad } from './undo-plan-load.ts'

export const planDataFeature: Feature = { routes: planDataRoutes }

function planDataRoutes(on: Bind): void {
  on(planData.list, ({ db }, query) => listPage(db, planLoadList, query, { all: true }))
  on(planData.sets, ({ db }) => listPlanSets(db))
  on(planData.undo, undoPlanLoad)
}
