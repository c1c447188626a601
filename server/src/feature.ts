import type { Resource } from '@coverdesk/domain/access/rights.ts'
import type { BulkAction, BulkKind } from '@coverdesk/domain/bulk/bulk-kinds.ts'
import type { CountedLink } from '@coverdesk/domain/menu/menu-contract.ts'
import type { NotedKindName } from '@coverdesk/domain/notes/noted-kinds.ts'
import type { ConsentSubjectKind } from '@coverdesk/domain/platform/consent-rule.ts'
import type { BulkDefinitions } from './bulk/bulk-definitions.ts'
import type { FindsConsentSubject } from './consents/consent-gate.ts'
import type { CountedList } from './menu/menu-counts.ts'
import type { OutboxDelivery } from './messages/outbox-delivery.ts'
import type { FindsRecords, NotedRecords } from './notes/noted-records.ts'
import type { Bind, Services } from './platform/http/http-call.ts'
import type { OneClick } from './platform/http/one-click.ts'
import type { PostedForm } from './platform/http/posted-form.ts'
import type { Job } from './platform/jobs/start-jobs.ts'
import type { AreaList } from './platform/lists/area-list.ts'
import type { BulkDefinition, SetOfMany } from './platform/lists/bulk-definition.ts'
import type { BulkList } from './platform/lists/bulk-list.ts'
import type { Gauge } from './platform/metrics/gauge.ts'
import type { SocketService } from './platform/realtime/socket-method.ts'
import type { BackgroundLog } from './platform/runtime/logging.ts'
import type { SearchKind } from './platform/search/search-kind.ts'

/** Registration of a feature; `features.ts` lists them all (decision 085). */
export interface Feature {
  /** Binds the routes of its contracts. */
  routes?: (on: Bind, parts: RouteParts) => void
  /** Background jobs. */
  jobs?: (parts: JobParts) => Job[]
  /** Figures for monitoring. */
  gauges?: readonly Gauge[]
  /** Kinds of records in the global search. */
  search?: readonly SearchKind[]
  /** Lists with a count in the menu, by link. */
  menu?: { readonly [Link in CountedLink]?: CountedList }
  /** Lists of the areas that visibility rules name. */
  areas?: { readonly [Area in Resource]?: AreaList }
  /** Bulk changes. */
  bulk?: { readonly [Action in BulkAction]?: BulkDefinition }
  /** Lists whose filters select the records of a bulk change. */
  bulkLists?: { readonly [Kind in BulkKind]?: BulkList }
  /** Finds the clients that routes with a consent rule name. */
  consentSubjects?: { readonly [Kind in ConsentSubjectKind]?: FindsConsentSubject }
  /** Lookup of records with notes. */
  noted?: { readonly [Kind in NotedKindName]?: FindsRecords }
  /** Socket services. */
  socket?: readonly SocketService[]
  /** Form endpoints outside the contracts. */
  postedForms?: readonly PostedForm[]
  /** One-click endpoints (RFC 8058) outside the contracts. */
  oneClicks?: readonly OneClick[]
}

/** Dependencies of a feature's routes. */
export interface RouteParts {
  buildId: string
  setOfMany: SetOfMany
  /** In display order. */
  searchKinds: readonly SearchKind[]
  countedLists: ReadonlyMap<CountedLink, CountedList>
  areaLists: ReadonlyMap<Resource, AreaList>
  bulkDefinitions: BulkDefinitions
  bulkLists: ReadonlyMap<BulkKind, BulkList>
  notedRecords: NotedRecords
}

/** Dependencies of background jobs. */
export interface JobParts {
  services: Services
  log: BackgroundLog
  delivery: Pick<OutboxDelivery, 'deliverDue'>
}
