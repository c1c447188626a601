import {
  minSearchLength,
  type SearchGroup,
  type SearchHit,
  type SearchKindName,
  search,
} from '@coverdesk/domain/search/search-contract.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { paths } from '../platform/address/paths.ts'
import { apiQuery } from '../platform/api/query.ts'

/** Debounce in ms before the server is queried. */
const pause = 120
const none: readonly SearchGroup[] = []

/** Heading of each kind of record, and the page of a result. */
export const recordKinds: Record<SearchKindName, { name: string; address(hit: SearchHit): string }> = {
  contact: {
    name: 'Customers and contacts',
    address: ({ id, badge }) => (badge === 'Customer' ? paths.customerPage(id) : paths.contact(id)),
  },
  policy: { name: 'Policies', address: ({ id }) => paths.policy(id) },
  lead: { name: 'Leads', address: ({ id }) => paths.lead(id) },
  'marketplace-application': {
    name: 'Marketplace applications',
    address: ({ id, key }) => paths.ownApplication(key ?? String(id)),
  },
  'internal-application': {
    name: 'Internal applications',
    address: ({ id, key }) => paths.internalApplication(key ?? String(id)),
  },
  'offline-application': { name: 'Offline applications', address: ({ id }) => paths.offlineApplication(id) },
  agent: { name: 'Agents', address: ({ id }) => paths.agent(id) },
  user: { name: 'Users', address: ({ id }) => paths.user(id) },
}

/** Records that match the text; `busy` while the latest query is running. */
export function useRecordSearch(typed: string) {
  const wanted = typed.trim()
  const [requested] = useDebouncedValue(wanted, pause)
  const enough = [...requested].length >= minSearchLength && [...wanted].length >= minSearchLength
  const { data, isFetching, error } = useQuery({
    ...apiQuery(search.everywhere, { q: requested }),
    enabled: enough,
    placeholderData: keepPreviousData,
  })
  return {
    groups: enough && data ? data.groups : none,
    busy: [...wanted].length >= minSearchLength && (isFetching || requested !== wanted),
    error: enough ? error : null,
  }
}
