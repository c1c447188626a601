import { z } from 'zod'
import { sectionRules } from '../access/portal-rules.ts'
import { maxAtOnce } from '../bulk/bulk-contract.ts'
import { ConsentTerms } from '../consents/consent-terms.ts'
import { EmailText, PhoneText } from '../contacts/contact-fields.ts'
import { readMoney } from '../fields/amount.ts'
import { CalendarDate } from '../fields/calendar-date.ts'
import { oneLine } from '../fields/one-line.ts'
import { stateCode } from '../fields/us-state.ts'
import { RecordChange } from '../history/history-contract.ts'
import { messageChannels } from '../messages/message-kinds.ts'
import { Id, IdOrNone, listQuery, page, TextFilter } from '../platform/page.ts'
import { route } from '../platform/route.ts'
import { statusTypeCodes } from './application-status.ts'

/** Sort orders of the list; newest first by default. */
export const applicationSorts = ['createdDate', 'name'] as const

/** Filter value for applications without an agent. */
export const ofNoAgent = 0

/** Quick search by name, email or plan, and the advanced filter (APP-02, APP-03); all are combined with AND. */
export const ApplicationFilters = listQuery(applicationSorts, {
  search: TextFilter,
  name: TextFilter,
  createdFrom: CalendarDate.optional(),
  createdTo: CalendarDate.optional(),
  assignedTo: IdOrNone.optional(),
  createdBy: IdOrNone.optional(),
  statusId: Id.optional(),
})
export type ApplicationFilters = z.infer<typeof ApplicationFilters>

const text = z.string().nullable()

/** Internal application (APP-12), with additional fields for the screen. */
export const ApplicationRow = z.object({
  id: z.uuid(),
  /** Number shown to users; also identifies the application in its notes. */
  number: z.number().int(),
  version: z.number().int(),
  statusId: z.number().int(),
  status: z.string(),
  firstName: z.string(),
  middleName: z.string(),
  lastName: z.string(),
  dob: text,
  carrier: z.string(),
  planSelected: z.string(),
  createdDate: z.string(),
  createdByAgentName: text,
  assignedToAgentId: z.number().int().nullable(),
  assignedToAgentName: text,
  email: z.string(),
  /** Ten digits. */
  phone: z.string(),
  address: z.string(),
  state: text,
  annualIncome: text,
  /** The marketplace's id of the application, once it is submitted. */
  applicationId: text,
  /** Whether it has an application in the wizard, which is submitted there. */
  inWizard: z.boolean(),
  /** When consent was last requested, and when the consent that holds now was signed. */
  consentSentDate: text,
  consentSignedDate: text,
  /** Of the last one that was signed, when it does not hold: when the client revoked it, or its first day without it. */
  consentRevokedDate: text,
  consentEndedOn: text,
})
export type ApplicationRow = z.infer<typeof ApplicationRow>

const State = z
  .string()
  .trim()
  .transform((typed, context) => {
    const code = stateCode(typed)
    if (code === null && typed !== '') context.addIssue('Must be valid state')
    return code
  })
const Income = z.union([z.string().trim(), z.number().transform(String)]).transform((typed, context) => {
  const amount = typed === '' ? null : readMoney(typed)
  if (typed !== '' && (amount === null || amount.startsWith('-') || amount.length > 13))
    context.addIssue('Must be valid amount')
  return amount
})

/** Input of New and View/Edit: first and last name, phone and email are required. */
export const ApplicationFields = z.strictObject({
  firstName: oneLine(150).min(1, 'First name is required'),
  middleName: oneLine(150).default(''),
  lastName: oneLine(150).min(1, 'Last name is required'),
  dob: z
    .union([CalendarDate, z.literal('').transform(() => null)])
    .nullable()
    .default(null),
  carrier: oneLine(150).default(''),
  planSelected: oneLine(200).default(''),
  email: EmailText,
  phone: z.string().trim().min(1, 'Phone is required').pipe(PhoneText),
  address: oneLine(200).default(''),
  state: State.nullable().default(null),
  annualIncome: Income.nullable().default(null),
})
export type ApplicationFields = z.output<typeof ApplicationFields>

const ApplicationId = z.strictObject({ id: z.uuid() })
const isOnce = (ids: readonly string[]) => new Set(ids).size === ids.length

/**
 * Status change of applications: ASG needs an agent, SUB exactly one application and the marketplace's id of
 * it.
 */
/** Id that the marketplace gave to an application, as an agent types it: a number. */
export const TypedExchangeId = oneLine(50)
  .min(1, 'Application id is required')
  .regex(/^\d{1,20}$/, 'Enter the number that the marketplace gave the application, for example 5300000001')

