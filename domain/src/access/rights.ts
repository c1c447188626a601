import { z } from 'zod'

/** The specification's roles; there are no others. */
export const roles = ['customer', 'agent', 'administrator', 'securityadmin', 'consumer'] as const
export type Role = (typeof roles)[number]

/** The claim areas (ACCESS-35), each usable as view.X and admin.X; `customer` is used by the Customer section. */
export const claimAreas = [
  'customer',
  'Lead',
  'Policy',
  'Application',
  'PTO',
  'Statement',
  'AgentPayment',
  'CommissionTracking',
  'OfflineApp',
  'AgentRate',
  'Log',
  'AuditLog',
  'UploadFile',
  'Report',
  'marketing',
  'marketplace',
  'EDE',
] as const

/** Claims outside the view/admin pattern. */
export const furtherClaims = ['load.application', 'reopen.payRun', 'TelephonyAgent', 'TelephonyAdmin'] as const

/** Areas that visibility entries name. */
export const resources = [
  'Customer',
  'Lead',
  'Policy',
  'Application',
  'PTO',
  'Statement',
  'AgentPayment',
  'CommissionTracking',
  'OfflineApp',
] as const
export type Resource = (typeof resources)[number]

/** Visibility entry that grants everything; a missing or null entry grants nothing (P-29). */
export const everything = '__all__'

/**
 * Agent of a visibility rule that hides the user's own records. Without it they stay visible, whatever other rules
 * there are.
 */
export const notOwn = '__not_own__'

/** Areas in which users create records for themselves; those always stay visible to them. */
export const ownedAreas: readonly Resource[] = ['Application', 'PTO', 'OfflineApp']

/** The signed-in user, as the app shows it (AUTH-41). For display only: the server reads rights on each request. */
export const CurrentUser = z.object({
  id: z.number().int(),
  contactId: z.number().int().nullable(),
  /** The user's agent, by their contact. */
  agentId: z.number().int().nullable(),
  firstName: z.string(),
  middleName: z.string(),
  lastName: z.string(),
  name: z.string(),
  emailaddress: z.string(),
  roles: z.array(z.string()),
  claims: z.array(z.string()),
  hasFullAgentAccess: z.boolean(),
  applicationId: z.string().nullable(),
  /** The session may only set up the authenticator app; all other calls answer 403. */
  enrolling: z.boolean(),
  /** End of the user's emergency access to all clients' records; its rights are included above. */
  emergencyUntil: z.string().nullable(),
  /** Areas in which only the records of the user's own agent are visible. */
  ownOnly: z.array(z.enum(resources)),
  /** Amounts of commissions are the pay of agents, not what the agency received (decision 141). */
  seesPay: z.boolean(),
})
export type CurrentUser = z.infer<typeof CurrentUser>

/** Claim expression of security administrators and administrators, who approve rights and read security alerts. */
export const anyAdministrator = 'securityadmin|administrator'
