import { z } from 'zod'
import { sectionRules } from '../access/portal-rules.ts'
import { CalendarDate } from '../fields/calendar-date.ts'
import { PhoneFilter } from '../fields/contact-method-inputs.ts'
import { Id, IdOrNone, listQuery, page, TextFilter } from '../platform/page.ts'
import { route } from '../platform/route.ts'

/** Sort orders of the list. */
export const contactSorts = ['name', 'dateOfBirth', 'createdAt'] as const

const UpperFilter = TextFilter.transform((typed) => typed?.toUpperCase())

/** Filters of the list (CONTACT-01), combined with AND; empty ones are ignored. */
export const ContactFilters = listQuery(contactSorts, {
  name: TextFilter,
  email: TextFilter,
  /** Characters other than digits are dropped (CONTACT-02). */
  phone: PhoneFilter,
  dateOfBirth: CalendarDate.optional(),
  /** Two-letter code. */
  country: UpperFilter,
  /** Two-letter code. */
  state: UpperFilter,
  /** 0 finds contacts without an agent. */
  agentId: IdOrNone.optional(),
  createdFrom: CalendarDate.optional(),
  createdTo: CalendarDate.optional(),
})
export type ContactFilters = z.infer<typeof ContactFilters>

/** Row of the list (CONTACT-03, A-070) with main email, phone and address. */
export const ContactRow = z.object({
  id: z.number().int(),
  firstName: z.string(),
  middleName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  dateOfBirth: z.string().nullable(),
  address: z.object({
    address: z.string().nullable(),
    city: z.string().nullable(),
    countryCode: z.string().nullable(),
  }),
  demographics: z.object({ gender: z.enum(['M', 'F']).nullable() }),
  createdAt: z.string(),
  createdBy: z.string().nullable(),
  /** Whether the contact is a customer of the agency. */
  customer: z.boolean(),
  /** Agent of the client. */
  agentName: z.string().nullable(),
})
export type ContactRow = z.infer<typeof ContactRow>

const Language = z.object({ name: z.string(), code: z.string() }).nullable()

/** Contact with all its details (CONTACT-04). */
export const ContactDetails = z.object({
  id: z.number().int(),
  version: z.number().int(),
  contacts: z.object({
    firstName: z.string(),
    middleName: z.string(),
    lastName: z.string(),
    emails: z.array(z.object({ email: z.string(), purposes: z.array(z.string()) })),
    phones: z.array(z.object({ phone: z.string(), purposes: z.array(z.string()) })),
    addresses: z.array(
      z.object({
        address: z.string(),
        cityName: z.string().nullable(),
        stateCode: z.string().nullable(),
        zipCode: z.string(),
        countryCode: z.string().nullable(),
        purposes: z.array(z.string()),
      }),
    ),
  }),
  sex: z.enum(['M', 'F']).nullable(),
  dob: z.string().nullable(),
  writtenLanguage: Language,
  spokenLanguage: Language,
  createdDate: z.string(),
  createdBy: z.string().nullable(),
  customer: z.boolean(),
  /** Agent of the client. */
  agentName: z.string().nullable(),
  /** Whether the contact also belongs to an agent or a user. */
  isAgent: z.boolean(),
  isUser: z.boolean(),
})
export type ContactDetails = z.infer<typeof ContactDetails>

/** Entry of the short list (CONTACT-07). */
export const ContactChoice = z.object({ id: z.number().int(), name: z.string(), email: z.string() })
export type ContactChoice = z.infer<typeof ContactChoice>

/** Claim expression for reading contacts and customers (SHELL-19, A-008). */
export const mayReadContacts = sectionRules.Customer.allow

export const contacts = {
  list: route({
    method: 'GET',
    path: '/api/Contacts',
    allow: mayReadContacts,
    audit: { reads: 'contact' },
    summary: 'Contacts visible to the user; Accept pdf, xlsx or csv exports all filtered rows',
    input: ContactFilters,
    output: page(ContactRow),
    standby: 'files',
    formats: ['pdf', 'xlsx', 'csv'],
  }),
  simplified: route({
    method: 'GET',
    path: '/api/Contacts/simplified',
    allow: mayReadContacts,
    audit: { reads: 'contact' },
    summary: 'Contacts by name, email or phone, as a short list of at most 50',
    input: z.strictObject({ q: TextFilter }),
    output: z.array(ContactChoice),
  }),
  details: route({
    method: 'GET',
    path: '/api/Contacts/{id}/details',
    allow: mayReadContacts,
    audit: { reads: 'contact' },
    summary: 'One contact with all its details, with names instead of ids',
    input: z.strictObject({ id: Id }),
    output: ContactDetails,
  }),
}
