import { useRouterState } from '@tanstack/react-router'
import { type ApplicationPaths, applicationPaths } from '../platform/address/paths.ts'

/** The addresses of an application where one is: in the portal or in the consumer app, which shows the same under its own. */
export function useApplicationPaths(appId: string): ApplicationPaths {
  const inConsumerApp = useRouterState({ select: ({ location }) => location.pathname.startsWith('/consumer/') })
  return applicationPaths(inConsumerApp ? 'consumer' : 'portal', appId)
}
