import { threeSources } from '@coverdesk/domain/three-sources/source-contract.ts'
import type { Feature } from '../feature.ts'
import { listOrExport } from '../platform/exports/list-export.ts'
import { compareSourcesJob } from './compare-sources-job.ts'
import { explainUnit } from './explain-unit.ts'
import { reopenSource, reviewSource } from './review-source.ts'
import { shownMonth } from './shown-month.ts'
import { sourceExport } from './source-list.ts'
import { summarizeSources } from './summarize-sources.ts'

export const sourceFeature: Feature = {
  routes: (on) => {
    on(threeSources.list, async (call, query) => {
      const month = query.month ?? (await shownMonth(call.db))
      return await listOrExport(call, sourceExport, { ...query, month }, call.user.visibility('Statement'))
    })
    on(threeSources.summary, summarizeSources)
    on(threeSources.one, explainUnit)
    on(threeSources.review, reviewSource)
    on(threeSources.reopen, reopenSource)
  },
  jobs: ({ services: { db } }) => [compareSourcesJob(db)],
}
