import { z } from 'zod'
import { EmailText, maxEntries, PhoneText } from '../contacts/contact-fields.ts'
import { Amount } from '../fields/amount.ts'
import { CalendarDate } from '../fields/calendar-date.ts'
import { oneLine } from '../fields/one-line.ts'
import { RecordChange } from '../history/history-contract.ts'
import { requiredSentence } from '../platform/input-sentences.ts'
import { Id, listQuery, page, TextFilter } from '../platform/page.ts'
import { route } from '../platform/route.ts'
import { plainNpn } from '../uploads/reading/plain-npn.ts'
import {
  Appointment,
  AppointmentInput,
  License,
  LicenseInput,
  maxCredentials,
  overlappingAppointments,
  overlappingLicenses,
} from './agent-credentials.ts'

export const agentSorts = ['name', 'loginEmail', 'npn', 'createdDate', 'nextExpiry'] as const
/** Filter for expiring licenses and appointments: within a number of days, or already expired. */
export const expiringChoices = ['60', '30', 'expired'] as const

export const AgentFilters = listQuery(agentSorts, {
  name: TextFilter,
  loginEmail: TextFilter,
  npn: TextFilter,
  locationId: Id.optional(),
  agentTypeId: Id.optional(),
  statusId: Id.optional(),
  expiring: z.enum(expiringChoices).optional(),
})
export type AgentFilters = z.output<typeof AgentFilters>

/**
 * Row of the agents list (AGENT-03). `nextExpiry` is the earliest expiry of a license or appointment that is not
 * renewed.
 */
export const AgentRow = z.object({
  id: z.number().int(),
  name: z.string(),
  loginEmail: z.string(),
  phone: z.string().nullable(),
  npn: z.string().nullable(),
  locationId: z.number().int().nullable(),
  locationName: z.string().nullable(),
  agentTypeId: z.number().int().nullable(),
  agentTypeName: z.string().nullable(),
  statusId: z.number().int(),
  statusName: z.string().nullable(),
  createdDate: z.string(),
  nextExpiry: z.string().nullable(),
})
export type AgentRow = z.infer<typeof AgentRow>

/** Agent, as the edit form reads it (AGENT-15). */
export const AgentDetail = AgentRow.extend({
  version: z.number().int(),
  contact: z.object({
    firstName: z.string(),
    middleName: z.string(),
    lastName: z.string(),
    emails: z.array(z.object({ email: z.string() })),
    phones: z.array(z.object({ phone: z.string() })),
  }),
  licenses: z.array(License),
  appointments: z.array(Appointment),
})
export type AgentDetail = z.infer<typeof AgentDetail>

/**
 * Names of an agent's contact: 'Not valid' when blank or longer than 50 (AGENT-11); only the first name is required.
 */
const blankOr = z
  .string()
  .refine((typed) => typed === '' || typed.trim() !== '', 'Not valid')
  .pipe(oneLine(50))
const notLong = (typed: string) => typed.trim().length <= 50
const FirstName = z.string().refine((typed) => typed.trim() !== '' && notLong(typed), 'Not valid')
const OtherName = z.string().refine(notLong, 'Not valid').pipe(blankOr).default('')

/** Id of a lookup list, as a number or a text of at most 50 characters; '' and null mean none. */
const lookupId = (required: string) =>
  z.union([z.number(), z.string().max(50, 'At most 50 characters'), z.null()]).transform((given, context) => {
    const text = String(given ?? '').trim()
    if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
    context.addIssue({ code: 'custom', message: text === '' ? required : 'Not valid' })
    return z.NEVER
  })

/** Agents are active by default. */
const StatusId = z
  .union([z.number(), z.string(), z.null()])
  .optional()
  .transform((given): string | number | null => (given === undefined || given === null || given === '' ? 1 : given))
  .pipe(lookupId('Status is required'))

export const maxNameLength = 150

/** First, middle and last name, joined by spaces. */
export function agentName(contact: { firstName: string; middleName: string; lastName: string }): string {
  return [contact.firstName, contact.middleName, contact.lastName].filter(Boolean).join(' ')
}

/**
 * Input for saving an agent: with `id` and the `version` that was read it edits, without both it creates. The
 * name is made of the contact's names; a `name` that is sent is only validated. The phone becomes the first of
 * the contact's; omitted lists stay unchanged.
 */
