import { z } from 'zod'

/** The roles of the specification; further ones do not exist. */
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
export const furtherClaims = ['load.application', 'TelephonyAgent', 'TelephonyAdmin'] as const

/** The areas that visibility entries name. */
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

/** The word that opens everything in a visibility entry; a missing entry or a null opens nothing (P-29). */
export const everything = '__all__'

/** Who is signed in, as the app shows it (AUTH-41). For display only: the server reads rights on each request. */
export const CurrentUser = z.object({
  id: z.number().int(),
  contactId: z.number().int().nullable(),
  /** The agent that the person is, by the contact. */
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
  /** The session is kept to setting up the authenticator app: every call but those for it answers 403. */
  enrolling: z.boolean(),
  /** Until when the person reads all clients' records in an emergency; their rights are included above. */
  emergencyUntil: z.string().nullable(),
})
export type CurrentUser = z.infer<typeof CurrentUser>

/** Claim expression of security administrators and administrators: they approve rights and read security alerts. */
export const anyAdministrator = 'securityadmin|administrator'
