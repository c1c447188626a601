import { healthSherpa } from '@coverdesk/domain/healthsherpa/health-sherpa-contract.ts'
import type { Feature } from '../feature.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { listPage } from '../platform/lists/list-page.ts'
import { connectUpdate, receiveUpdate } from './receive-update.ts'
import { startSession } from './start-session.ts'
import { updateList } from './update-list.ts'

export const healthSherpaFeature: Feature = { routes: healthSherpaRoutes }

function healthSherpaRoutes(on: Bind): void {
  on(healthSherpa.receive, receiveUpdate)
  on(healthSherpa.list, ({ db, user }, query) => listPage(db, updateList, query, user.visibility('Application')))
  on(healthSherpa.setUp, async ({ services }) => ({ canStart: services.enrollmentSessions !== null }))
  on(healthSherpa.start, startSession)
  on(healthSherpa.connect, connectUpdate)
}