export const AgentInput = z
  .strictObject({
    id: Id.optional(),
    version: z.number().int().min(1).optional(),
    name: oneLine(maxNameLength).optional(),
    loginEmail: EmailText,
    phone: PhoneText,
    npn: oneLine(35).min(1, 'NPN is required').transform(plainNpn),
    locationId: lookupId('Location is required'),
    agentTypeId: lookupId('Agent type is required'),
    statusId: StatusId,
    contact: z
      .strictObject({
        firstName: FirstName.pipe(oneLine(50)),
        middleName: OtherName,
        lastName: OtherName,
        emails: z
          .array(z.strictObject({ email: EmailText }))
          .max(maxEntries)
          .optional(),
        phones: z
          .array(z.strictObject({ phone: PhoneText }))
          .max(maxEntries)
          .optional(),
      })
      .refine((contact) => agentName(contact).length <= maxNameLength, {
        path: ['lastName'],
        message: `The whole name may have ${maxNameLength} characters`,
      }),
    licenses: z.array(LicenseInput).max(maxCredentials).optional(),
    appointments: z.array(AppointmentInput).max(maxCredentials).optional(),
  })
  .check(({ value, issues }) => {
    const doubled = (list: string, place: number, what: string) =>
      issues.push({
        code: 'custom',
        input: value,
        path: [list, place, 'effective'],
        message: `Overlaps another ${what}`,
      })
    for (const place of overlappingLicenses(value.licenses ?? []))
      doubled('licenses', place, 'license of this state and line')
    for (const place of overlappingAppointments(value.appointments ?? []))
      doubled('appointments', place, 'appointment of this carrier and state')
  })
  .refine(({ id, version }) => (id === undefined) === (version === undefined), {
    path: ['version'],
    error: ({ input }) =>
      Object(input).id === undefined ? 'Id is required with a version' : requiredSentence(['version']),
  })
export type AgentInput = z.output<typeof AgentInput>

/** Whether an agent may sell, and all reasons against it (see may-sell.ts). */
export const AuthorityAnswer = z.object({
  may: z.boolean(),
  reasons: z.array(z.string()),
  /** What CMS's lists do not say. */
  unknown: z.array(z.string()),
})

/** What an agent holds; null where the user may not open the list of a figure. Amounts are of closed pay runs. */
export const AgentHoldings = z.object({
  leads: z.number().int().nullable(),
  customers: z.number().int().nullable(),
  /** Active ones of which the agent is the agent of record. */
  policies: z.number().int().nullable(),
  /** In the status Assigned. */
  applications: z.number().int().nullable(),
  /** Open follow-ups in the agent's own notes. */
  followUps: z.number().int(),
  /** Paid and not recovered yet. */
  advances: Amount.nullable(),
  /** Balance that the next pay run takes over. */
  carried: Amount.nullable(),
  /** User names that are the agent's and can still log in. */
  logins: z.array(z.string()),
})
export type AgentHoldings = z.infer<typeof AgentHoldings>

export const agents = {
  list: route({
    method: 'GET',
    path: '/api/Agent',
    allow: 'administrator',
    audit: { reads: 'agent' },
    summary: 'Agents',
    input: AgentFilters,
    output: page(AgentRow),
    standby: 'files',
    formats: ['pdf', 'xlsx', 'csv'],
  }),
  one: route({
    method: 'GET',
    path: '/api/Agent/{id}',
    allow: 'administrator',
    audit: { reads: 'agent' },
    summary: 'One agent with contact, licenses and appointments',
    input: z.strictObject({ id: Id }),
    output: AgentDetail,
  }),
  save: route({
    method: 'PUT',
    path: '/api/Agent',
    allow: 'administrator',
    audit: 'own',
    summary: 'Create an agent, or edit the one with the given id and version',
    input: AgentInput,
    output: AgentDetail,
  }),
  history: route({
    method: 'GET',
    path: '/api/Agent/{id}/history',
    allow: 'administrator',
    audit: { reads: 'agent' },
    summary: 'Every change of an agent, field by field, oldest first',
    input: z.strictObject({ id: Id }),
    output: z.array(RecordChange),
  }),
  authority: route({
    method: 'GET',
    path: '/api/Agent/{id}/authority',
    allow: 'agent|administrator',
    audit: { reads: 'agent' },
    summary: 'Whether an agent may sell a carrier’s plans in a state on a day, with the reasons against it',
    input: z.strictObject({
      id: Id,
      carrierId: Id.optional(),
      stateId: Id.optional(),
      /** Default: today. */
      date: CalendarDate.optional(),
    }),
    output: AuthorityAnswer,
  }),
  holdings: route({
    method: 'GET',
    path: '/api/Agent/{id}/holdings',
    allow: 'administrator',
    audit: { reads: 'agent' },
    summary:
      'What an agent still holds: leads, customers, policies, applications, follow-ups, advances, balance and enabled logins',
    input: z.strictObject({ id: Id }),
    output: AgentHoldings,
  }),
}
