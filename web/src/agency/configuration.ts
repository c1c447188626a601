import { type Configuration, shell } from '@coverdesk/domain/shell/shell-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useHasAccess } from '../access/current-user.ts'
import { apiQuery } from '../platform/api/query.ts'
import { useToken } from '../platform/session/session.ts'

const configuration = { ...apiQuery(shell.configuration, {}), staleTime: Number.POSITIVE_INFINITY, retry: true }

/** Configuration of the installation; fetched once per session, undefined until loaded. */
export function useConfiguration(): Configuration | undefined {
  const token = useToken()
  const { data } = useQuery({ ...configuration, enabled: token !== null })
  return data
}

/** Whether the signed-in user can read this installation's messages at /outbox. */
export function useHasOutbox(): boolean {
  const administrator = useHasAccess('administrator')
  return useConfiguration()?.outbox === true && administrator
}
