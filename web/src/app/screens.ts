import { mayPass, signedIn } from '@coverdesk/domain/access/claim-expression.ts'
import { actionRules, barRules, type SectionName, sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import type { CurrentUser } from '@coverdesk/domain/access/rights.ts'
import { anyAdministrator } from '@coverdesk/domain/access/rights.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '../platform/address/paths.ts'

/** Sections of the sidebar in its order; a section appears if the user may open a screen in it. */
export const sections = [
  'Application',
  'Dashboard',
  'Customer',
  'Leads',
  'Policies',
  'Direct Enrollment',
  'Pto',
  'Commission',
  'Offline Form',
  'Marketing',
  'Administration',
  'Security',
] as const satisfies readonly SectionName[]
export type Section = (typeof sections)[number]

/** Screen of the portal: routes, guards, sidebar and palette are derived from this table. */
export interface Screen {
  /** Path below /portal/, with $name for a parameter and $ for everything below. The more specific one wins. */
  path: string
  title: string
  /** Title for users who see something else there. */
  titleFor?(user: CurrentUser): string
  /** Claim expression of the specification (§6); `signed-in` for any signed-in user. */
  allow: string
  /** Lazily loaded component of the screen, or the path that it redirects to. */
  opens: ReturnType<typeof lazyRouteComponent> | string
  /** Place in the sidebar: a link with that label in the section, or without label the section itself. */
  menu?: { section: Section; label?: string }
}

/** Users who pass the portal's gate. */
const portalUsers = 'agent|customer'

const { Customer, Leads, Policies, Pto, Commission, Administration, Security } = sectionRules
const offline = sectionRules['Offline Form']
const enrollment = sectionRules['Direct Enrollment']

const greeting = lazyRouteComponent(() => import('../standing-pages/greeting-page.tsx'), 'GreetingPage')
const notImplemented = lazyRouteComponent(
  () => import('../standing-pages/not-implemented-page.tsx'),
  'NotImplementedPage',
)
const rates = lazyRouteComponent(() => import('../rates/rates-page.tsx'), 'RatesPage')
const users = lazyRouteComponent(() => import('../users/users-page.tsx'), 'UsersPage')
const marketplaceReturn = lazyRouteComponent(
  () => import('../handoffs/marketplace-return-page.tsx'),
  'MarketplaceReturnPage',
)

export const screens: readonly Screen[] = [
  {
    path: 'dashboard',
    title: 'Dashboard',
    // Customers start here too, with a greeting.
    allow: portalUsers,
    titleFor: (user) => (mayPass(sectionRules.Dashboard.allow, user) ? 'Dashboard' : 'Welcome'),
    opens: lazyRouteComponent(() => import('../standing-pages/start-page.tsx'), 'StartPage'),
    menu: { section: 'Dashboard' },
  },
  { path: 'customer', title: 'Welcome', allow: portalUsers, opens: greeting },
  {
    path: 'application',
    title: 'Application',
    allow: sectionRules.Application.allow,
    opens: lazyRouteComponent(() => import('../standing-pages/application-page.tsx'), 'ApplicationPage'),
    menu: { section: 'Application' },
  },
  {
    path: 'mk/redirect',
    title: 'Marketplace',
    allow: barRules.marketplace,
    opens: lazyRouteComponent(() => import('../handoffs/redirect-page.tsx'), 'MarketplaceRedirectPage'),
  },
  {
    path: 'ede/redirect',
    title: 'EDE',
    allow: barRules.ede,
    opens: lazyRouteComponent(() => import('../handoffs/redirect-page.tsx'), 'EdeRedirectPage'),
  },
  { path: 'mk/return', title: 'Marketplace', allow: portalUsers, opens: marketplaceReturn },
  { path: 'mk/return/$type', title: 'Marketplace', allow: portalUsers, opens: marketplaceReturn },

  { path: 'mk', title: 'Applications', allow: enrollment.allow, opens: paths.applications },
  {
    path: 'mk/applications',
    title: 'Applications',
    allow: enrollment.allow,
    opens: lazyRouteComponent(() => import('../marketplace/applications-page.tsx'), 'ApplicationsPage'),
    menu: { section: 'Direct Enrollment', label: 'Applications' },
  },
  {
    path: 'mk/applications/$appId',
    title: 'Application',
    allow: actionRules.seesOneApplication,
    opens: lazyRouteComponent(() => import('../marketplace/one-application-page.tsx'), 'OneApplicationPage'),
  },
  {
    path: 'mk/applications/$appId/plans',
    title: 'Plans',
    allow: actionRules.seesOneApplication,
    opens: lazyRouteComponent(() => import('../plans/application-plans-page.tsx'), 'ApplicationPlansPage'),
  },
  {
    path: 'mk/applications/$appId/plans/$planId',
    title: 'Plan',
    allow: actionRules.seesOneApplication,
    opens: lazyRouteComponent(() => import('../plans/application-plans-page.tsx'), 'ApplicationPlanPage'),
  },
  {
    path: 'mk/applications/$appId/enrollment',
    title: 'Enrollment',
    allow: actionRules.seesOneApplication,
    opens: lazyRouteComponent(() => import('../enrollment/enrollment-page.tsx'), 'EnrollmentPage'),
  },
  {
    path: 'mk/applications/$appId/enrollment/$groupId/plans',
    title: 'Plans',
    allow: actionRules.seesOneApplication,
    opens: lazyRouteComponent(() => import('../plans/group-plans-page.tsx'), 'GroupPlansPage'),
  },
  {
    path: 'mk/applications/$appId/enrollment/$groupId/plans/$planId',
    title: 'Plan',
    allow: actionRules.seesOneApplication,
    opens: lazyRouteComponent(() => import('../plans/group-plans-page.tsx'), 'GroupPlanPage'),
  },

  { path: 'contact', title: 'Contacts', allow: Customer.allow, opens: paths.contacts },
  {
    path: 'contact/managment',
    title: 'Contacts',
    allow: Customer.allow,
    opens: lazyRouteComponent(() => import('../contacts/contacts-page.tsx'), 'ContactsPage'),
    menu: { section: 'Customer' },
  },
  {
    path: 'contact/duplicates',
    title: 'Possible duplicates',
    allow: Customer.allow,
    opens: lazyRouteComponent(() => import('../contacts/duplicates-page.tsx'), 'DuplicatesPage'),
  },
  {
    path: 'customerManage',
    title: 'Customers',
    allow: Customer.allow,
    opens: lazyRouteComponent(() => import('../customers/customers-page.tsx'), 'CustomersPage'),
  },
  {
    path: 'customerManage/$id',
    title: 'Customer',
    allow: Customer.allow,
    opens: lazyRouteComponent(() => import('../customers/page/customer-page.tsx'), 'CustomerPage'),
  },

  {
    path: 'leads',
    title: 'Leads',
    allow: Leads.allow,
    opens: lazyRouteComponent(() => import('../leads/leads-page.tsx'), 'LeadsPage'),
    menu: { section: 'Leads' },
  },

  { path: 'policies', title: 'Policies', allow: Policies.allow, opens: paths.policies },
  {
    path: 'policies/manage',
    title: 'Policies',
    allow: Policies.allow,
    opens: lazyRouteComponent(() => import('../policies/policy-list-page.tsx'), 'PolicyListPage'),
    menu: { section: 'Policies', label: 'Policies' },
  },
  {
    path: 'policies/$id',
    title: 'Policy',
    allow: Policies.allow,
    opens: lazyRouteComponent(() => import('../policies/detail/policy-page.tsx'), 'PolicyPage'),
  },

  // More specific than policies/$id, so that these are not policies.
  {
    path: 'policies/unpaid-policies',
    title: 'Unpaid Policies',
    allow: Policies.links['Unpaid Policies'],
    opens: lazyRouteComponent(() => import('../unpaid/unpaid-page.tsx'), 'UnpaidPoliciesPage'),
    menu: { section: 'Policies', label: 'Unpaid Policies' },
  },
  {
    path: 'policies/lost',
    title: 'Lost',
    allow: Policies.links.Lost,
    opens: lazyRouteComponent(() => import('../unpaid/unpaid-page.tsx'), 'LostPoliciesPage'),
    menu: { section: 'Policies', label: 'Lost' },
  },

  { path: 'commissions', title: 'Commission', allow: Commission.allow, opens: paths.payments },
  {
    path: 'pto',
    title: 'Paid time off',
    allow: Pto.allow,
    opens: lazyRouteComponent(() => import('../pto/pto-page.tsx'), 'PtoPage'),
    menu: { section: 'Pto' },
  },

  {
    path: 'commissions/statement',
    title: 'Statement',
    allow: Commission.links.Statement,
    opens: lazyRouteComponent(() => import('../commissions/statement-page.tsx'), 'StatementPage'),
    menu: { section: 'Commission', label: 'Statement' },
  },
  {
    path: 'commissions/payment',
    title: 'Agent Payment',
    allow: Commission.links['Agent Payment'],
    opens: lazyRouteComponent(() => import('../payments/payment-page.tsx'), 'PaymentPage'),
    menu: { section: 'Commission', label: 'Agent Payment' },
  },
  {
    path: 'commissions/tracking',
    title: 'Tracking',
    allow: Commission.links.Tracking,
    opens: lazyRouteComponent(() => import('../commissions/tracking-page.tsx'), 'TrackingPage'),
    menu: { section: 'Commission', label: 'Tracking' },
  },
  {
    path: 'commissions/manage',
    title: 'Commission statements',
    allow: actionRules.runStatements,
    opens: lazyRouteComponent(() => import('../commissions/manage-page.tsx'), 'ManagePage'),
  },

  // With the trailing slash; otherwise the catch-all below 'manage' would win.
  { path: 'manage/', title: 'Administration', allow: Administration.allow, opens: paths.agents },
  {
    path: 'manage/carriers',
    title: 'Carriers',
    allow: Administration.links.Carriers,
    opens: lazyRouteComponent(() => import('../carriers/carriers-page.tsx'), 'CarriersPage'),
    menu: { section: 'Administration', label: 'Carriers' },
  },
  {
    path: 'manage/agents',
    title: 'Agent Manage',
    allow: Administration.links['Agent Manage'],
    opens: lazyRouteComponent(() => import('../agents/agents-page.tsx'), 'AgentsPage'),
    menu: { section: 'Administration', label: 'Agent Manage' },
  },
  {
    path: 'manage/rates',
    title: 'Agent Rates',
    allow: Administration.links['Agent Rates'],
    opens: rates,
    menu: { section: 'Administration', label: 'Agent Rates' },
  },
  { path: 'manage/rates/$agentId', title: 'Agent Rates', allow: Administration.links['Agent Rates'], opens: rates },
  {
    path: 'manage/logs',
    title: 'Logs',
    allow: Administration.links.Logs,
    opens: lazyRouteComponent(() => import('../logs/logs-page.tsx'), 'LogsPage'),
    menu: { section: 'Administration', label: 'Logs' },
  },
  {
    path: 'manage/audit_logs',
    title: 'Audit Logs',
    allow: Administration.links['Audit Logs'],
    opens: lazyRouteComponent(() => import('../audit/audit-logs-page.tsx'), 'AuditLogsPage'),
    menu: { section: 'Administration', label: 'Audit Logs' },
  },
  {
    path: 'manage/upload',
    title: 'Upload Files',
    allow: Administration.links['Upload Files'],
    opens: lazyRouteComponent(() => import('../uploads/upload-page.tsx'), 'UploadPage'),
    menu: { section: 'Administration', label: 'Upload Files' },
  },
  {
    path: 'manage/reports',
    title: 'Reports',
    allow: Administration.links.Reports,
    opens: lazyRouteComponent(() => import('../reports/reports-page.tsx'), 'ReportsPage'),
    menu: { section: 'Administration', label: 'Reports' },
  },
  {
    path: 'manage/lists',
    title: 'Lists',
    allow: Administration.links.Lists,
    opens: lazyRouteComponent(() => import('../lookups/lists-page.tsx'), 'ListsPage'),
    menu: { section: 'Administration', label: 'Lists' },
  },
  // In the palette, not in the sidebar, whose links are the specification's.
  {
    path: 'manage/agency',
    title: 'Agency',
    allow: Administration.allow,
    opens: lazyRouteComponent(() => import('../agency/agency-page.tsx'), 'AgencyPage'),
  },
  { path: 'manage/$', title: 'Administration', allow: Administration.allow, opens: notImplemented },

  { path: 'form', title: 'Offline Form', allow: offline.allow, opens: paths.newForm },
  {
    path: 'form/new',
    title: 'New Form',
    allow: offline.allow,
    opens: lazyRouteComponent(() => import('../offline/form/offline-new-page.tsx'), 'OfflineNewPage'),
    menu: { section: 'Offline Form', label: 'New Form' },
  },
  {
    path: 'form/manage',
    title: 'Offline applications',
    allow: offline.allow,
    opens: lazyRouteComponent(() => import('../offline/manage/offline-manage-page.tsx'), 'OfflineManagePage'),
    menu: { section: 'Offline Form', label: 'Manage' },
  },

  {
    path: 'marketing',
    title: 'Marketing',
    allow: sectionRules.Marketing.allow,
    opens: lazyRouteComponent(() => import('../marketing/marketing-page.tsx'), 'MarketingPage'),
    menu: { section: 'Marketing' },
  },

  // One screen for the whole area.
  { path: 'security', title: 'Users', allow: Security.allow, opens: users },
  {
    path: 'security/users',
    title: 'Users',
    allow: Security.allow,
    opens: users,
    menu: { section: 'Security', label: 'Users' },
  },
  // In the palette and linked from notifications, not in the sidebar, whose links are the specification's.
  {
    path: 'security/alerts',
    title: 'Security Alerts',
    allow: actionRules.readsAlerts,
    opens: lazyRouteComponent(() => import('../alerts/alerts-page.tsx'), 'AlertsPage'),
  },
  {
    path: 'security/approvals',
    title: 'Approvals',
    allow: anyAdministrator,
    opens: lazyRouteComponent(() => import('../users/approvals/approvals-page.tsx'), 'ApprovalsPage'),
  },
  { path: 'security/$', title: 'Users', allow: Security.allow, opens: users },

  {
    path: 'myaccount',
    title: 'My Account',
    allow: portalUsers,
    opens: lazyRouteComponent(() => import('../profile/my-account-page.tsx'), 'MyAccountPage'),
  },
  {
    path: 'outbox',
    title: 'Outbox',
    allow: 'administrator',
    opens: lazyRouteComponent(() => import('../messages/outbox-page.tsx'), 'OutboxPage'),
  },
  {
    path: 'error',
    title: 'Error',
    allow: signedIn,
    opens: lazyRouteComponent(() => import('../standing-pages/error-page.tsx'), 'ErrorPage'),
  },
  { path: '$', title: 'Not Implemented', allow: signedIn, opens: notImplemented },
]
