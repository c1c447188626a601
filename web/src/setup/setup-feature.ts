import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'

export const setupFeature: Feature = {
  // Creates the first administrator of an installation without users; the link's code is after the #.
  publicPages: [
    {
      path: 'setup',
      title: 'Set up Coverdesk',
      opens: lazyRouteComponent(() => import('./setup-page.tsx'), 'SetupPage'),
      framed: false,
    },
  ],
}