export const StatusInput = z
  .strictObject({
    ids: z
      .array(z.uuid())
      .min(1, 'Select an application first')
      .max(maxAtOnce, `At most ${maxAtOnce} at once`)
      .refine(isOnce, 'Each application once'),
    statusTypeCode: z.enum(statusTypeCodes),
    agentId: Id.nullish(),
    applicationId: TypedExchangeId.nullish(),
  })
  .superRefine(({ ids, statusTypeCode, agentId, applicationId }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (statusTypeCode === 'ASG' && !agentId) refuse('agentId', 'Agent is required')
    if (statusTypeCode !== 'SUB') return
    if (ids.length !== 1) refuse('ids', 'Select exactly one application')
    if (!applicationId) refuse('applicationId', 'Application id is required')
  })
export type StatusInput = z.output<typeof StatusInput>

/** Row of the status history (APP-19). */
export const ApplicationHistoryRow = z.object({
  userName: z.string(),
  createDate: z.string(),
  status: text,
  agentName: text,
  comment: z.string(),
})
export type ApplicationHistoryRow = z.infer<typeof ApplicationHistoryRow>

/**
 * Ways in which clients sign; `account`: in the client's own account; `device`: on the agent's device, handed over;
 * `upload`: on paper or spoken, added as a file.
 */
export const consentChannels = [...messageChannels, 'account', 'device', 'upload'] as const
export type ConsentChannel = (typeof consentChannels)[number]

/** Consent request and its outcome. */
export const ConsentEntry = z.object({
  sentDate: z.string(),
  sentBy: z.string(),
  channel: z.enum(consentChannels),
  sentTo: z.string(),
  agentName: text,
  signedDate: text,
  signedName: text,
  /** First day on which the consent is no longer valid. */
  endsOn: text,
  /** When the client revoked after signing: this consent or a later one, which ends all before it. */
  revokedDate: text,
  /** Evidence: the exact text with its version and SHA-256, and from where and with which client it was signed. */
  evidence: z
    .object({
      text: z.string(),
      language: z.enum(['en', 'es']),
      version: z.string(),
      sha256: z.string(),
      address: z.string(),
      userAgent: z.string(),
    })
    .nullable(),
})
export type ConsentEntry = z.infer<typeof ConsentEntry>

const mayRead = sectionRules['Direct Enrollment'].allow
/** Claim expression for assigning and voiding applications, and for editing those of others. */
export const mayRunApplications = 'admin.Application'
/** Audit of reads: the answer identifies the application by its number, as the rest of the audit record does. */
const reads = { reads: 'internal-application', by: 'number', of: null } as const

const ofOwnRecord = { notNeeded: "it is the agency's own record, and asks the exchange nothing" } as const

export const applications = {
  list: route({
    method: 'GET',
    path: '/api/Application',
    allow: mayRead,
    audit: reads,
    clientConsent: ofOwnRecord,
    summary: 'Internal applications visible to the user',
    input: ApplicationFilters,
    output: page(ApplicationRow),
  }),
  create: route({
    method: 'POST',
    path: '/api/Application',
    allow: mayRead,
    audit: 'own',
    clientConsent: ofOwnRecord,
    summary: 'Create an internal application with status New',
    input: ApplicationFields,
    output: ApplicationRow,
  }),
  one: route({
    method: 'GET',
    path: '/api/Application/{id}',
    allow: mayRead,
    audit: reads,
    clientConsent: ofOwnRecord,
    summary: 'One internal application',
    input: ApplicationId,
    output: ApplicationRow,
  }),
  edit: route({
    method: 'PUT',
    path: '/api/Application/{id}',
    allow: mayRead,
    audit: 'own',
    clientConsent: ofOwnRecord,
    summary: 'Edit an internal application: the user’s own, or with admin.Application any visible one',
    input: ApplicationFields.extend({ id: z.uuid(), version: z.number().int() }),
    output: ApplicationRow,
  }),
  history: route({
    method: 'GET',
    path: '/api/Application/{id}/history',
    allow: mayRead,
    audit: reads,
    clientConsent: ofOwnRecord,
    summary: 'History of an internal application: statuses, changes and consents, oldest first',
    input: ApplicationId,
    output: z.object({
      number: z.number().int(),
      statuses: z.array(ApplicationHistoryRow),
      changes: z.array(RecordChange),
      consents: z.array(ConsentEntry),
    }),
  }),
  setStatus: route({
    method: 'POST',
    path: '/api/Application/status',
    allow: mayRead,
    audit: 'own',
    clientConsent: ofOwnRecord,
    summary: 'Set the status of internal applications, all or none: ASG, SUB or VOID',
    input: StatusInput,
    output: z.object({ status: z.string(), records: z.number().int() }),
  }),
  sendConsent: route({
    method: 'POST',
    path: '/api/Application/{id}/consent',
    allow: mayRead,
    audit: 'own',
    clientConsent: { notNeeded: 'it requests the consent' },
    summary: 'Send the applicant a link to the page where consent is signed',
    input: ConsentTerms.extend({
      ...ApplicationId.shape,
      channel: z.enum(messageChannels).default('email'),
      language: z.enum(['en', 'es']).default('en'),
    }),
    output: z.object({ sentTo: z.string(), expires: z.string() }),
  }),
}
