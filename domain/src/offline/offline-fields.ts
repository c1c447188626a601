import { z } from 'zod'
import { Id } from '../platform/page.ts'

export const sexes = ['M', 'F'] as const
export const languages = ['en', 'es'] as const
export const migratoryStatuses = ['resident', 'citizen', 'work_permit', 'other'] as const
export const incomeTypes = ['employed', 'self_employed', 'unemployed'] as const
export const relations = ['father', 'mother', 'child', 'spouse', 'dependent'] as const

/** Maximum number of members besides the applicant. */
export const maxMembers = 20

/** Single-line text from a form or an API client: numbers become text, missing values are empty. Validated later. */
const Text = z
  .union([z.string().max(200), z.number()])
  .nullish()
  .transform((typed) => (typed === null || typed === undefined ? '' : String(typed)))
const LongText = z
  .string()
  .max(4000, 'At most 4000 characters')
  .nullish()
  .transform((typed) => typed ?? '')
const flag = (initially: boolean) =>
  z
    .boolean()
    .nullish()
    .transform((ticked) => ticked ?? initially)

const person = { firstName: Text, middleName: Text, lastName: Text, dob: Text, sex: Text, ssn: Text, apply: flag(true) }
const income = { typeOfIncome: Text, annualIncome: Text, employerName: Text, employerPhone: Text }

/** Household member as typed. `dob` is YYYY-MM-DD. */
export const OfflineMemberTyped = z.strictObject({ relation: Text, ...person, migratoryStatus: Text, ...income })
export type OfflineMemberTyped = z.output<typeof OfflineMemberTyped>

/** Fields of the payment card, never part of a draft. */
export const cardFields = {
  cardNumber: Text,
  cardExpDate: Text,
  /** Checked once and never stored (PCI DSS 3.3.1). */
  cardCvv: Text,
  cardFirstName: Text,
  cardMiddleName: Text,
  cardLastName: Text,
}

const fields = {
  sourceId: Text,
  first_time_on_marketplace: flag(false),
  note: LongText,
  ...person,
  migratoryStatus: Text,
  phone: Text,
  email: Text,
  language: Text,
  address: Text,
  zipCode: Text,
  city: Text,
  state: Text,
  married: flag(false),
  totalMembers: Text,
  annualHouseholdIncome: Text,
  accountingServiceRequested: flag(false),
  ...income,
  planSelected: Text,
  monthlyPayment: Text,
}
const Members = z
  .array(OfflineMemberTyped)
  .max(maxMembers, `At most ${maxMembers} members`)
  .nullish()
  .transform((members) => members ?? [])

/**
 * Offline application as typed, in the specification's names (OFFLINE-11 to OFFLINE-15): all fields of the form, the
 * API and, without card and social security numbers, the draft. Validated by `validateOffline`.
 */
export const OfflineTyped = z.strictObject({ ...fields, ...cardFields, offlineAppMembers: Members })
export type OfflineTyped = z.output<typeof OfflineTyped>

/**
 * Correction of a submitted application: the whole form without the first note. An empty SSN or card number keeps the
 * stored one, which no answer shows; without any field of a card the stored card is removed. A member with an `id` is a stored one, others are new.
 */
export const OfflineCorrection = OfflineTyped.omit({ note: true }).extend({
  offlineAppMembers: z
    .array(OfflineMemberTyped.extend({ id: Id.optional() }))
    .max(maxMembers, `At most ${maxMembers} members`),
})
export type OfflineCorrection = z.output<typeof OfflineCorrection>

/**
 * Draft: without the card and the social security numbers, which would otherwise be returned in full when the draft is
 * reopened (P-63).
 */
export const OfflineDraftFields = z.strictObject({
  ...fields,
  ssn: z.literal('').default(''),
  offlineAppMembers: z.array(OfflineMemberTyped.extend({ ssn: z.literal('').default('') })).max(maxMembers),
})
export type OfflineDraftFields = z.output<typeof OfflineDraftFields>

/** Empty member with the applicant's last name, which is the most common case. */
export function newMember(lastName = ''): OfflineMemberTyped {
  return { ...OfflineMemberTyped.parse({}), lastName }
}

/** Initial form. */
export function newOffline(): OfflineTyped {
  return { ...OfflineTyped.parse({}), language: 'en' }
}

/** Draft of the typed fields. */
export function draftOf(typed: OfflineTyped): OfflineDraftFields {
  const {
    cardNumber: _1,
    cardExpDate: _2,
    cardCvv: _3,
    cardFirstName: _4,
    cardMiddleName: _5,
    cardLastName: _6,
    ...rest
  } = typed
  return { ...rest, ssn: '', offlineAppMembers: rest.offlineAppMembers.map((member) => ({ ...member, ssn: '' })) }
}
