import { anyAdministrator } from './rights.ts'

/**
 * Who may open what in the portal (portal §6), in the sidebar's order and with its names. Screens, guards, the calls
 * behind them and what a change of rights is said to mean all take their expression from here, so they cannot differ. A
 * section or a link whose screen is not built is in no menu, whatever its rule says.
 */

const seesPolicies = 'agent view.Policy|admin.Policy'
const seesApplications = 'view.Application|admin.Application'
const usesOffline = 'agent view.OfflineApp|admin.OfflineApp'
const markets = 'agent view.marketing|admin.marketing'

interface SectionRule {
  readonly allow: string
  /** Its links by their labels; a section without any is itself the link. */
  readonly links?: Readonly<Record<string, string>>
}

export const sectionRules = {
  Application: { allow: 'customer' },
  Dashboard: { allow: 'agent' },
  Customer: { allow: 'agent view.customer|admin.customer' },
  Leads: { allow: 'agent view.Lead|admin.Lead' },
  Policies: {
    allow: seesPolicies,
    links: { Policies: seesPolicies, 'Unpaid Policies': seesPolicies, Lost: seesPolicies },
  },
  'Direct Enrollment': { allow: seesApplications, links: { Applications: seesApplications } },
  Pto: { allow: 'agent view.PTO|admin.PTO' },
  Commission: {
    allow:
      'agent view.Statement|admin.Statement|view.AgentPayment|admin.AgentPayment|view.CommissionTracking|admin.CommissionTracking',
    links: {
      Statement: 'agent view.Statement|admin.Statement',
      'Agent Payment': 'agent view.AgentPayment|admin.AgentPayment',
      Tracking: 'agent view.CommissionTracking|admin.CommissionTracking',
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
    },
  },
  Security: { allow: 'securityadmin', links: { Users: 'securityadmin' } },
} as const satisfies Record<string, SectionRule>
export type SectionName = keyof typeof sectionRules

/** What stands in the top bar by a right. */
export const barRules = {
  marketplace: 'view.marketplace agent|customer',
  ede: 'view.EDE agent|customer',
  telephony: 'TelephonyAgent|TelephonyAdmin',
} as const

/** The top bar's own word on marketing is for agents who have no Marketing of their own. */
export const marketingHint = { allow: 'agent', unless: sectionRules.Marketing.allow } as const

/** What a screen offers by a right of its own. */
export const actionRules = {
  /** Security alerts, a screen without a link in the menu: whoever is notified of them. */
  readsAlerts: anyAdministrator,
  /** The upload of marketplace applications, in the list that Direct Enrollment opens. */
  loadApplications: `load.application ${seesApplications}`,
  /** Conversations of the built-in app name contacts, so that they need the right to those, too. */
  converses: `${markets} view.customer|admin.customer`,
  /** Carriers' statements line by line, loading and deleting them: a screen without a link (A-014). */
  runStatements: 'agent admin.Statement',
  /** One marketplace application: staff's, and the own one of a customer or consumer, who come to no other (A-044, CONSUMER-03). */
  seesOneApplication: `${seesApplications}|customer|consumer`,
} as const
