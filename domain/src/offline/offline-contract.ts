import { z } from 'zod'
import { sectionRules } from '../access/portal-rules.ts'
import { AuthorityAnswer } from '../agents/agent-contract.ts'
import { CalendarDate } from '../fields/calendar-date.ts'
import { PhoneFilter } from '../fields/contact-method-inputs.ts'
import { RecordChange } from '../history/history-contract.ts'
import { Id, listQuery, page, TextFilter } from '../platform/page.ts'
import { Done, NoInput, route } from '../platform/route.ts'
import { OfflineCorrection, OfflineDraftFields, OfflineTyped } from './offline-fields.ts'

export const offlineSorts = ['createdDate', 'applicationId', 'applicant'] as const

/** Filters of the management list. The phone may have any notation. */
export const OfflineFilters = listQuery(offlineSorts, {
  applicant: TextFilter,
  phone: PhoneFilter,
  email: TextFilter,
  source: Id.optional(),
  createdFrom: CalendarDate.optional(),
  createdTo: CalendarDate.optional(),
  processed: z.enum(['yes', 'no']).optional(),
})
export type OfflineFilters = z.infer<typeof OfflineFilters>

/** Row of the management list, without secrets. */
export const OfflineRow = z.object({
  applicationId: z.number().int(),
  applicant: z.string(),
  phone: z.string(),
  email: z.string(),
  plan: z.string(),
  /** Household members besides the applicant. */
  members: z.number().int(),
  source: z.string().nullable(),
  createdDate: z.string(),
  createdBy: z.string(),
  processedDate: z.string().nullable(),
})
export type OfflineRow = z.infer<typeof OfflineRow>

/** Last four digits of a sealed number: all that an answer shows (OFFLINE-25, P-63). */
const Last4 = z.string().nullable()
const person = {
  firstName: z.string(),
  middleName: z.string(),
  lastName: z.string(),
  dob: z.string(),
  sex: z.string(),
  ssnLast4: Last4,
  apply: z.boolean(),
}
const income = {
  typeOfIncome: z.string().nullable(),
  annualIncome: z.string().nullable(),
  employerName: z.string(),
  employerPhone: z.string().nullable(),
}
export const OfflineMemberDetail = z.object({
  id: z.number().int(),
  relation: z.string(),
  ...person,
  migratoryStatus: z.string().nullable(),
  ...income,
})
export type OfflineMemberDetail = z.infer<typeof OfflineMemberDetail>

/**
 * Proof of identity for revealing a number; `app needed`: the installation requires an authenticator app that the user
 * does not have.
 */
export const revealProofs = ['code', 'password', 'app needed'] as const

/** Stored offline application. */
export const OfflineDetail = z.object({
  applicationId: z.number().int(),
  version: z.number().int(),
  sourceId: z.number().int().nullable(),
  source: z.string().nullable(),
  first_time_on_marketplace: z.boolean(),
  ...person,
  migratoryStatus: z.string(),
  phone: z.string(),
  email: z.string(),
  language: z.string(),
  address: z.string(),
  zipCode: z.string(),
  city: z.string(),
  state: z.string(),
  married: z.boolean(),
  totalMembers: z.number().int().nullable(),
  annualHouseholdIncome: z.string().nullable(),
  accountingServiceRequested: z.boolean(),
  ...income,
  planSelected: z.string(),
  monthlyPayment: z.string().nullable(),
  cardLast4: Last4,
  cardBrand: z.string().nullable(),
  cardExpDate: z.string().nullable(),
  cardFirstName: z.string(),
  cardMiddleName: z.string(),
  cardLastName: z.string(),
  /** When the card number was destroyed, 30 days after the application was processed. */
  cardPurgedDate: z.string().nullable(),
  offlineAppMembers: z.array(OfflineMemberDetail),
  /** Customer that the applicant became. */
  customerId: z.number().int().nullable(),
  /** Agent of the application, if any. */
  agentName: z.string().nullable(),
  /** Reasons why that agent may not sell in the applicant's state on the day of the application (`maySell`). */
  againstAgent: z.array(z.string()),
  createdDate: z.string(),
  createdBy: z.string(),
  processedDate: z.string().nullable(),
  processedBy: z.string().nullable(),
  /** Legal hold: nothing of the application is destroyed. */
  held: z.boolean(),
  heldReason: z.string(),
  /** Whether the user may correct it: the user's own, or any with admin.OfflineApp. */
  mayCorrect: z.boolean(),
  /** Null when the user may not reveal numbers. */
  revealBy: z.enum(revealProofs).nullable(),
})
export type OfflineDetail = z.infer<typeof OfflineDetail>

/** Reason for revealing a number. It is stored unencrypted, so it must not contain such a number. */
export const RevealReason = z
  .string()
  .trim()
  .min(1, 'Reason is required')
  .max(200, 'At most 200 characters')
  .refine((text) => !/\d[\d\s-]{3,}/.test(text), 'Write the reason without numbers')
export const OfflineReveal = z.strictObject({
  field: z.enum(['ssn', 'cardNumber']),
  /** Member whose number it is; omitted for the applicant. */
  memberId: Id.optional(),
  reason: RevealReason,
  /** Code of the authenticator app or a recovery code, if the user has the app. */
  code: z.string().max(40).optional(),
  /** Current password, if the user has no app and the installation does not require one. */
  password: z.string().max(200).optional(),
})

