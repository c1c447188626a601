import { z } from 'zod'
import { sectionRules } from '../access/portal-rules.ts'
import { AuthorityAnswer } from '../agents/agent-contract.ts'
import { CalendarDate } from '../fields/calendar-date.ts'
import { Id, listQuery, page, TextFilter } from '../platform/page.ts'
import { Done, Nothing, route } from '../platform/route.ts'
import { OfflineDraftFields, OfflineTyped } from './offline-fields.ts'

export const offlineSorts = ['createdDate', 'applicationId', 'applicant'] as const

/** Filters of the management list. The phone may be written in any way. */
export const OfflineFilters = listQuery(offlineSorts, {
  applicant: TextFilter,
  phone: TextFilter.transform((typed) => typed?.replace(/\D/g, '') || undefined),
  email: TextFilter,
  source: Id.optional(),
  createdFrom: CalendarDate.optional(),
  createdTo: CalendarDate.optional(),
  processed: z.enum(['yes', 'no']).optional(),
})
export type OfflineFilters = z.infer<typeof OfflineFilters>

/** A row of the management list: nothing in it is secret. */
export const OfflineRow = z.object({
  applicationId: z.number().int(),
  applicant: z.string(),
  phone: z.string(),
  email: z.string(),
  plan: z.string(),
  /** Members of the household beside the applicant. */
  members: z.number().int(),
  source: z.string().nullable(),
  createdDate: z.string(),
  createdBy: z.string(),
  processedDate: z.string().nullable(),
})
export type OfflineRow = z.infer<typeof OfflineRow>

/** The last four digits of a number that is kept sealed: all of it that an answer shows (OFFLINE-25, P-63). */
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

/** How whoever reveals a number proves once more who they are; `app needed`: the installation asks for an app that is not there. */
export const revealProofs = ['code', 'password', 'app needed'] as const

/** An offline application as it is kept. */
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
  /** When the number of the card was destroyed, 30 days after the application was processed. */
  cardPurgedDate: z.string().nullable(),
  offlineAppMembers: z.array(OfflineMemberDetail),
  /** Whose application it is, where that is an agent. */
  agentName: z.string().nullable(),
  /** What stands against that agent in the applicant's state on the day of the application (`maySell`). */
  againstAgent: z.array(z.string()),
  createdDate: z.string(),
  createdBy: z.string(),
  processedDate: z.string().nullable(),
  processedBy: z.string().nullable(),
  /** Nothing of it is destroyed while this holds. */
  held: z.boolean(),
  heldReason: z.string(),
  /** Null for whoever may not reveal. */
  revealBy: z.enum(revealProofs).nullable(),
})
export type OfflineDetail = z.infer<typeof OfflineDetail>

/** Why a number is looked at. It is kept in the clear, so it may hold no number itself. */
export const RevealReason = z
  .string()
  .trim()
  .min(1, 'Reason is required')
  .max(200, 'At most 200 characters')
  .refine((text) => !/\d[\d\s-]{3,}/.test(text), 'Write the reason without numbers')
export const OfflineReveal = z.strictObject({
  field: z.enum(['ssn', 'cardNumber']),
  /** Whose number, when it is a member's. */
  memberId: Id.optional(),
  reason: RevealReason,
  /** A code of the authenticator app or a recovery code, where the person has the app. */
  code: z.string().max(40).optional(),
  /** The current password of whoever has no app, where the installation does not ask for one. */
  password: z.string().max(200).optional(),
})

/** What was typed and not submitted, one of a person. */
export const OfflineDraft = z.object({ savedAt: z.string(), values: OfflineDraftFields })
export type OfflineDraft = z.infer<typeof OfflineDraft>

const mayUse = sectionRules['Offline Form'].allow
const mayManage = 'agent admin.OfflineApp'
const own = { nothing: 'what the person typed and nobody else sees' }

export const offline = {
  list: route({
    method: 'GET',
    path: '/api/OfflineApp',
    allow: mayUse,
    audit: { reads: 'offline-application', by: 'applicationId' },
    summary: 'Offline applications: the own ones, all with admin.OfflineApp',
    input: OfflineFilters,
    output: page(OfflineRow),
    formats: ['pdf', 'xlsx', 'csv'],
  }),
  submit: route({
    method: 'POST',
    path: '/api/OfflineApp',
    allow: mayUse,
    audit: 'own',
    summary: 'Submit an offline application; the same submissionId again answers the application that it made',
    input: OfflineTyped.extend({ submissionId: z.uuid().optional() }),
    output: z.object({ applicationId: z.number().int() }),
  }),
  authority: route({
    method: 'GET',
    path: '/api/OfflineApp/authority',
    allow: mayUse,
    audit: { nothing: 'what one may sell oneself' },
    summary:
      'Whether the person may sell in a state today as the agent of an application; nobody is warned who is no agent',
    input: z.strictObject({ state: z.string().max(2).optional() }),
    output: AuthorityAnswer,
  }),
  draft: route({
    method: 'GET',
    path: '/api/OfflineApp/draft',
    allow: mayUse,
    audit: 'own',
    summary: 'The own draft, without card and social security numbers; 204 without one',
    input: Nothing,
    output: OfflineDraft.nullable(),
  }),
  keepDraft: route({
    method: 'PUT',
    path: '/api/OfflineApp/draft',
    allow: mayUse,
    audit: own,
    repeat: { harmless: 'the same draft replaces itself' },
    summary: 'Keep what is typed, in place of what was kept before',
    input: z.strictObject({ values: OfflineDraftFields }),
    output: z.object({ savedAt: z.string() }),
  }),
  dropDraft: route({
    method: 'DELETE',
    path: '/api/OfflineApp/draft',
    allow: mayUse,
    audit: own,
    repeat: { harmless: 'a draft is deleted once' },
    summary: 'Discard the own draft',
    input: Nothing,
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
    summary: 'One offline application with its members; of sealed numbers the last four digits',
    input: z.strictObject({ id: Id }),
    output: OfflineDetail,
  }),
  process: route({
    method: 'PUT',
    path: '/api/OfflineApp/{id}/processed',
    allow: mayManage,
    audit: 'own',
    summary: 'Mark as processed, or take the mark off; 30 days after it the card number is destroyed',
    input: z.strictObject({ id: Id, version: z.int32(), processed: z.boolean() }),
    output: OfflineDetail,
  }),
  hold: route({
    method: 'PUT',
    path: '/api/OfflineApp/{id}/hold',
    allow: mayManage,
    audit: 'own',
    summary: 'Keep everything of an application from being destroyed, or let it go again',
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
    summary: 'One sealed number in full, for a reason, with a fresh proof of who asks; recorded before it is shown',
    input: OfflineReveal.extend({ id: Id }),
    output: z.object({ value: z.string() }),
  }),
}
