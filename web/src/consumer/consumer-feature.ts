import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'

export const consumerFeature: Feature = {
  consumerPages: [
    {
      path: '/',
      title: 'Home',
      opens: lazyRouteComponent(() => import('./consumer-home-page.tsx'), 'ConsumerHomePage'),
    },
  ],
}
