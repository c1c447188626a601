import { OfflineFilters } from '@coverdesk/domain/offline/offline-contract.ts'
import { Id } from '@coverdesk/domain/platform/page.ts'
import type { z } from 'zod'

/** What the address of the list holds: the call's own filters, sort and page, and the application that is open. */
export const OfflineAddress = OfflineFilters.extend({ application: Id.optional() })
export type OfflineAddress = z.infer<typeof OfflineAddress>
