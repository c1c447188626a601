import { signedIn } from '@coverdesk/domain/access/claim-expression.ts'
import {
  type Icon,
  IconAdjustmentsHorizontal,
  IconFileDescription,
  IconForms,
  IconHeadset,
  IconLock,
  IconShieldHalf,
  IconUsers,
} from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { paths } from './platform/paths.ts'

/** Sections of the sidebar, in its order, with the specification's names; one appears when a screen in it may be opened. */
export const sections = {
  Application: IconFileDescription,
  Customer: IconUsers,
  Leads: IconHeadset,
  Policies: IconShieldHalf,
  'Offline Form': IconForms,
  Administration: IconAdjustmentsHorizontal,
  Security: IconLock,
} as const satisfies Record<string, Icon>
export type SectionName = keyof typeof sections

/** A screen of the portal: routes, guards, sidebar and palette are made from this one table. */
export interface Screen {
  /** Address below /portal/, with $name for a parameter and $ for everything below. The more exact one wins. */
  path: string
  title: string
  /** The claim expression of the specification (§6); `signed-in` where any signed-in person may come. */
  allow: string
  /** The screen's component, loaded when it is opened, or the address that stands for this one. */
  opens: ReturnType<typeof lazyRouteComponent> | string
  /** Its place in the sidebar: a link of that label below the section, or without label the section itself. */
  menu?: { section: SectionName; label?: string }
}

/** Whoever passes the portal's gate. */
const inside = 'agent|customer'

/** The right to read contacts and customers. */
const seesCustomers = 'agent view.customer|admin.customer'

/** The right to enter and look after offline applications (§6). */
const usesOffline = 'agent view.OfflineApp|admin.OfflineApp'

/** The right to read policies (§6). */
const seesPolicies = 'agent view.Policy|admin.Policy'

/** The right to read rates of agents (§6). */
const seesRates = 'administrator view.AgentRate'

const greeting = lazyRouteComponent(() => import('./shell/greeting-page.tsx'), 'GreetingPage')
const notImplemented = lazyRouteComponent(() => import('./shell/not-implemented-page.tsx'), 'NotImplementedPage')
const rates = lazyRouteComponent(() => import('./rates/rates-page.tsx'), 'RatesPage')
const users = lazyRouteComponent(() => import('./users/users-page.tsx'), 'UsersPage')
const marketplaceReturn = lazyRouteComponent(
  () => import('./shell/marketplace-return-page.tsx'),
  'MarketplaceReturnPage',
)

