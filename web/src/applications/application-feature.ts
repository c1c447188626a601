import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'

export const applicationFeature: Feature = {
  publicPages: [
    { path: 'sign', title: 'Consent', opens: lazyRouteComponent(() => import('./sign/sign-page.tsx'), 'SignPage') },
  ],
}
