import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'
import { paths } from '../platform/address/paths.ts'

export const contactFeature: Feature = {
  screens: [
    { path: 'contact', title: 'Contacts', allow: sectionRules.Customer.allow, opens: paths.contacts },
    {
      path: 'contact/managment',
      synonyms: ['contacts'],
      title: 'Contacts',
      allow: sectionRules.Customer.allow,
      opens: lazyRouteComponent(() => import('./contacts-page.tsx'), 'ContactsPage'),
      menu: { section: 'Customer' },
    },
    {
      path: 'contact/duplicates',
      synonyms: ['merge contacts', 'customers'],
      title: 'Possible duplicates',
      allow: sectionRules.Customer.allow,
      opens: lazyRouteComponent(() => import('./duplicates-page.tsx'), 'DuplicatesPage'),
    },
  ],
}
