import { z } from 'zod'
import { sectionRules } from '../access/portal-rules.ts'
import { Amount, amountOf, cents } from '../fields/amount.ts'
import { PhoneInput } from '../fields/contact-method-inputs.ts'
import { firstOfMonth, monthTyped } from '../fields/month-text.ts'
import { oneLine, optionalLine } from '../fields/one-line.ts'
import { stateNames } from '../fields/us-state.ts'
import { RecordChange } from '../history/history-contract.ts'
import { Id, listQuery, NotSet, page, TextFilter } from '../platform/page.ts'
import { route } from '../platform/route.ts'
import { WebAddress } from './web-address.ts'

/** Claim expression for maintaining carriers. */
export const mayRunCarriers = sectionRules.Administration.links.Carriers

export const carrierSorts = ['name', 'disputeDays', 'policies', 'lastMonth', 'newest'] as const
/** How long a policy is new business. */
export const newPeriods = ['year', 'twelve'] as const
/** Day that a term date in a file names: the last covered one, or the next one. */
export const termDateMeanings = ['last', 'next'] as const
export const carrierStates = ['active', 'inactive'] as const

/** Filters of the list: `name` matches any part of name, code or alias, or the beginning of a HIOS issuer id. */
export const CarrierFilters = listQuery(carrierSorts, {
  name: TextFilter,
  state: TextFilter,
  status: NotSet.or(z.enum(carrierStates)).optional(),
})
export type CarrierFilters = z.output<typeof CarrierFilters>

/** HIOS issuer id: one issuer in one state, the first five characters of its plans' HIOS ids. */
export const IssuerId = z.object({ issuerId: z.string(), state: z.string() })
export type IssuerId = z.infer<typeof IssuerId>

/** What a carrier pays when, and what its files mean, until other terms. */
const CarrierTerms = z.object({
  /** Months from the month of coverage to its statement; dated by the statement. */
  arrears: z.number().int(),
  /** A policy is new business for the calendar year of its first month, or for twelve months. */
  newPeriod: z.enum(newPeriods),
  /** What a payment may differ by without being a variance. */
  tolerance: Amount,
  /** What files of policies mean by a term date: the last covered day, or the next one; dated by the file's month. */
  termDateMeans: z.enum(termDateMeanings),
  /** Days from the first of an unpaid month to the end of coverage, without a tax credit. */
  graceDays: z.number().int(),
})
const LaterTerms = CarrierTerms.extend({
  /** First month, MM/YYYY. */
  from: z.string(),
})
export type LaterTerms = z.infer<typeof LaterTerms>

export const CarrierRow = z.object({
  id: z.number().int(),
  version: z.number().int(),
  name: z.string(),
  code: z.string().nullable(),
  /** Other names of the carrier in files. */
  aliases: z.array(z.string()),
  issuerIds: z.array(IssuerId),
  phone: z.string().nullable(),
  portalUrl: z.string().nullable(),
  /** Days after a statement in which the carrier accepts a dispute of it. */
  disputeDays: z.number().int(),
  ...CarrierTerms.shape,
  /** Terms that replace those above from a month on, the oldest first. */
  laterTerms: z.array(LaterTerms),
  active: z.boolean(),
  policies: z.number().int(),
  /** Month of the newest policy file, YYYY-MM-DD. */
  lastMonth: z.string().nullable(),
  /** Kinds of files that have a saved profile, each with its version. */
  profiles: z.array(z.object({ kind: z.string(), version: z.number().int() })),
})
export type CarrierRow = z.infer<typeof CarrierRow>

const maxName = 150
const maxAliases = 50
/**
 * Same normalization as `carrier_key` of the database: lowercase, without spaces and punctuation that files write
 * differently.
 */
export const carrierKey = (name: string) => name.toLowerCase().replace(/[\s_.,-]+/g, '')
const hasKey = (name: string) => carrierKey(name) !== ''

const Name = oneLine(maxName)
  .min(1, 'Name is required')
  .refine((name) => name === '' || hasKey(name), 'Name needs a letter or digit')
const Code = optionalLine(20).refine((code) => code === null || hasKey(code), 'Code needs a letter or digit')
const Alias = oneLine(maxName)
  .min(1, 'Required')
  .refine((name) => name === '' || hasKey(name), 'Needs a letter or digit')

const isStateCode = (code: string) => Object.hasOwn(stateNames, code)

