import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'

export const termsFeature: Feature = {
  publicPages: [
    {
      path: 'terms',
      title: 'Terms of Use',
      opens: lazyRouteComponent(() => import('./terms-page.tsx'), 'TermsPage'),
    },
  ],
}