export const screens: readonly Screen[] = [
  { path: 'dashboard', title: 'Welcome', allow: inside, opens: greeting },
  { path: 'customer', title: 'Welcome', allow: inside, opens: greeting },
  {
    path: 'application',
    title: 'Application',
    allow: 'customer',
    opens: lazyRouteComponent(() => import('./shell/application-page.tsx'), 'ApplicationPage'),
    menu: { section: 'Application' },
  },
  { path: 'mk/return', title: 'Marketplace', allow: inside, opens: marketplaceReturn },
  { path: 'mk/return/$type', title: 'Marketplace', allow: inside, opens: marketplaceReturn },

  { path: 'contact', title: 'Contacts', allow: seesCustomers, opens: paths.contacts },
  {
    path: 'contact/managment',
    title: 'Contacts',
    allow: seesCustomers,
    opens: lazyRouteComponent(() => import('./contacts/contacts-page.tsx'), 'ContactsPage'),
    menu: { section: 'Customer' },
  },
  {
    path: 'contact/duplicates',
    title: 'Possible duplicates',
    allow: seesCustomers,
    opens: lazyRouteComponent(() => import('./contacts/duplicates-page.tsx'), 'DuplicatesPage'),
  },
  {
    path: 'customerManage',
    title: 'Customers',
    allow: seesCustomers,
    opens: lazyRouteComponent(() => import('./customers/customers-page.tsx'), 'CustomersPage'),
  },
  {
    path: 'customerManage/$id',
    title: 'Customer',
    allow: seesCustomers,
    opens: lazyRouteComponent(() => import('./customers/customer-page.tsx'), 'CustomerPage'),
  },

  {
    path: 'leads',
    title: 'Leads',
    allow: 'agent view.Lead|admin.Lead',
    opens: lazyRouteComponent(() => import('./leads/leads-page.tsx'), 'LeadsPage'),
    menu: { section: 'Leads' },
  },

  { path: 'policies', title: 'Policies', allow: seesPolicies, opens: paths.policies },
  {
    path: 'policies/manage',
    title: 'Policies',
    allow: seesPolicies,
    opens: lazyRouteComponent(() => import('./policies/policy-list-page.tsx'), 'PolicyListPage'),
    menu: { section: 'Policies', label: 'Policies' },
  },
  {
    path: 'policies/$id',
    title: 'Policy',
    allow: seesPolicies,
    opens: lazyRouteComponent(() => import('./policies/policy-page.tsx'), 'PolicyPage'),
  },

  // More exact than policies/$id, so that they are no policies; their screens come with unpaid and lost policies.
  { path: 'policies/unpaid-policies', title: 'Unpaid Policies', allow: seesPolicies, opens: notImplemented },
  { path: 'policies/lost', title: 'Lost', allow: seesPolicies, opens: notImplemented },

  // With its slash, or else what stands for everything below 'manage' would come before it.
  { path: 'manage/', title: 'Administration', allow: 'administrator', opens: paths.agents },
  {
    path: 'manage/agents',
    title: 'Agent Manage',
    allow: 'administrator',
    opens: lazyRouteComponent(() => import('./agents/agents-page.tsx'), 'AgentsPage'),
    menu: { section: 'Administration', label: 'Agent Manage' },
  },
  {
    path: 'manage/rates',
    title: 'Agent Rates',
    allow: seesRates,
    opens: rates,
    menu: { section: 'Administration', label: 'Agent Rates' },
  },
  { path: 'manage/rates/$agentId', title: 'Agent Rates', allow: seesRates, opens: rates },
  {
    path: 'manage/upload',
    title: 'Upload Files',
    allow: 'administrator view.UploadFile',
    opens: lazyRouteComponent(() => import('./uploads/upload-page.tsx'), 'UploadPage'),
    menu: { section: 'Administration', label: 'Upload Files' },
  },
  { path: 'manage/$', title: 'Administration', allow: 'administrator', opens: notImplemented },

  { path: 'form', title: 'Offline Form', allow: usesOffline, opens: paths.newForm },
  {
    path: 'form/new',
    title: 'New Form',
    allow: usesOffline,
    opens: lazyRouteComponent(() => import('./offline/offline-new-page.tsx'), 'OfflineNewPage'),
    menu: { section: 'Offline Form', label: 'New Form' },
  },
  {
    path: 'form/manage',
    title: 'Offline applications',
    allow: usesOffline,
    opens: lazyRouteComponent(() => import('./offline/offline-manage-page.tsx'), 'OfflineManagePage'),
    menu: { section: 'Offline Form', label: 'Manage' },
  },

  // One screen for the whole area.
  { path: 'security', title: 'Users', allow: 'securityadmin', opens: users },
  {
    path: 'security/users',
    title: 'Users',
    allow: 'securityadmin',
    opens: users,
    menu: { section: 'Security', label: 'Users' },
  },
  { path: 'security/$', title: 'Users', allow: 'securityadmin', opens: users },

  {
    path: 'myaccount',
    title: 'My Account',
    allow: inside,
    opens: lazyRouteComponent(() => import('./profile/my-account-page.tsx'), 'MyAccountPage'),
  },
  {
    path: 'outbox',
    title: 'Outbox',
    allow: 'administrator',
    opens: lazyRouteComponent(() => import('./messages/outbox-page.tsx'), 'OutboxPage'),
  },
  {
    path: 'error',
    title: 'Error',
    allow: signedIn,
    opens: lazyRouteComponent(() => import('./shell/error-page.tsx'), 'ErrorPage'),
  },
  { path: '$', title: 'Not Implemented', allow: signedIn, opens: notImplemented },
]