/** Unsubmitted input, one per user. */
export const OfflineDraft = z.object({ savedAt: z.string(), values: OfflineDraftFields })
export type OfflineDraft = z.infer<typeof OfflineDraft>

const mayUse = sectionRules['Offline Form'].allow
const mayManage = 'agent admin.OfflineApp'
const own = { nothing: 'what the user typed, visible only to that user' }

export const offline = {
  list: route({
    method: 'GET',
    path: '/api/OfflineApp',
    allow: mayUse,
    audit: { reads: 'offline-application', by: 'applicationId' },
    summary: 'Offline applications: the user’s own, or all with admin.OfflineApp',
    input: OfflineFilters,
    output: page(OfflineRow),
    standby: 'files',
    formats: ['pdf', 'xlsx', 'csv'],
  }),
  submit: route({
    method: 'POST',
    path: '/api/OfflineApp',
    allow: mayUse,
    audit: 'own',
    summary: 'Submit an offline application; the same submissionId returns the first application',
    input: OfflineTyped.extend({ submissionId: z.uuid().optional() }),
    output: z.object({ applicationId: z.number().int() }),
  }),
  authority: route({
    method: 'GET',
    path: '/api/OfflineApp/authority',
    allow: mayUse,
    audit: { nothing: 'what one may sell oneself' },
    summary:
      'Whether the person may sell in a state today as the agent of an application; without an agent there is no warning',
    input: z.strictObject({ state: z.string().max(2).optional() }),
    output: AuthorityAnswer,
  }),
  draft: route({
    method: 'GET',
    path: '/api/OfflineApp/draft',
    allow: mayUse,
    audit: 'own',
    summary: 'The user’s draft, without card and social security numbers; 204 without one',
    input: NoInput,
    output: OfflineDraft.nullable(),
  }),
  keepDraft: route({
    method: 'PUT',
    path: '/api/OfflineApp/draft',
    allow: mayUse,
    audit: own,
    repeat: { harmless: 'the same draft replaces itself' },
    summary: 'Save the draft, replacing the previous one',
    input: z.strictObject({ values: OfflineDraftFields }),
    output: z.object({ savedAt: z.string() }),
  }),
  dropDraft: route({
    method: 'DELETE',
    path: '/api/OfflineApp/draft',
    allow: mayUse,
    audit: own,
    repeat: { harmless: 'a draft is deleted once' },
    summary: 'Discard the user’s draft',
    input: NoInput,
    output: Done,
  }),
  findBySsn: route({
    method: 'POST',
    path: '/api/OfflineApp/find',
    allow: mayUse,
    audit: { reads: 'offline-application', by: 'applicationId' },
    repeat: { harmless: 'it changes nothing' },
    summary: 'Applications with this social security number, of the applicant or a member; at most 50',
    input: z.strictObject({ ssn: z.string().regex(/^\s*\d{3}-?\d{2}-?\d{4}\s*$/, 'Not an SSN') }),
    output: z.array(OfflineRow),
  }),
  one: route({
    method: 'GET',
    path: '/api/OfflineApp/{id}',
    allow: mayUse,
    audit: { reads: 'offline-application', by: 'applicationId' },
    summary: 'One offline application with its members and the last four digits of sealed numbers',
    input: z.strictObject({ id: Id }),
    output: OfflineDetail,
  }),
  correct: route({
    method: 'PUT',
    path: '/api/OfflineApp/{id}',
    allow: mayUse,
    audit: 'own',
    summary:
      'Correct a submitted application; empty numbers keep the stored ones. Refused once it is processed or on hold',
    input: OfflineCorrection.extend({ id: Id, version: z.int32() }),
    output: OfflineDetail,
  }),
  history: route({
    method: 'GET',
    path: '/api/OfflineApp/{id}/history',
    allow: mayUse,
    audit: { reads: 'offline-application' },
    summary: 'Every change of an offline application, field by field, oldest first',
    input: z.strictObject({ id: Id }),
    output: z.array(RecordChange),
  }),
  process: route({
    method: 'PUT',
    path: '/api/OfflineApp/{id}/processed',
    allow: mayManage,
    audit: 'own',
    summary: 'Mark as processed or not; the card number is destroyed 30 days after',
    input: z.strictObject({ id: Id, version: z.int32(), processed: z.boolean() }),
    output: OfflineDetail,
  }),
  hold: route({
    method: 'PUT',
    path: '/api/OfflineApp/{id}/hold',
    allow: mayManage,
    audit: 'own',
    summary: 'Set or release the legal hold of an application',
    input: z.strictObject({
      id: Id,
      version: z.int32(),
      held: z.boolean(),
      reason: z.string().trim().max(200, 'At most 200 characters').default(''),
    }),
    output: OfflineDetail,
  }),
  reveal: route({
    method: 'POST',
    path: '/api/OfflineApp/{id}/reveal',
    whileDiskIsLow: true,
    allow: mayManage,
    audit: 'own',
    repeat: { never: 'its answer is a secret' },
    summary: 'One sealed number in full, with a reason and fresh authentication; audited before it is shown',
    input: OfflineReveal.extend({ id: Id }),
    output: z.object({ value: z.string() }),
  }),
}
