import { z } from 'zod'
import { actionRules, sectionRules } from '../access/portal-rules.ts'
import { CalendarDate } from '../fields/calendar-date.ts'
import { PhoneFilter, PhoneInput, StateInput, ZipInput } from '../fields/contact-method-inputs.ts'
import { oneLine, optionalLine } from '../fields/one-line.ts'
import { RecordChange, StatusEntry } from '../history/history-contract.ts'
import { NoteBody } from '../notes/note-contract.ts'
import { Id, IdOrNone, listQuery, NotSet, page, TextFilter } from '../platform/page.ts'
import { route } from '../platform/route.ts'
import { PlainRefusals, PlainRun, PlainUpload, UndonePlainUpload } from '../uploads/plain-upload.ts'
import { RowProblem } from '../uploads/upload-contract.ts'

/** Sort orders of the list; newest first by default. */
export const leadSorts = ['newest', 'name', 'dob', 'statusDate'] as const

/** Filter value for leads without an agent or disposition. */
export const none = 0

/** Filters of the list (LEAD-01), combined with AND. `agentId` and `statusId` 0 find leads without one. */
export const LeadFilters = listQuery(leadSorts, {
  name: TextFilter,
  phone: PhoneFilter,
  agentId: IdOrNone.optional(),
  statusId: IdOrNone.optional(),
  statusFrom: CalendarDate.optional(),
  statusTo: CalendarDate.optional(),
})
export type LeadFilters = z.infer<typeof LeadFilters>

const text = z.string().nullable()

/** Row of the list (LEAD-15). */
export const LeadRow = z.object({
  id: z.number().int(),
  version: z.number().int(),
  firstName: z.string(),
  middleName: z.string(),
  lastName: z.string(),
  dob: text,
  sex: z.enum(['M', 'F']).nullable(),
  /** Ten digits. */
  phone: text,
  address: text,
  city: text,
  state: text,
  zipCode: text,
  plan: text,
  agentId: z.number().int().nullable(),
  agentName: text,
  /** Null also if the reader may not open the contact. */
  contactId: z.number().int().nullable(),
  contactName: text,
  /** The contact as a customer, if it is one. */
  customerId: z.number().int().nullable(),
  statusId: z.number().int().nullable(),
  statusName: text,
  statusDate: text,
  /** Whether this or another lead with the number has the disposition Do Not Call. */
  doNotCall: z.boolean(),
  ffmApplicationId: text,
  source: z.string(),
})
export type LeadRow = z.infer<typeof LeadRow>

/** Input of Edit Lead. Agent and disposition are changed by other routes. */
export const LeadInput = z.strictObject({
  id: Id,
  version: z.number().int(),
  firstName: oneLine(150),
  middleName: oneLine(150),
  lastName: oneLine(150),
  dob: z.union([CalendarDate, z.literal('').transform(() => null)]).nullable(),
  sex: z.union([z.enum(['M', 'F']), z.literal('').transform(() => null)]).nullable(),
  phone: PhoneInput,
  address: optionalLine(200),
  city: optionalLine(100),
  state: StateInput,
  zipCode: ZipInput,
  plan: optionalLine(200),
})
export type LeadInput = z.infer<typeof LeadInput>

/** Input of New Lead: a person known by name. Without `agentId` it is the user's own; 0 leaves it without an agent, if the user sees such leads. */
export const NewLead = LeadInput.omit({ id: true, version: true })
  .extend({ agentId: IdOrNone.optional() })
  .refine(({ firstName, lastName }) => firstName !== '' || lastName !== '', {
    path: ['lastName'],
    message: 'Enter a first or last name',
  })

/**
 * Disposition, or '' to clear it (LEAD-06, LEAD-08), with an optional `version`. With `note` or `followUpOn` it also
 * makes a note on the lead; on that day the landing page reminds its author.
 */
export const DispositionInput = z.strictObject({
  id: Id,
  statusId: z.union([Id, z.literal('')]),
  version: z.number().int().optional(),
  note: NotSet.or(NoteBody).optional(),
  followUpOn: NotSet.or(CalendarDate).optional(),
  /** Needed to take Do Not Call back. */
  reason: oneLine(500).optional(),
})

/** Claim expression of the Leads section (ACCESS-12). */
export const mayReadLeads = sectionRules.Leads.allow
/** Claim expression for importing leads, assigning them and editing those of others. */
export const mayRunLeads = actionRules.runsLeads

export const leads = {
  list: route({
    method: 'GET',
    path: '/api/Lead',
    allow: mayReadLeads,
    audit: { reads: 'lead' },
    summary: 'Leads visible to the user; Accept pdf, xlsx or csv exports all filtered rows',
    input: LeadFilters,
    output: page(LeadRow),
    standby: 'files',
    formats: ['pdf', 'xlsx', 'csv'],
  }),
  one: route({
    method: 'GET',
    path: '/api/Lead/{id}',
    allow: mayReadLeads,
    audit: { reads: 'lead' },
    summary: 'One lead',
    input: z.strictObject({ id: Id }),
    output: LeadRow,
  }),
  create: route({
    method: 'POST',
    path: '/api/Lead',
    allow: mayReadLeads,
    audit: 'own',
    summary: 'Add a lead: the user’s own, or with admin.Lead that of any agent or of none',
    input: NewLead,
    output: LeadRow,
  }),
  edit: route({
    method: 'PUT',
    path: '/api/Lead/{id}',
    allow: mayReadLeads,
    audit: 'own',
    summary: 'Edit a lead: the user’s own, or with admin.Lead any visible one',
    input: LeadInput,
    output: LeadRow,
  }),
  setDisposition: route({
    method: 'POST',
    path: '/api/Lead/{id}/disposition',
    allow: mayReadLeads,
    audit: 'own',
    summary: 'Set the disposition of a lead, or clear it with an empty statusId',
    input: DispositionInput,
    output: LeadRow,
  }),
  history: route({
    method: 'GET',
    path: '/api/Lead/{id}/history',
    allow: mayReadLeads,
    audit: { reads: 'lead' },
    summary: 'History of a lead: dispositions and changes, oldest first',
    input: z.strictObject({ id: Id }),
    output: z.object({ statuses: z.array(StatusEntry), changes: z.array(RecordChange) }),
  }),
  upload: route({
    method: 'POST',
    path: '/api/Lead/upload',
    allow: mayRunLeads,
    body: 'file',
    audit: 'own',
    repeat: { never: 'a file is refused when it is loaded a second time, and a run has an id of its own' },
    summary: 'Import a CSV of leads (FFMApplicationID, State), all rows or none; dryRun only previews it',
    input: PlainUpload,
    output: PlainRun,
  }),
  refusals: route({
    method: 'GET',
    path: '/api/Lead/upload/{runId}/refusals',
    allow: mayRunLeads,
    audit: { reads: 'import run' },
    summary: 'Refused rows of a file of leads with line, column and reason; Accept csv downloads all',
    input: PlainRefusals,
    output: page(RowProblem),
    formats: ['csv'],
  }),
  undoUpload: route({
    method: 'POST',
    path: '/api/Lead/upload/{batchId}/undo',
    allow: mayRunLeads,
    audit: 'own',
    summary: 'Undo an import of leads exactly, unless they were edited since',
    input: z.strictObject({ batchId: Id }),
    output: UndonePlainUpload,
  }),
}