/** HIOS issuer id with its state, as typed: '16842 FL'. */
export const IssuerIdInput = z
  .string()
  .trim()
  .transform((typed, context): IssuerId => {
    const parts = /^(\d{5})[\s,-]*([A-Za-z]{2})$/.exec(typed)
    const [issuerId = '', state = ''] = [parts?.[1], parts?.[2]?.toUpperCase()]
    if (!isStateCode(state)) context.addIssue(`'${typed}' is not five digits and a state, such as 16842 FL`)
    return { issuerId, state }
  })

const unique = (key: (text: string) => string, message: string) => (texts: string[], context: z.RefinementCtx) => {
  const keys = texts.map(key)
  const repeated = texts.find((text, index) => keys.indexOf(key(text)) !== index)
  if (repeated !== undefined) context.addIssue({ code: 'custom', message: `${message}: ${repeated}` })
}

const maxToleranceCents = 1_000_00
const Tolerance = z.string().transform((typed, context) => {
  const whole = cents(typed.trim() === '' ? '0' : typed.trim())
  if (whole !== null && whole >= 0 && whole <= maxToleranceCents) return amountOf(whole)
  context.addIssue({ code: 'custom', message: 'An amount from 0.00 to 1000.00' })
  return z.NEVER
})

/** HIOS issuer ids, each in one state. */
const issuerIdsOf = <Input>(entry: z.ZodType<string, Input>) =>
  z
    .array(entry)
    .max(200, 'At most 200 ids')
    .superRefine(unique((typed: string) => typed.trim().slice(0, 5), 'Listed twice'))
    .pipe(z.array(IssuerIdInput))

/** HIOS issuer id as a GET answers it, as typed. */
const AnsweredIssuerId = IssuerId.transform(({ issuerId, state }) => `${issuerId} ${state}`)

/** Changes of a carrier's terms. */
export const maxLaterTerms = 24
const wholeNumber = (message: string, from: number, to: number) =>
  z.coerce.number<number | string>({ error: message }).int(message).min(from, message).max(to, message)
const terms = {
  arrears: wholeNumber('Whole months from 0 to 12', 0, 12).default(0),
  newPeriod: z.enum(newPeriods).default('year'),
  tolerance: Tolerance.default('0.00'),
  termDateMeans: z.enum(termDateMeanings).default('last'),
  graceDays: wholeNumber('Whole days from 0 to 120', 0, 120).default(31),
}

const fields = {
  name: Name,
  code: Code,
  aliases: z
    .array(Alias)
    .max(maxAliases, `At most ${maxAliases} names`)
    .superRefine(unique(carrierKey, 'Listed twice')),
  issuerIds: issuerIdsOf(z.string()),
  phone: PhoneInput,
  portalUrl: WebAddress,
  disputeDays: z.coerce
    .number<number | string>({ error: 'Days from 1 to 730' })
    .int('Whole days only')
    .min(1, 'Days from 1 to 730')
    .max(730, 'Days from 1 to 730'),
  ...terms,
  laterTerms: z
    .array(z.strictObject({ ...terms, from: monthTyped('Month is required') }))
    .max(maxLaterTerms, `At most ${maxLaterTerms} changes`)
    .superRefine((later, context) => {
      for (const [place, { from }] of later.entries())
        if (later.findIndex((other) => other.from === from) < place)
          context.addIssue({ code: 'custom', path: [place, 'from'], message: 'Another change is of this month' })
    })
    .transform((later) => later.toSorted((one, other) => (firstOfMonth(one.from) < firstOfMonth(other.from) ? -1 : 1)))
    .default([]),
}

export const NewCarrier = z.strictObject(fields)
export type NewCarrier = z.output<typeof NewCarrier>

export const CarrierEdit = z.strictObject({
  ...fields,
  id: Id,
  version: z.number().int().min(1),
  issuerIds: issuerIdsOf(z.union([z.string(), AnsweredIssuerId])),
})
export type CarrierEdit = z.output<typeof CarrierEdit>

/** Entry of the list of known carriers, which an agency may add in one step. */
export const KnownCarrier = z.object({
  key: z.string(),
  name: z.string(),
  /** Parent company or brand, if the name does not contain it. */
  parent: z.string(),
  code: z.string(),
  states: z.array(z.string()),
  issuerIds: z.array(IssuerId),
  /** Remark, such as that the carrier left the market. */
  note: z.string(),
  /** Already among the agency's carriers. */
  added: z.boolean(),
})
export type KnownCarrier = z.infer<typeof KnownCarrier>

