import { z } from 'zod'
import { actionRules, sectionRules } from '../access/portal-rules.ts'
import { Amount } from '../fields/amount.ts'
import { CalendarDate } from '../fields/calendar-date.ts'
import { EmailInput, PhoneInput, StateInput, ZipInput } from '../fields/contact-method-inputs.ts'
import { oneLine, optionalLine } from '../fields/one-line.ts'
import { Id, IdOrNone, listQuery, page, TextFilter } from '../platform/page.ts'
import { route } from '../platform/route.ts'
import { PlainRun, PlainUpload, UndonePlainUpload } from '../uploads/plain-upload.ts'
import { ExchangeApplicant, ExchangePerson, ExchangePolicy } from './exchange-record.ts'

/** Sort orders of the list; latest enrollment first by default. */
export const marketplaceSorts = ['enrollmentDate', 'name', 'snapshotDate'] as const

/** Filter value for applications without one of the agency's agents or carriers. */
export const none = 0

/**
 * Filters of the list (MKAPP-01), combined with AND. `agentId`, `agentSaleId` and `carrierId` 0 find applications
 * without one of ours.
 */
export const MarketplaceFilters = listQuery(marketplaceSorts, {
  name: TextFilter,
  planName: TextFilter,
  carrierId: IdOrNone.optional(),
  agentSaleId: IdOrNone.optional(),
  agentId: IdOrNone.optional(),
  enrollmentFrom: CalendarDate.optional(),
  enrollmentTo: CalendarDate.optional(),
})
export type MarketplaceFilters = z.infer<typeof MarketplaceFilters>

const text = z.string().nullable()

/** Row of the list (MKAPP-12). `agent` is the agent of record, `agentSale` the seller. */
export const MarketplaceRow = z.object({
  id: z.number().int(),
  version: z.number().int(),
  exchangeAssignedId: z.string(),
  /** Time of the exchange's data. */
  snapshotDate: z.string(),
  userFirstName: z.string(),
  userLastName: z.string(),
  /** Ten digits. */
  userPhone: text,
  userEmail: text,
  userAddress: text,
  userAddressCity: text,
  userAddressCounty: text,
  userAddressStateCode: text,
  userAddressZipCode: text,
  planName: text,
  carrierId: z.number().int().nullable(),
  carrierName: text,
  agentId: z.number().int().nullable(),
  agentName: text,
  agentSaleId: z.number().int().nullable(),
  agentSaleName: text,
  eligibilityAPTCElected: Amount.nullable(),
  /** At least one applicant is eligible: the row shows E, otherwise U. */
  eligible: z.boolean(),
  /** Start of the newest policy, or the day of the snapshot. */
  enrollmentDate: z.string(),
})
export type MarketplaceRow = z.infer<typeof MarketplaceRow>

/** One application with all data of the exchange (MKAPP-13 to MKAPP-16, MKAPP-20). */
export const MarketplaceDetail = MarketplaceRow.extend({
  object: z.object({
    persons: z.array(ExchangePerson),
    insuranceApplication: z.object({ applicants: z.array(ExchangeApplicant) }),
  }),
  /** With the phone of the carrier, from its record in the office, for the first payment. */
  policies: z.array(ExchangePolicy.extend({ carrierPhone: z.string().nullable() })),
  /** Raw data, parsed; null if malformed. */
  raw: z.record(z.string(), z.unknown()).nullable(),
})
export type MarketplaceDetail = z.infer<typeof MarketplaceDetail>

const AgentChoice = z.union([Id, z.literal('').transform(() => null)]).nullable()

/** Id of an application at the exchange. */
export const ExchangeId = z.string().trim().min(1).max(50)

