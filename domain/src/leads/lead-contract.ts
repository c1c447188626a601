import { z } from 'zod'
import { sectionRules } from '../access/portal-rules.ts'
import { CalendarDate } from '../fields/calendar-date.ts'
import { oneLine } from '../fields/one-line.ts'
import { digitsOf } from '../fields/personal-numbers.ts'
import { PhoneInput, StateInput, ZipInput } from '../fields/way-inputs.ts'
import { RecordChange, StatusEntry } from '../history/history-contract.ts'
import { Id, listQuery, page, TextFilter } from '../platform/page.ts'
import { route } from '../platform/route.ts'
import { PlainRun, PlainUpload, UndonePlainUpload } from '../uploads/plain-upload.ts'

/** What the list can be sorted by; the newest stand first where nothing is said. */
export const leadSorts = ['newest', 'name', 'dob', 'statusDate'] as const

/** Asks for the records that have none: no agent, no disposition. */
export const none = 0
const IdOrNone = z.coerce.number<number | string>().int().min(none).max(Number.MAX_SAFE_INTEGER)

/** The filters of the list (LEAD-01); all narrow together. `agentId` and `statusId` 0 ask for leads without one. */
export const LeadFilters = listQuery(leadSorts, {
  name: TextFilter,
  phone: TextFilter.transform((typed) => digitsOf(typed ?? '') || undefined),
  agentId: IdOrNone.optional(),
  statusId: IdOrNone.optional(),
  statusFrom: CalendarDate.optional(),
  statusTo: CalendarDate.optional(),
})
export type LeadFilters = z.infer<typeof LeadFilters>

const text = z.string().nullable()

/** A row of the list (LEAD-15). */
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
  contactId: z.number().int().nullable(),
  contactName: text,
  statusId: z.number().int().nullable(),
  statusName: text,
  statusDate: text,
  ffmApplicationId: text,
  source: z.string(),
})
export type LeadRow = z.infer<typeof LeadRow>

const optionalLine = (most: number) => oneLine(most).transform((typed) => typed || null)

/** What Edit Lead saves. Whose lead it is and its disposition are changed elsewhere. */
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

/** A disposition, or '' which clears it (LEAD-06, LEAD-08). `version` as elsewhere, for those who held the lead. */
export const DispositionInput = z.strictObject({
  id: Id,
  statusId: z.union([Id, z.literal('')]),
  version: z.number().int().optional(),
})

/** The claim expression of the Leads section (ACCESS-12). */
export const mayReadLeads = sectionRules.Leads.allow
/** Who loads files of leads, assigns them and changes those of others. */
export const mayRunLeads = 'agent admin.Lead'

export const leads = {
  list: route({
    method: 'GET',
    path: '/api/Lead',
    allow: mayReadLeads,
    audit: { reads: 'lead' },
    summary: 'Leads that the person may see; Accept pdf, xlsx or csv exports all filtered rows',
    input: LeadFilters,
    output: page(LeadRow),
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
  edit: route({
    method: 'PUT',
    path: '/api/Lead/{id}',
    allow: mayReadLeads,
    audit: 'own',
    summary: 'Change a lead: an own one, or with admin.Lead any that the person may see',
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
    summary: 'What became of a lead: its dispositions and its changes, oldest first',
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
    summary: 'Load a CSV of leads (FFMApplicationID, State): all of it or none of it; also as a dry run',
    input: PlainUpload,
    output: PlainRun,
  }),
  undoUpload: route({
    method: 'POST',
    path: '/api/Lead/upload/{batchId}/undo',
    allow: mayRunLeads,
    audit: 'own',
    summary: 'Undo a load of leads exactly, as long as nobody worked on them since',
    input: z.strictObject({ batchId: Id }),
    output: UndonePlainUpload,
  }),
}
