import { z } from 'zod'
import { ClaimText } from '../access/claim-text.ts'
import { invitationStates } from '../access/invitation-contract.ts'
import { Email } from '../access/password-contract.ts'
import { everything, notOwn, resources, roles } from '../access/rights.ts'
import { secondFactorMethods } from '../access/second-factor-rule.ts'
import { Id, listQuery, page, TextFilter } from '../platform/page.ts'
import { NoInput, route } from '../platform/route.ts'
import { DoneOrWaiting } from './rights-grant-contract.ts'

/** Sort orders of the users list. */
export const userSorts = ['userName', 'name', 'createdDate'] as const

export const UserFilters = listQuery(userSorts, {
  login: TextFilter,
  org: TextFilter,
  role: z.enum(roles).optional(),
  enabled: z.enum(['yes', 'no']).optional(),
})
export type UserFilters = z.infer<typeof UserFilters>

/** Row of the users list (USER-02, USER-22): roles comma-separated, claims as comma-separated key:value. */
export const UserRow = z.object({
  id: z.number().int(),
  name: z.string(),
  userName: z.string(),
  type: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  enable: z.boolean(),
  createdDate: z.string(),
  /** Null: never. */
  lastSignIn: z.string().nullable(),
  /** Null for users who were not invited or have set a password. */
  invitation: z.enum(invitationStates).nullable(),
  /** Second-factor methods that the user set up or chose. */
  secondFactor: z.array(z.enum(secondFactorMethods)),
  roles: z.string(),
  claims: z.string(),
  org: z.string().nullable(),
  contactId: z.number().int().nullable(),
})
export type UserRow = z.infer<typeof UserRow>

/** User as the Edit dialog reads it; `version` is required for the edit. */
export const UserDetail = UserRow.omit({
  roles: true,
  claims: true,
  type: true,
  lastSignIn: true,
  invitation: true,
  secondFactor: true,
}).extend({
  roles: z.array(z.enum(roles)),
  claims: z.array(z.string()),
  typeId: z.number().int(),
  language: z.enum(['en', 'es']),
  hasFullAgentAccess: z.boolean(),
  applicationId: z.string().nullable(),
  contactName: z.string().nullable(),
  /** Agent of the contact, whose records are the user's own. */
  agentId: z.number().int().nullable(),
  agentName: z.string().nullable(),
  agentNpn: z.string().nullable(),
  secondFactor: z.boolean(),
  temporaryUntil: z.string().nullable(),
  version: z.number().int(),
})
export type UserDetail = z.infer<typeof UserDetail>

export const UserEdit = z.strictObject({
  id: Id,
  version: z.number().int(),
  email: z.string().trim().min(1, 'Email is required').pipe(Email),
  phone: z
    .string()
    .regex(/^\d{10}$/, 'Not a Phone')
    .nullable(),
  typeId: Id,
  language: z.enum(['en', 'es']),
  enable: z.boolean(),
  org: z.string().trim().max(100).nullable(),
  roles: z.array(z.enum(roles)),
  claims: z.array(ClaimText).max(200),
  hasFullAgentAccess: z.boolean(),
  applicationId: z.string().trim().max(60).nullable(),
})

/**
 * Visibility rule as input: an agent id, `__all__` or `__not_own__`, in an area or `__all__`; null in the input means all
 * (A-040).
 */
export const VisibilityRule = z.strictObject({
  agentId: z
    .union([z.literal(everything), z.literal(notOwn), z.string().regex(/^\d{1,18}$/)])
    .nullable()
    .transform((id) => (id === null ? everything : /^\d/.test(id) ? String(BigInt(id)) : id)),
  resourceId: z
    .enum([everything, ...resources])
    .nullable()
    .transform((id) => id ?? everything),
})
export const VisibilityRules = z.array(VisibilityRule).max(500)

/** Stored rule with the agent's name; all is `__all__`. */
export const VisibilityRow = z.object({
  agentId: z.string(),
  agentName: z.string().nullable(),
  resourceId: z.string(),
})
export type VisibilityRow = z.infer<typeof VisibilityRow>

/** Effect of visibility rules on one area: '412 policies of 3 agents, now 20,412'. */
export const AreaEffect = z.object({
  area: z.enum(resources),
  /** Null: all agents. */
  agents: z.number().int().nullable(),
  records: z.number().int(),
  recordsNow: z.number().int(),
  /** Whether roles and claims open the area's list. */
  opens: z.boolean(),
  opensNow: z.boolean(),
  /** Other records than now, even if as many. */
  changes: z.boolean(),
})
export type AreaEffect = z.infer<typeof AreaEffect>

/** Effect of visibility rules on every area. */
export const VisibilityEffect = z.object({ areas: z.array(AreaEffect) })
export type VisibilityEffect = z.infer<typeof VisibilityEffect>

export const RoleItem = z.object({ id: z.number().int(), name: z.string() })

/** Contact that a user may be linked to; `agentId` is the agent whose records would become the user's own. */
export const ContactItem = z.object({
  id: z.number().int(),
  name: z.string(),
  email: z.string(),
  agentId: z.number().int().nullable(),
  /** User who is linked to it. */
  takenBy: z.string().nullable(),
})
export type ContactItem = z.infer<typeof ContactItem>

