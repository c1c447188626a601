import { applications } from '@coverdesk/domain/applications/application-contract.ts'
import type { Feature } from '../feature.ts'
import { visibleRecords } from '../notes/noted-records.ts'
import { bulkList } from '../platform/lists/bulk-list.ts'
import { applicationList } from './application-list.ts'
import { applicationRoutes } from './application-routes.ts'
import { applicationVisibility } from './application-visibility.ts'
import { assignApplications } from './assign-applications.ts'
import { searchInternalApplications } from './search-internal-applications.ts'

export const applicationFeature: Feature = {
  routes: applicationRoutes,
  search: [searchInternalApplications],
  bulk: { 'application.agent': assignApplications },
  bulkLists: { application: bulkList(applications.list.input, () => applicationList, applicationVisibility) },
  noted: {
    application: (db, user, ids) =>
      visibleRecords(db, ids, {
        table: 'internal_applications',
        key: 'id',
        owner: 'owner',
        visibility: applicationVisibility(user),
      }),
  },
}
