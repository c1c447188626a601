import { authorizations, type ExchangeAuthorization } from '@coverdesk/domain/authorizations/authorization-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useHasAccess } from '../access/current-user.ts'
import { apiQuery } from '../platform/api/query.ts'

/** The application whose client authorizes the agent. */
export interface AuthorizedApplication {
  of: 'marketplace' | 'wizard'
  id: string
}

export interface Authorization {
  data: ExchangeAuthorization | undefined
  error: unknown
  refetch(): void
  /** Whether a submission would be refused. */
  isMissing: boolean
}

/** The client's authorization of the agent at the exchange; nothing for clients, who need none. */
export function useAuthorization({ of, id }: AuthorizedApplication, enabled = true): Authorization {
  const mayRead = useHasAccess(authorizations.one.allow)
  const { data, error, refetch } = useQuery({
    ...apiQuery(authorizations.one, { of, id }),
    enabled: mayRead && enabled,
  })
  const isMissing = data !== undefined && data.state !== 'valid' && data.state !== 'not-asked'
  return { data, error, refetch: () => void refetch(), isMissing }
}
