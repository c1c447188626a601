import { z } from 'zod'
import { anyone } from '../access/claim-expression.ts'
import { sectionRules } from '../access/portal-rules.ts'
import { Amount } from '../fields/amount.ts'
import { ExchangeId, mayRunApplications } from '../marketplace/marketplace-contract.ts'
import { Id, listQuery, page } from '../platform/page.ts'
import { Done, NoInput, route } from '../platform/route.ts'
import { PolicyUpdate } from './policy-update.ts'

const allow = sectionRules['Direct Enrollment'].allow
const text = z.string().nullable()

export const updateSorts = ['receivedAt'] as const

/** Filters of the updates; `matched` by whether an application of the agency is named. */
export const UpdateFilters = listQuery(updateSorts, {
  matched: z.enum(['yes', 'no']).optional(),
  appId: ExchangeId.optional(),
  wizardId: z.uuid().optional(),
})
export type UpdateFilters = z.output<typeof UpdateFilters>

const UpdatedPolicy = z.object({
  policyId: text,
  planId: text,
  status: text,
  effective: text,
  expiration: text,
  premium: Amount.nullable(),
  paymentStatus: text,
  paidThrough: text,
  balanceDue: Amount.nullable(),
})

/** What HealthSherpa said about an application at a time. */
export const UpdateRow = z.object({
  id: z.number().int(),
  receivedAt: z.string(),
  /** Day of the change by HealthSherpa. */
  day: text,
  status: z.string(),
  applicationId: z.string(),
  clientName: z.string(),
  agentName: text,
  /** NPN of the agent of record by HealthSherpa. */
  npn: text,
  policies: z.array(UpdatedPolicy),
  /** Exchange assigned id of the application that it is about; null while none is known. */
  appId: text,
  /** Application of the wizard in which it was started. */
  wizardId: text,
})
export type UpdateRow = z.infer<typeof UpdateRow>

const ofStored = { notNeeded: 'it shows and connects what HealthSherpa sent, and asks no one' } as const

export const healthSherpa = {
  receive: route({
    method: 'POST',
    path: '/api/HealthSherpa/updates/webhook',
    allow: anyone,
    signed: 'json',
    maxBody: { bytes: 262_144, why: 'a household with its policies and payments' },
    audit: 'own',
    repeat: { never: 'its sender gives each update an id, which is taken once' },
    clientConsent: { notNeeded: 'HealthSherpa tells the agency about its own clients' },
    summary: 'Webhook of HealthSherpa: status of a policy, with the secret that was agreed with it',
    input: PolicyUpdate,
    output: z.null(),
  }),
  list: route({
    method: 'GET',
    path: '/api/HealthSherpa/updates',
    allow,
    audit: { reads: 'healthsherpa update' },
    clientConsent: ofStored,
    summary: 'Statuses of policies that HealthSherpa sent, newest first, with those that match no application',
    input: UpdateFilters,
    output: page(UpdateRow),
  }),
  setUp: route({
    method: 'GET',
    path: '/api/HealthSherpa/setup',
    allow,
    audit: { nothing: 'whether enrollments can be started at HealthSherpa' },
    clientConsent: ofStored,
    summary: 'Whether enrollments can be started at HealthSherpa',
    input: NoInput,
    output: z.object({ canStart: z.boolean() }),
  }),
  start: route({
    method: 'POST',
    path: '/api/HealthSherpa/sessions/{id}',
    allow,
    audit: 'own',
    repeat: { never: 'the answer carries a link with personal data, and a repeated session only makes another' },
    clientConsent: { of: 'wizard', scopes: ['apply'] },
    summary:
      'Start an enrollment at HealthSherpa from the complete answers of the wizard; returns the link where it goes on',
    input: z.strictObject({ id: z.uuid(), language: z.enum(['en', 'es']).default('en') }),
    output: z.object({ url: z.url() }),
  }),
  connect: route({
    method: 'PUT',
    path: '/api/HealthSherpa/updates/{id}/application',
    allow: mayRunApplications,
    audit: 'own',
    clientConsent: ofStored,
    summary: 'Connect the application of an update with a marketplace application, for this and all further updates',
    input: z.strictObject({ id: Id, appId: ExchangeId }),
    output: Done,
  }),
}