/** Agent with the email address of a new user, who gets the agent's contact; null if no agent has it. */
export const AgentOfEmail = z.object({
  agentId: z.number().int().nullable(),
  name: z.string().nullable(),
  npn: z.string().nullable(),
  /** Why the address cannot be registered. */
  problem: z.string().nullable(),
})
export type AgentOfEmail = z.infer<typeof AgentOfEmail>

/** Agent that a visibility rule may name. */
export const RuleAgent = z.object({ id: z.number().int(), name: z.string(), npn: z.string().nullable() })
export type RuleAgent = z.infer<typeof RuleAgent>

export const users = {
  list: route({
    method: 'GET',
    path: '/api/UserManage',
    allow: 'securityadmin',
    audit: { reads: 'user' },
    summary: 'Users',
    input: UserFilters,
    output: page(UserRow),
  }),
  roles: route({
    method: 'GET',
    path: '/api/UserManage/Roles',
    allow: 'securityadmin',
    audit: { nothing: 'a look-up list' },
    summary: 'All roles',
    input: NoInput,
    output: z.array(RoleItem),
  }),
  one: route({
    method: 'GET',
    path: '/api/UserManage/{id}',
    allow: 'securityadmin',
    audit: { reads: 'user' },
    summary: 'One user with roles and claims',
    input: z.strictObject({ id: Id }),
    output: UserDetail,
  }),
  edit: route({
    method: 'PUT',
    path: '/api/UserManage/{id}',
    allow: 'securityadmin',
    audit: 'own',
    summary: "Change a user's roles, claims and the rest; ends the user's sessions when rights change",
    input: UserEdit,
    /**
     * `waiting`: nothing changes until a second security administrator approves. `invitationRevoked`: the link that went to
     * the old email address has ended.
     */
    output: UserDetail.extend({ waiting: z.literal(true).optional(), invitationRevoked: z.literal(true).optional() }),
  }),
  link: route({
    method: 'PUT',
    path: '/api/UserManage/{id}/link',
    allow: 'securityadmin',
    audit: 'own',
    summary: 'Link a user to a contact',
    input: z.strictObject({ id: Id, contactId: Id }),
    output: DoneOrWaiting,
  }),
  contacts: route({
    method: 'GET',
    path: '/api/UserManage/contacts',
    allow: 'securityadmin',
    audit: { reads: 'contact' },
    summary: 'Contacts to link a user to, by name or email; at most 50',
    input: z.strictObject({ q: TextFilter }),
    output: z.array(ContactItem),
  }),
  agents: route({
    method: 'GET',
    path: '/api/UserManage/agents',
    allow: 'securityadmin',
    audit: { nothing: 'a look-up list' },
    summary: 'All agents that a visibility rule may name, by name or NPN; at most 50',
    input: z.strictObject({ q: TextFilter }),
    output: z.array(RuleAgent),
  }),
  agentOfEmail: route({
    method: 'GET',
    path: '/api/UserManage/agentOfEmail',
    allow: 'securityadmin',
    audit: { reads: 'agent', about: 'agentId' },
    summary: 'Agent whose contact a new user with this email address gets',
    input: z.strictObject({ email: z.string().trim().pipe(Email) }),
    output: AgentOfEmail,
  }),
  visibility: route({
    method: 'GET',
    path: '/api/UserManage/{id}/visibility',
    allow: 'securityadmin',
    audit: { reads: 'user' },
    summary: 'Whose records of which areas a user sees',
    input: z.strictObject({ id: Id }),
    output: z.array(VisibilityRow),
  }),
  setVisibility: route({
    method: 'PUT',
    path: '/api/UserManage/{id}/visibility',
    allow: 'securityadmin',
    audit: 'own',
    summary: 'Set whose records of which areas a user sees',
    input: z.strictObject({
      id: Id,
      rules: VisibilityRules,
      /** The user's version when the rules were read; if it has changed, the request is refused (409). */
      version: z.number().int().optional(),
    }),
    output: DoneOrWaiting,
  }),
  previewVisibility: route({
    method: 'POST',
    path: '/api/UserManage/{id}/visibility/preview',
    allow: 'securityadmin',
    audit: { nothing: 'counts' },
    repeat: { harmless: 'it changes nothing' },
    summary: 'Preview what a user would see with the given rules; changes nothing',
    input: z.strictObject({
      id: Id,
      rules: VisibilityRules,
      hasFullAgentAccess: z.boolean().optional(),
      roles: z.array(z.enum(roles)).optional(),
      claims: z.array(ClaimText).max(200).optional(),
    }),
    output: VisibilityEffect,
  }),
  removeSecondFactor: route({
    method: 'DELETE',
    path: '/api/UserManage/{id}/secondFactor',
    allow: 'securityadmin',
    audit: 'own',
    summary: 'Remove a lost authenticator app and its recovery codes from a user',
    input: z.strictObject({ id: Id }),
    output: DoneOrWaiting,
  }),
}