/** Comma-separated states, such as 'FL,TX'. */
const StateList = z
  .string()
  .max(300)
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(z.array(z.string().refine(isStateCode, 'Must be valid state')))

/** Reason against merging two carriers, with examples. */
export const CarrierConflict = z.object({
  message: z.string(),
  count: z.number().int(),
  examples: z.array(z.string()),
})
export type CarrierConflict = z.infer<typeof CarrierConflict>

/** Preview of a merge; changes nothing. */
export const CarrierMergePreview = z.object({
  kept: CarrierRow,
  merged: CarrierRow,
  /** Records that move, by kind: '214 policies'. */
  moves: z.array(z.string()),
  /** Names by which files are matched to the kept carrier afterwards. */
  names: z.array(z.string()),
  /** Records that are not moved, as sentences. */
  notes: z.array(z.string()),
  conflicts: z.array(CarrierConflict),
})
export type CarrierMergePreview = z.infer<typeof CarrierMergePreview>

const noPerson = { nothing: 'carriers, which are no people' } as const

export const carriers = {
  list: route({
    method: 'GET',
    path: '/api/Carrier',
    allow: mayRunCarriers,
    audit: noPerson,
    summary: 'Carriers as administrators maintain them; Accept pdf, xlsx or csv exports all filtered rows',
    input: CarrierFilters,
    output: page(CarrierRow),
    standby: 'files',
    formats: ['pdf', 'xlsx', 'csv'],
  }),
  known: route({
    method: 'GET',
    path: '/api/Carrier/known',
    allow: mayRunCarriers,
    audit: noPerson,
    summary: 'Known carriers of US individual health insurance that sell in the given states (FL,TX)',
    input: z.strictObject({ states: StateList.optional() }),
    output: z.array(KnownCarrier),
  }),
  addKnown: route({
    method: 'POST',
    path: '/api/Carrier/known',
    allow: mayRunCarriers,
    audit: 'own',
    summary: 'Add known carriers with their HIOS issuer ids of the given states; existing ones stay unchanged',
    input: z.strictObject({
      keys: z.array(z.string().max(60)).min(1, 'Choose at least one carrier').max(300),
      states: z.array(z.string().refine(isStateCode, 'Must be valid state')).max(60),
    }),
    output: z.object({ added: z.array(z.string()), skipped: z.array(z.object({ name: z.string(), why: z.string() })) }),
  }),
  one: route({
    method: 'GET',
    path: '/api/Carrier/{id}',
    allow: mayRunCarriers,
    audit: noPerson,
    summary: 'One carrier',
    input: z.strictObject({ id: Id }),
    output: CarrierRow,
  }),
  create: route({
    method: 'POST',
    path: '/api/Carrier',
    allow: mayRunCarriers,
    audit: 'own',
    summary: 'Create a carrier',
    input: NewCarrier,
    output: CarrierRow,
  }),
  edit: route({
    method: 'PUT',
    path: '/api/Carrier/{id}',
    allow: mayRunCarriers,
    audit: 'own',
    summary: 'Change a carrier',
    input: CarrierEdit,
    output: CarrierRow,
  }),
  setActive: route({
    method: 'POST',
    path: '/api/Carrier/{id}/active',
    allow: mayRunCarriers,
    audit: 'own',
    summary: 'Stop or resume offering a carrier in choices; its records stay',
    input: z.strictObject({ id: Id, version: z.number().int().min(1), active: z.boolean() }),
    output: CarrierRow,
  }),
  history: route({
    method: 'GET',
    path: '/api/Carrier/{id}/history',
    allow: mayRunCarriers,
    audit: noPerson,
    summary: 'Every change of a carrier, oldest first',
    input: z.strictObject({ id: Id }),
    output: z.array(RecordChange),
  }),
  previewMerge: route({
    method: 'GET',
    path: '/api/Carrier/{id}/merge/{otherId}',
    allow: mayRunCarriers,
    audit: noPerson,
    summary: 'Preview a merge of another carrier into this one: what moves, and reasons against it',
    input: z.strictObject({ id: Id, otherId: Id }),
    output: CarrierMergePreview,
  }),
  merge: route({
    method: 'POST',
    path: '/api/Carrier/{id}/merge',
    allow: mayRunCarriers,
    audit: 'own',
    summary: 'Merge another carrier into this one: all its records move, its names become aliases, and it is deleted',
    input: z.strictObject({
      id: Id,
      otherId: Id,
      version: z.number().int().min(1),
      otherVersion: z.number().int().min(1),
    }),
    output: CarrierRow,
  }),
}
