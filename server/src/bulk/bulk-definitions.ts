import type { BulkAction } from '@coverdesk/domain/bulk/bulk-contract.ts'
import { assignLeads, setDispositions } from '../leads/change-many-leads.ts'
import type { BulkDefinition } from '../platform/bulk-definition.ts'

/** Everything that can be set of many records at once. A further one is a line here, its definition, and its name in the contract. */
export const bulkDefinitions: Readonly<Record<BulkAction, BulkDefinition>> = {
  'lead.agent': assignLeads,
  'lead.disposition': setDispositions,
}
