import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'
import { paths } from '../platform/address/paths.ts'

export const customerFeature: Feature = {
  screens: [
    {
      path: 'customerManage',
      title: 'Customers',
      allow: sectionRules.Customer.allow,
      opens: lazyRouteComponent(() => import('./customers-page.tsx'), 'CustomersPage'),
    },
    {
      path: 'customerManage/$id',
      title: 'Customer',
      allow: sectionRules.Customer.allow,
      opens: lazyRouteComponent(() => import('./page/customer-page.tsx'), 'CustomerPage'),
    },
  ],
  commands: [
    {
      label: 'New customer',
      group: 'Actions',
      allow: sectionRules.Customer.allow,
      address: paths.newCustomer,
    },
  ],
}
