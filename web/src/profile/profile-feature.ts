import { lazyRouteComponent } from '@tanstack/react-router'
import { portalUsers } from '../access/portal-gate.ts'
import type { Feature } from '../feature.ts'

export const profileFeature: Feature = {
  screens: [
    {
      path: 'myaccount',
      synonyms: ['profile', 'change password', 'photo', 'language'],
      title: 'My Account',
      allow: portalUsers,
      opens: lazyRouteComponent(() => import('./my-account-page.tsx'), 'MyAccountPage'),
    },
  ],
  consumerPages: [
    {
      path: 'account',
      title: 'My Account',
      opens: lazyRouteComponent(() => import('./client-account-page.tsx'), 'ClientAccountPage'),
    },
  ],
}
