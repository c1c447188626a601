import { z } from 'zod'
import type { Resource } from '../access/rights.ts'
import { anyAdministrator } from '../access/rights.ts'
import { oneLine } from '../fields/one-line.ts'
import { Id } from '../platform/page.ts'
import { Done, Nothing, route } from '../platform/route.ts'

/** Claim expression for requesting emergency access: staff, never customers or consumers. */
export const mayAskEmergency = 'agent|administrator|securityadmin'

/** Minutes after which an undecided request expires. */
export const askMinutes = 60
/** Durations of emergency access in minutes. */
export const emergencyMinutes = [30, 60, 120, 240] as const

/** Areas of clients' records, all of which emergency access opens. */
export const emergencyResources: readonly Resource[] = ['Customer', 'Lead', 'Policy', 'Application', 'OfflineApp']

/** Rights that emergency access adds to the user's own, for reading only. */
export const emergencyRights = {
  roles: ['agent'],
  claims: ['view.customer', 'view.Lead', 'view.Policy', 'view.Application', 'view.OfflineApp'],
} as const

export const emergencyStates = ['asked', 'active', 'ended', 'refused', 'expired'] as const
export type EmergencyState = (typeof emergencyStates)[number]
/** Events that users are notified of. */
export type EmergencyNews = 'asked' | 'approved' | 'refused' | 'ended'

/** Emergency access to clients' records: reason, duration and user. */
export const EmergencyAccess = z.object({
  id: z.number().int(),
  userId: z.number().int(),
  userName: z.string(),
  reason: z.string(),
  minutes: z.number().int(),
  askedAt: z.string(),
  state: z.enum(emergencyStates),
  decidedBy: z.string().nullable(),
  decidedAt: z.string().nullable(),
  until: z.string().nullable(),
  endedAt: z.string().nullable(),
  endedBy: z.string().nullable(),
  /** Number of reads under it. */
  reads: z.number().int(),
})
export type EmergencyAccess = z.infer<typeof EmergencyAccess>

export const EmergencyRequest = z.strictObject({
  reason: oneLine(500).min(10, 'Say in at least 10 characters why it is needed'),
  minutes: z.union(emergencyMinutes.map((minutes) => z.literal(minutes))),
})

export const emergency = {
  list: route({
    method: 'GET',
    path: '/api/EmergencyAccess',
    allow: anyAdministrator,
    audit: { reads: 'user', by: 'userId' },
    summary: 'Emergency accesses, pending and active ones first; the newest 200',
    input: Nothing,
    output: z.array(EmergencyAccess),
  }),
  own: route({
    method: 'GET',
    path: '/api/EmergencyAccess/own',
    allow: mayAskEmergency,
    audit: { nothing: 'the own emergency access' },
    summary: 'The user’s own pending or active emergency access',
    input: Nothing,
    output: EmergencyAccess.nullable(),
  }),
  ask: route({
    method: 'POST',
    path: '/api/EmergencyAccess',
    allow: mayAskEmergency,
    audit: 'own',
    summary: "Request emergency access to all clients' records, for reading only",
    input: EmergencyRequest,
    output: EmergencyAccess,
  }),
  decide: route({
    method: 'PUT',
    path: '/api/EmergencyAccess/{id}/decision',
    allow: anyAdministrator,
    audit: 'own',
    summary: "Approve or refuse someone else's emergency access",
    input: z.strictObject({ id: Id, approve: z.boolean() }),
    output: Done,
  }),
  end: route({
    method: 'PUT',
    path: '/api/EmergencyAccess/{id}/end',
    allow: mayAskEmergency,
    audit: 'own',
    summary: 'End the user’s own emergency access or, as an administrator, any',
    input: z.strictObject({ id: Id }),
    output: Done,
  }),
}
