import { z } from 'zod'
import { Email } from '../access/password-contract.ts'
import { faultClasses } from '../expected/variance-class.ts'
import { Amount } from '../fields/amount.ts'
import { CalendarDate } from '../fields/calendar-date.ts'
import { oneLine } from '../fields/one-line.ts'
import { RecordChange } from '../history/history-contract.ts'
import { Id, listQuery, NotSet, page } from '../platform/page.ts'
import { route } from '../platform/route.ts'
import { mayReadVariances, mayWorkOnVariances, varianceFilters } from '../variances/variance-contract.ts'

/** Maximum number of variances that one request disputes. */
export const maxDisputed = 2_000

/** Characters of the email with a pack. */
export const maxDisputeMessage = 4_000

/** `open`: made and not sent; `sent`: the carrier has not answered; `decided`: with an outcome. */
export const disputeStates = ['open', 'sent', 'decided'] as const
export type DisputeState = (typeof disputeStates)[number]

/** What came of a dispute. */
export const disputeOutcomes = ['paid', 'partly paid', 'denied', 'withdrawn'] as const
export type DisputeOutcome = (typeof disputeOutcomes)[number]

export const disputeSorts = ['number', 'stake', 'disputeBy'] as const
export const disputeFilters = {
  state: NotSet.or(z.enum(disputeStates)).optional(),
  carrierId: NotSet.or(Id).optional(),
}
export const DisputeQuery = listQuery(disputeSorts, disputeFilters)

/** Variances of one carrier that are disputed together. */
export const DisputeRow = z.object({
  /** Also the number that people use. */
  id: z.number().int(),
  version: z.number().int(),
  carrierId: z.number().int(),
  carrier: z.string(),
  state: z.enum(disputeStates),
  variances: z.number().int(),
  /** At stake when it was made. */
  stake: Amount,
  /** What later files paid of it. */
  recovered: Amount,
  /** The earliest last day to dispute. */
  disputeBy: z.string().nullable(),
  createdAt: z.string(),
  createdBy: z.string().nullable(),
  sentOn: z.string().nullable(),
  sentTo: z.string().nullable(),
  outcome: z.enum(disputeOutcomes).nullable(),
  decidedOn: z.string().nullable(),
  comment: z.string(),
})
export type DisputeRow = z.infer<typeof DisputeRow>

/** A variance as it stood when its dispute was made, and what came of it. */
export const DisputeItem = z.object({
  id: z.number().int(),
  varianceId: z.number().int(),
  policyNumber: z.string(),
  insuredName: z.string(),
  /** Month of coverage, YYYY-MM-DD. */
  month: z.string(),
  class: z.enum(faultClasses),
  reason: z.string(),
  expected: Amount,
  received: Amount,
  stake: Amount,
  disputeBy: z.string().nullable(),
  evidence: z.string(),
  status: z.string(),
  recovered: Amount,
})
export type DisputeItem = z.infer<typeof DisputeItem>

/**
 * What became of the newest email with a dispute's pack: `failed` when its server refused it, or it could not be sent for days;
 * `none` without one in the last 30 days.
 */
export const DisputeDelivery = z.object({
  state: z.enum(['none', 'waiting', 'sent', 'failed']),
  recipient: z.string().nullable(),
})
export type DisputeDelivery = z.infer<typeof DisputeDelivery>

/** What a dispute of the chosen variances would hold; one pack for each carrier. */
export const DisputePreview = z.object({
  packs: z.array(
    z.object({
      carrierId: z.number().int(),
      carrier: z.string(),
      variances: z.number().int(),
      stake: Amount,
      disputeBy: z.string().nullable(),
      /** Variances whose last day to dispute is over. */
      late: z.number().int(),
    }),
  ),
  /** Chosen variances that cannot be disputed, by reason. */
  leftOut: z.array(z.object({ why: z.string(), variances: z.number().int() })),
})
export type DisputePreview = z.infer<typeof DisputePreview>

