import { searchInternalApplications } from '../applications/search-applications.ts'
import { searchContacts } from '../contacts/search-contacts.ts'
import { searchLeads } from '../leads/search-leads.ts'
import { searchMarketplace } from '../marketplace/search-marketplace.ts'
import { searchOffline } from '../offline/search-offline.ts'
import type { SearchKind } from '../platform/search-kind.ts'
import { searchPolicies } from '../policies/search-policies.ts'
import { searchAgents } from './search-agents.ts'

/** Everything that the search everywhere finds, in the order it is shown. A new kind is one more declaration here. */
export const declaredKinds: readonly SearchKind[] = [
  searchContacts,
  searchPolicies,
  searchLeads,
  searchMarketplace,
  searchInternalApplications,
  searchOffline,
  searchAgents,
]
