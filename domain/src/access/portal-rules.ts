import { anyAdministrator } from './rights.ts'

/**
 * Access rules of the portal (portal §6), in the order and with the names of the sidebar. Screens, guards, API routes
 * and the description of a change of rights all take their expression from here, so they cannot differ. A section or
 * link without a screen is in no menu.
 */

const seesPolicies = 'agent view.Policy|admin.Policy'
const seesApplications = 'view.Application|admin.Application'
const usesOffline = 'agent view.OfflineApp|admin.OfflineApp'
const runsCommissions = 'agent administrator view.Statement|admin.Statement'
const runsPay = 'agent administrator admin.AgentPayment'
const markets = 'agent view.marketing|admin.marketing'

interface SectionRule {
  readonly allow: string
  /** Links by label; a section without links is itself the link. */
  readonly links?: Readonly<Record<string, string>>
}

export const sectionRules = {
  Application: { allow: 'customer' },
  Dashboard: { allow: 'agent' },
  Customer: { allow: 'agent view.customer|admin.customer' },
  Leads: { allow: 'agent view.Lead|admin.Lead' },
  Policies: {
    allow: seesPolicies,
    links: {
      Policies: seesPolicies,
      'Unpaid Policies': seesPolicies,
      Lost: seesPolicies,
      'Three Sources': `${runsCommissions} view.Policy|admin.Policy`,
    },
  },
  'Direct Enrollment': { allow: seesApplications, links: { Applications: seesApplications } },
  Pto: { allow: 'agent view.PTO|admin.PTO' },
  Commission: {
    allow:
      'agent view.Statement|admin.Statement|view.AgentPayment|admin.AgentPayment|view.CommissionTracking|admin.CommissionTracking',
    links: {
      Statement: 'agent view.Statement|admin.Statement',
      'Agent Payment': 'agent view.AgentPayment|admin.AgentPayment',
      'Pay Runs': runsPay,
      Balances: runsPay,
      'Bank Accounts': runsPay,
      'Tax Forms': runsPay,
      Tracking: 'agent view.CommissionTracking|admin.CommissionTracking',
      Exceptions: runsCommissions,
      Variances: runsCommissions,
      Disputes: runsCommissions,
      Schedules: runsCommissions,
      'Agent Contracts': runsCommissions,
      Hierarchy: runsCommissions,
      Adjustments: runsCommissions,
    },
  },
  'Offline Form': { allow: usesOffline, links: { 'New Form': usesOffline, Manage: usesOffline } },
  Marketing: { allow: markets },
  Administration: {
    allow: 'administrator',
    links: {
      Carriers: 'administrator',
      'Agent Manage': 'administrator',
      'Agent Rates': 'administrator view.AgentRate',
      Logs: 'administrator view.Log',
      'Audit Logs': 'administrator view.AuditLog',
      'Upload Files': 'administrator view.UploadFile',
      Reports: 'administrator view.Report',
      Lists: 'administrator',
      'Plan Data': 'administrator',
      'CMS Registration': 'administrator',
      'Exchange Authorization': 'administrator',
      'Enrollment Windows': 'administrator',
      Agency: 'administrator',
    },
  },
  Security: { allow: 'securityadmin', links: { Users: 'securityadmin' } },
} as const satisfies Record<string, SectionRule>
export type SectionName = keyof typeof sectionRules

/** Parts of the top bar that need a right. */
export const barRules = {
  marketplace: 'view.marketplace agent|customer',
  ede: 'view.EDE agent|customer',
  telephony: 'TelephonyAgent|TelephonyAdmin',
} as const

/** The marketing hint of the top bar is for agents without access to Marketing. */
export const marketingHint = { allow: 'agent', unless: sectionRules.Marketing.allow } as const

/** Actions of a screen that need a right of their own. */
export const actionRules = {
  /** Security alerts, a screen without a link in the menu, for users who are notified of them. */
  readsAlerts: anyAdministrator,
  /** The upload of marketplace applications, in the list that Direct Enrollment opens. */
  loadApplications: `load.application ${seesApplications}`,
  /** Reopening a closed month of pay, which makes a correction. */
  reopensPayRuns: `reopen.payRun ${runsPay}`,
  /** Conversations of the built-in app name contacts, so they need the right to contacts as well. */
  converses: `${markets} view.customer|admin.customer`,
  /** Uploading and assigning leads, and editing those of others. */
  runsLeads: 'agent admin.Lead',
  /** Lines of carriers' statements, with upload and deletion: a screen without a link (A-014). */
  runStatements: 'agent admin.Statement',
  /** Statement lines, which tracking and the list of policies open, too. */
  readsLines: 'agent admin.Statement|view.CommissionTracking|admin.CommissionTracking',
  /** Loading and undoing carriers' files, in the list of uploads. */
  loadsFiles: 'administrator admin.UploadFile',
  /** Creating and editing rates of agents. */
  editsRates: 'administrator admin.AgentRate',
  /** Opening the marketplace's own site: consumers have no top bar of the portal, but may apply there (CONSUMER-02). */
  visitsMarketplace: `${barRules.marketplace}|consumer`,
  /** One marketplace application: staff, and the customer or consumer whose own it is (A-044, CONSUMER-03). */
  seesOneApplication: `${seesApplications}|customer|consumer`,
} as const
