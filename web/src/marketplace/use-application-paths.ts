import { useRouterState } from '@tanstack/react-router'
import { type ApplicationPaths, applicationPaths } from '../platform/address/paths.ts'

/** Paths of an application in the portal or in the consumer app, whichever is open. */
export function useApplicationPaths(appId: string): ApplicationPaths {
  const inConsumerApp = useRouterState({ select: ({ location }) => location.pathname.startsWith('/consumer/') })
  return applicationPaths(inConsumerApp ? 'consumer' : 'portal', appId)
}
