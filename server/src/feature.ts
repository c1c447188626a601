import type { BulkAction } from '@coverdesk/domain/bulk/bulk-kinds.ts'
import type { CountedLink } from '@coverdesk/domain/menu/menu-contract.ts'
import type { NotedKindName } from '@coverdesk/domain/notes/noted-kinds.ts'
import type { BulkDefinitions } from './bulk/bulk-definitions.ts'
import type { CountedList } from './menu/menu-counts.ts'
import type { OutboxDelivery } from './messages/outbox-delivery.ts'
import type { FindsRecord, NotedRecords } from './notes/noted-records.ts'
import type { Brands } from './platform/config/brands.ts'
import type { Bind, Services } from './platform/http/http-call.ts'
import type { OneClick } from './platform/http/one-click.ts'
import type { PostedForm } from './platform/http/posted-form.ts'
import type { Job } from './platform/jobs/start-jobs.ts'
import type { BulkDefinition, SetOfMany } from './platform/lists/bulk-definition.ts'
import type { WireService } from './platform/realtime/wire-service.ts'
import type { BackgroundLog } from './platform/runtime/logging.ts'
import type { SearchKind } from './platform/search/search-kind.ts'

/** What a feature gives to the product; `features.ts` lists them all (decision 085). */
export interface Feature {
  /** Binds the routes of its contracts. */
  routes?: (on: Bind, parts: RouteParts) => void
  /** What it does in the background. */
  jobs?: (parts: JobParts) => Job[]
  /** The kinds of record that the search everywhere finds. */
  search?: readonly SearchKind[]
  /** The lists that the menu counts, by the link that opens them. */
  menu?: { readonly [Link in CountedLink]?: CountedList }
  /** What can be set of many of its records at once. */
  bulk?: { readonly [Action in BulkAction]?: BulkDefinition }
  /** How a record that notes are made on is found. */
  noted?: { readonly [Kind in NotedKindName]?: FindsRecord }
  /** Its services of the socket. */
  socket?: readonly WireService[]
  /** Addresses outside the contracts that browsers post a form to by navigating. */
  postedForms?: readonly PostedForm[]
  /** Addresses outside the contracts that mail programs click for their reader. */
  oneClicks?: readonly OneClick[]
}

/** What the routes of a feature may use of the product and of all other features. */
export interface RouteParts {
  brands: Brands
  buildId: string
  setOfMany: SetOfMany
  /** In the order in which the search shows them. */
  searchKinds: readonly SearchKind[]
  countedLists: ReadonlyMap<CountedLink, CountedList>
  bulkDefinitions: BulkDefinitions
  notedRecords: NotedRecords
}

/** What background work may use. */
export interface JobParts {
  services: Services
  log: BackgroundLog
  delivery: Pick<OutboxDelivery, 'deliverDue'>
}