/** Input of Update. Changing the agents needs admin.Application. */
export const MarketplaceInput = z.strictObject({
  appId: ExchangeId,
  version: z.number().int(),
  userFirstName: oneLine(150),
  userLastName: oneLine(150),
  userPhone: PhoneInput,
  userEmail: EmailInput,
  userAddress: optionalLine(200),
  userAddressCity: optionalLine(100),
  userAddressCounty: optionalLine(100),
  userAddressStateCode: StateInput,
  userAddressZipCode: ZipInput,
  planName: optionalLine(200),
  /** One of the agency's carriers, or '' for none, which keeps the exchange's name. */
  carrierId: AgentChoice,
  agentId: AgentChoice,
  agentSaleId: AgentChoice,
})
export type MarketplaceInput = z.infer<typeof MarketplaceInput>

/** Claim expression of Direct Enrollment (ACCESS-14). */
export const mayReadApplications = sectionRules['Direct Enrollment'].allow
/** Customers have one application of their own and no access to others (ACCESS-09). */
export const mayReadOwnApplication = actionRules.seesOneApplication
/** Claim expression for editing applications of others and their agents. */
export const mayRunApplications = 'admin.Application'
/** ACCESS-30. */
export const mayLoadApplications = actionRules.loadApplications

const appId = z.strictObject({ appId: ExchangeId })
/** The path has the exchange's id, the audit record ours. */
const reads = { reads: 'marketplace-application', of: null } as const

const ofLoadedFiles = { notNeeded: 'it stores a file that the agency has, and asks the exchange nothing' } as const

export const marketplace = {
  list: route({
    method: 'GET',
    path: '/api/MarketplaceApp',
    allow: mayReadApplications,
    audit: { reads: 'marketplace-application' },
    clientConsent: { notNeeded: 'it shows what the agency already has, and asks the exchange nothing' },
    summary: 'Marketplace applications visible to the user; Accept pdf or xlsx exports all filtered rows',
    input: MarketplaceFilters,
    output: page(MarketplaceRow),
    formats: ['pdf', 'xlsx'],
  }),
  one: route({
    method: 'GET',
    path: '/api/MarketplaceApp/{appId}',
    allow: mayReadOwnApplication,
    audit: reads,
    clientConsent: { notNeeded: 'it shows what the agency already has, and asks the exchange nothing' },
    summary: 'One marketplace application with persons, applicants and policies, by its exchange assigned id',
    input: appId,
    output: MarketplaceDetail,
  }),
  update: route({
    method: 'PUT',
    path: '/api/MarketplaceApp/{appId}',
    allow: mayReadApplications,
    audit: 'own',
    clientConsent: { notNeeded: "it changes the agency's copy only, such as the address that consent is requested at" },
    summary: 'Edit an application: the user’s own, or with admin.Application any visible one and its agents',
    input: MarketplaceInput,
    output: MarketplaceDetail,
  }),
  refetch: route({
    method: 'POST',
    path: '/api/MarketplaceApp/{appId}/refetch',
    allow: mayReadOwnApplication,
    audit: 'own',
    clientConsent: { of: 'marketplace', scopes: ['search'] },
    summary: 'Refresh the application from the marketplace',
    input: appId,
    output: MarketplaceDetail,
  }),
  upload: route({
    method: 'POST',
    path: '/api/MarketplaceApp/upload',
    allow: mayLoadApplications,
    body: 'file',
    audit: 'own',
    repeat: { never: 'a file is refused when it is loaded a second time, and a run has an id of its own' },
    clientConsent: ofLoadedFiles,
    summary: 'Import a CSV of marketplace applications; overwrite replaces existing ones',
    input: PlainUpload.extend({
      overwrite: z
        .union([z.boolean(), z.enum(['true', 'false']).transform((typed) => typed === 'true')])
        .default(false),
    }),
    output: PlainRun,
  }),
  undoUpload: route({
    method: 'POST',
    path: '/api/MarketplaceApp/upload/{batchId}/undo',
    allow: mayLoadApplications,
    audit: 'own',
    clientConsent: ofLoadedFiles,
    summary: 'Undo an import of marketplace applications exactly, unless they were edited since',
    input: z.strictObject({ batchId: Id }),
    output: UndonePlainUpload,
  }),
}
