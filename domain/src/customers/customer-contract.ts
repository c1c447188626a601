import { z } from 'zod'
import { sectionRules } from '../access/portal-rules.ts'
import { ContactMethods } from '../contacts/contact-methods.ts'
import { CalendarDate } from '../fields/calendar-date.ts'
import { PhoneFilter } from '../fields/contact-method-inputs.ts'
import { RecordChange, StatusChange, StatusEntry } from '../history/history-contract.ts'
import { AgentItem } from '../lookups/lookup-contract.ts'
import { PersonPage } from '../person/person-contract.ts'
import { Id, IdOrNone, listQuery, page, TextFilter } from '../platform/page.ts'
import { Done, route } from '../platform/route.ts'
import { contactChecks } from './contact-check.ts'
import { CustomerContactMethods, CustomerFields } from './customer-fields.ts'

export const customerSorts = ['fullName', 'email', 'createdDate'] as const

/** Filters of the Customers screen (CUST-01, A-062): part of the name, beginning of email and phone; agent and dates in addition. */
export const CustomerFilters = listQuery(customerSorts, {
  fullName: TextFilter,
  email: TextFilter,
  phone: PhoneFilter,
  statusId: Id.optional(),
  /** 0 finds customers without an agent. */
  agentId: IdOrNone.optional(),
  createdFrom: CalendarDate.optional(),
  createdTo: CalendarDate.optional(),
  bornFrom: CalendarDate.optional(),
  bornTo: CalendarDate.optional(),
  /** Clients whose email or phone needs a look before an exchange sends a code there. */
  contactCheck: z.enum(contactChecks).optional(),
})
export type CustomerFilters = z.infer<typeof CustomerFilters>

/** Row of the customers list (CUST-04, CUST-23). */
export const CustomerRow = z.object({
  id: z.number().int(),
  fullName: z.string(),
  firstName: z.string(),
  middleName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  dob: z.string().nullable(),
  sex: z.enum(['M', 'F']).nullable(),
  statusId: z.number().int(),
  status: z.string(),
  tglanguageSpkid: z.number().int().nullable(),
  tglanguageMailId: z.number().int().nullable(),
  languageSpk: z.string().nullable(),
  languageMail: z.string().nullable(),
  usCitizen: z.boolean().nullable(),
  agentId: z.number().int().nullable(),
  agentName: z.string().nullable(),
  createdDate: z.string(),
})
export type CustomerRow = z.infer<typeof CustomerRow>

/** The same page as flat rows for display: names instead of ids (CUST-22, A-062). */
export const CustomerViewRow = z.object({
  id: z.number().int(),
  fullName: z.string(),
  email: z.string(),
  phone: z.string(),
  dob: z.string(),
  sex: z.string(),
  status: z.string(),
  languageSpk: z.string(),
  languageMail: z.string(),
  usCitizen: z.enum(['YES', 'NO', '']),
  agent: z.string(),
})

/** Customer; `version` is required for edits, `status` is the last entry of the status history (CUST-17). */
export const CustomerDetail = CustomerRow.extend({
  version: z.number().int(),
  /** State of the main address, in which the agent must be licensed. */
  stateId: z.number().int().nullable(),
  createdBy: z.string().nullable(),
})
export type CustomerDetail = z.infer<typeof CustomerDetail>

/** Contact methods of a customer as stored; `version` is the customer's, for edits. */
export const StoredCustomerContactMethods = ContactMethods.extend({ id: z.number().int(), version: z.number().int() })
export type StoredCustomerContactMethods = z.infer<typeof StoredCustomerContactMethods>

/** Agent of the customer. Omitted: the user's own agent, or unchanged. Null: none, for users who see all customers. */
const agentId = Id.nullable().optional()

const mayUse = sectionRules.Customer.allow

export const customers = {
  list: route({
    method: 'GET',
    path: '/api/Customer',
    allow: mayUse,
    audit: { reads: 'customer' },
    summary: 'Customers visible to the user; Accept pdf, xlsx or csv exports all filtered rows',
    input: CustomerFilters,
    output: page(CustomerRow),
    standby: 'files',
    formats: ['pdf', 'xlsx', 'csv'],
  }),
  view: route({
    method: 'GET',
    path: '/api/Customer/CustomerView',
    allow: mayUse,
    audit: { reads: 'customer' },
    summary: 'The same customers as flat rows with names instead of ids',
    input: CustomerFilters,
    output: page(CustomerViewRow),
  }),
  agents: route({
    method: 'GET',
    path: '/api/Customer/agents',
    allow: mayUse,
    audit: { nothing: 'a look-up list' },
    summary: 'Agents that the user may assign customers to, by name; at most 50',
    input: z.strictObject({ q: TextFilter }),
    output: z.array(AgentItem),
  }),
  one: route({
    method: 'GET',
    path: '/api/Customer/{id}',
    allow: mayUse,
    audit: { reads: 'customer' },
    summary: 'One customer',
    input: z.strictObject({ id: Id }),
    output: CustomerDetail,
  }),
  create: route({
    method: 'POST',
    path: '/api/Customer',
    allow: mayUse,
    audit: 'own',
    summary: 'Create a customer; users limited to one agent create only that agent’s',
    input: CustomerFields.extend({ agentId }),
    output: CustomerDetail,
  }),
  update: route({
    method: 'PUT',
    path: '/api/Customer/{id}',
    allow: mayUse,
    audit: 'own',
    summary: 'Edit a customer; 409 lists the changes since `version`',
    input: CustomerFields.extend({ id: Id, version: z.number().int(), agentId }),
    output: CustomerDetail,
  }),
  saveWays: route({
    method: 'PUT',
    path: '/api/Customer/{id}/ways',
    allow: mayUse,
    audit: 'own',
    summary: 'Save every email, phone and address of a customer as a whole; 409 tells who changed what since `version`',
    input: CustomerContactMethods.extend({ id: Id, version: z.int32() }),
    output: StoredCustomerContactMethods,
  }),
  statuses: route({
    method: 'GET',
    path: '/api/Customer/{id}/status',
    allow: mayUse,
    audit: { reads: 'customer' },
    summary: "The history of a customer's status, oldest first",
    input: z.strictObject({ id: Id }),
    output: z.array(StatusEntry),
  }),
  setStatus: route({
    method: 'POST',
    path: '/api/Customer/{id}/status',
    allow: mayUse,
    audit: 'own',
    summary: "Change a customer's status, with a comment",
    input: StatusChange.extend({ id: Id }),
    output: Done,
  }),
  history: route({
    method: 'GET',
    path: '/api/Customer/{id}/history',
    allow: mayUse,
    audit: { reads: 'customer' },
    summary: 'Every change of a customer, field by field, oldest first',
    input: z.strictObject({ id: Id }),
    output: z.array(RecordChange),
  }),
  everything: route({
    method: 'GET',
    path: '/api/Customer/{id}/everything',
    allow: mayUse,
    audit: { reads: 'customer' },
    summary: 'Activity of a customer, as far as the user may read it, newest first',
    input: z.strictObject({ id: Id }),
    output: PersonPage,
  }),
}
