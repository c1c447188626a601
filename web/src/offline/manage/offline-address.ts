import { OfflineFilters } from '@coverdesk/domain/offline/offline-contract.ts'
import { Id } from '@coverdesk/domain/platform/page.ts'
import type { z } from 'zod'

/** URL state of the list: filters, sort, page, and the open application. */
export const OfflineAddress = OfflineFilters.extend({ application: Id.optional() })
export type OfflineAddress = z.infer<typeof OfflineAddress>

/** Pages of one application. They are not in `paths`, which every screen loads. */
export const offlinePages = {
  correct: (id: number) => `/portal/form/manage/${id}/correct`,
  print: (id: number) => `/portal/form/manage/${id}/print`,
}
