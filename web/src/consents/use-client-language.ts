import { clientConsents } from '@coverdesk/domain/consents/client-consent-contract.ts'
import type { MessageLanguage } from '@coverdesk/domain/messages/message-kinds.ts'
import { useQuery } from '@tanstack/react-query'
import { useHasAccess } from '../access/current-user.ts'
import { apiQuery } from '../platform/api/query.ts'

/** Language in which the client of an application was last asked to sign, for what is sent next; English before that. */
export function useClientLanguage(appId: string | undefined): MessageLanguage {
  const mayRead = useHasAccess(clientConsents.one.allow)
  const { data } = useQuery({
    ...apiQuery(clientConsents.one, { appId: appId ?? '' }),
    enabled: mayRead && appId !== undefined,
  })
  return data?.language ?? 'en'
}
