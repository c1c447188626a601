import { variances } from '@coverdesk/domain/variances/variance-contract.ts'
import { waitingLedgersJob } from '../expected/derive-waiting-ledgers.ts'
import type { Feature } from '../feature.ts'
import { bulkList } from '../platform/lists/bulk-list.ts'
import { assignVariances } from './assign-variances.ts'
import { varianceList } from './variance-list.ts'
import { seenVariances } from './variance-queries.ts'
import { varianceRoutes } from './variance-routes.ts'

export const varianceFeature: Feature = {
  routes: varianceRoutes,
  bulk: { 'variance.agent': assignVariances },
  jobs: ({ services: { db } }) => [waitingLedgersJob(db)],
  bulkLists: { variance: bulkList(variances.list.input, varianceList, (user) => user.visibility('Statement')) },
  noted: { variance: (db, user, ids) => seenVariances(db, user.visibility('Statement'), ids) },
}
