import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'

export const sandboxFeature: Feature = {
  // The built-in sandbox exchange, an external party with its own frame.
  publicPages: [
    {
      path: 'exchange/authorize',
      title: 'Authorize your agent',
      opens: lazyRouteComponent(() => import('./authorize-page.tsx'), 'AuthorizePage'),
      framed: false,
    },
    {
      path: 'exchange',
      title: 'Sandbox exchange',
      opens: lazyRouteComponent(() => import('./sandbox-page.tsx'), 'SandboxPage'),
      framed: false,
    },
  ],
}
