import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'

export const messageFeature: Feature = {
  screens: [
    {
      path: 'outbox',
      synonyms: ['demo messages'],
      title: 'Outbox',
      allow: 'administrator',
      opens: lazyRouteComponent(() => import('./outbox-page.tsx'), 'OutboxPage'),
    },
  ],
}