/** Variances named by id, or all open ones that match the filters of their list. */
const Disputed = {
  ids: z.array(Id).min(1, 'Choose at least one variance').max(maxDisputed).optional(),
  filter: z.strictObject(varianceFilters).optional(),
}
const idsOrFilter = ({ ids, filter }: { ids?: unknown; filter?: unknown }) =>
  (ids === undefined) !== (filter === undefined)
const DisputeInput = z
  .strictObject(Disputed)
  .refine(idsOrFilter, { path: ['ids'], message: 'Name the variances, or give a filter' })
export type DisputeInput = z.output<typeof DisputeInput>

const path = '/api/Disputes'
const reads = { method: 'GET', allow: mayReadVariances, audit: { reads: 'dispute' } } as const
const works = { method: 'POST', allow: mayWorkOnVariances, audit: 'own' } as const
const known = { id: Id, version: z.int() }

export const disputes = {
  list: route({
    ...reads,
    path,
    summary: 'Disputes with carriers, with what was recovered; Accept pdf, xlsx or csv exports all filtered rows',
    input: DisputeQuery,
    output: page(DisputeRow),
    standby: 'files',
    formats: ['pdf', 'xlsx', 'csv'],
  }),
  one: route({
    ...reads,
    path: `${path}/{id}`,
    summary: 'One dispute',
    input: z.strictObject({ id: Id }),
    output: DisputeRow,
  }),
  preview: route({
    method: 'POST',
    path: `${path}/preview`,
    allow: mayWorkOnVariances,
    audit: { nothing: 'counts and sums by carrier' },
    repeat: { harmless: 'it changes nothing' },
    summary:
      'What disputing the chosen variances would make, by carrier, and which cannot be disputed; changes nothing',
    input: DisputeInput,
    output: DisputePreview,
  }),
  create: route({
    ...works,
    path,
    summary: 'Dispute the chosen variances: one dispute for each carrier; sets their status to Disputed',
    input: DisputeInput,
    output: z.array(DisputeRow),
  }),
  items: route({
    ...reads,
    path: `${path}/{disputeId}/variances`,
    audit: { reads: 'variance', by: 'varianceId' },
    summary: 'The variances of a dispute with their evidence; Accept pdf, xlsx or csv makes the pack for the carrier',
    input: listQuery(['month'], { disputeId: Id }),
    output: page(DisputeItem),
    standby: 'files',
    formats: ['pdf', 'xlsx', 'csv'],
  }),
  markSent: route({
    ...works,
    path: `${path}/{id}/sent`,
    summary: 'Note when and to whom a dispute was sent',
    input: z.strictObject({ ...known, sentOn: CalendarDate, sentTo: oneLine(200).min(1, 'Say to whom it was sent') }),
    output: DisputeRow,
  }),
  email: route({
    ...works,
    path: `${path}/{id}/email`,
    summary: 'Email the pack to the carrier as xlsx and pdf, which marks the dispute as sent today',
    input: z.strictObject({
      ...known,
      to: z.string().trim().min(1, 'Email is required').pipe(Email),
      message: z.string().trim().min(1, 'Message is required').max(maxDisputeMessage),
    }),
    output: DisputeRow,
  }),
  delivery: route({
    ...reads,
    path: `${path}/{id}/delivery`,
    summary: 'What became of the newest email with the pack',
    input: z.strictObject({ id: Id }),
    output: DisputeDelivery,
  }),
  decide: route({
    ...works,
    path: `${path}/{id}/outcome`,
    summary: 'Note what came of a dispute; sets the status of its variances that no file settled',
    input: z.strictObject({
      ...known,
      outcome: z.enum(disputeOutcomes),
      decidedOn: CalendarDate,
      comment: oneLine(500),
    }),
    output: DisputeRow,
  }),
  history: route({
    ...reads,
    path: `${path}/{id}/history`,
    summary: 'Every change of a dispute, oldest first',
    input: z.strictObject({ id: Id }),
    output: z.array(RecordChange),
  }),
}
