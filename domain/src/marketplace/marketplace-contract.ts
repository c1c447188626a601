import { z } from 'zod'
import { actionRules, sectionRules } from '../access/portal-rules.ts'
import { Amount } from '../fields/amount.ts'
import { CalendarDate } from '../fields/calendar-date.ts'
import { oneLine } from '../fields/one-line.ts'
import { PhoneInput, StateInput, ZipInput } from '../fields/way-inputs.ts'
import { Id, listQuery, page, TextFilter } from '../platform/page.ts'
import { route } from '../platform/route.ts'
import { PlainRun, PlainUpload, UndonePlainUpload } from '../uploads/plain-upload.ts'
import { ExchangeApplicant, ExchangePerson, ExchangePolicy } from './exchange-record.ts'

/** What the list can be sorted by; the last enrolled stand first where nothing is said. */
export const marketplaceSorts = ['enrollmentDate', 'name', 'snapshotDate'] as const

/** Asks for the records that have none of ours: no agent, no carrier. */
export const none = 0
const IdOrNone = z.coerce.number<number | string>().int().min(none).max(Number.MAX_SAFE_INTEGER)

/** The filters of the list (MKAPP-01); all narrow together. `agentId`, `agentSaleId` and `carrierId` 0 ask for none of ours. */
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

/** A row of the list (MKAPP-12). `agent` is the agent on record, `agentSale` who sold it. */
export const MarketplaceRow = z.object({
  id: z.number().int(),
  version: z.number().int(),
  exchangeAssignedId: z.string(),
  /** When the exchange said all this. */
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
  /** At least one applicant is eligible: the row shows E, else U. */
  eligible: z.boolean(),
  /** Where the newest policy begins, or else the day of the snapshot. */
  enrollmentDate: z.string(),
})
export type MarketplaceRow = z.infer<typeof MarketplaceRow>

/** One application with everything the exchange says of it (MKAPP-13 to MKAPP-16, MKAPP-20). */
export const MarketplaceDetail = MarketplaceRow.extend({
  object: z.object({
    persons: z.array(ExchangePerson),
    insuranceApplication: z.object({ applicants: z.array(ExchangeApplicant) }),
  }),
  policies: z.array(ExchangePolicy),
  /** What came, parsed; null when it was broken. */
  raw: z.record(z.string(), z.unknown()).nullable(),
})
export type MarketplaceDetail = z.infer<typeof MarketplaceDetail>

const optionalLine = (most: number) => oneLine(most).transform((typed) => typed || null)
const AgentChoice = z.union([Id, z.literal('').transform(() => null)]).nullable()

/** The id that the exchange gave an application. */
export const ExchangeId = z.string().trim().min(1).max(50)

/** What Update saves. Both agents are changed with admin.Application only. */
export const MarketplaceInput = z.strictObject({
  appId: ExchangeId,
  version: z.number().int(),
  userFirstName: oneLine(150),
  userLastName: oneLine(150),
  userPhone: PhoneInput,
  userEmail: z
    .string()
    .trim()
    .max(254)
    .refine((typed) => typed === '' || z.email().safeParse(typed).success, 'Must be valid email')
    .transform((typed) => typed || null),
  userAddress: optionalLine(200),
  userAddressCity: optionalLine(100),
  userAddressCounty: optionalLine(100),
  userAddressStateCode: StateInput,
  userAddressZipCode: ZipInput,
  planName: optionalLine(200),
  /** One of ours, or '' for a carrier that is none; its name as the exchange has it then stays. */
  carrierId: AgentChoice,
  agentId: AgentChoice,
  agentSaleId: AgentChoice,
})
export type MarketplaceInput = z.infer<typeof MarketplaceInput>

/** The claim expression of Direct Enrollment (ACCESS-14). */
export const mayReadApplications = sectionRules['Direct Enrollment'].allow
/** A customer has one application of their own and comes to that one only (ACCESS-09). */
export const mayReadOwnApplication = actionRules.seesOneApplication
/** Who changes applications of others and whose they are. */
export const mayRunApplications = 'admin.Application'
/** ACCESS-30. */
export const mayLoadApplications = actionRules.loadApplications

const appId = z.strictObject({ appId: ExchangeId })
/** The path names an application by the exchange's id, the record by ours. */
const reads = { reads: 'marketplace-application', of: null } as const

export const marketplace = {
  list: route({
    method: 'GET',
    path: '/api/MarketplaceApp',
    allow: mayReadApplications,
    audit: { reads: 'marketplace-application' },
    summary: 'Marketplace applications that the person may see; Accept pdf or xlsx exports all filtered rows',
    input: MarketplaceFilters,
    output: page(MarketplaceRow),
    formats: ['pdf', 'xlsx'],
  }),
  one: route({
    method: 'GET',
    path: '/api/MarketplaceApp/{appId}',
    allow: mayReadOwnApplication,
    audit: reads,
    summary: 'One marketplace application with persons, applicants and policies, by its exchange assigned id',
    input: appId,
    output: MarketplaceDetail,
  }),
  update: route({
    method: 'PUT',
    path: '/api/MarketplaceApp/{appId}',
    allow: mayReadApplications,
    audit: 'own',
    summary: 'Change an application: an own one, or with admin.Application any that the person may see and its agents',
    input: MarketplaceInput,
    output: MarketplaceDetail,
  }),
  refetch: route({
    method: 'POST',
    path: '/api/MarketplaceApp/{appId}/refetch',
    allow: mayReadOwnApplication,
    audit: 'own',
    summary: 'Ask the marketplace how the application stands now',
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
    summary: 'Load a CSV of marketplace applications; overwrite says whether those that are there are replaced',
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
    summary: 'Undo a load of marketplace applications exactly, as long as nobody worked on them since',
    input: z.strictObject({ batchId: Id }),
    output: UndonePlainUpload,
  }),
}
