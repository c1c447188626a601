import { z } from 'zod'
import { sectionRules } from '../access/portal-rules.ts'
import { Id, listQuery, page } from '../platform/page.ts'
import { Done, NoInput, route } from '../platform/route.ts'
import { cmsFileKinds } from '../uploads/import-kinds.ts'
import { PlainRun, PlainUpload, UndonePlainUpload } from '../uploads/plain-upload.ts'
import { fetchOutcomes } from './list-fetch.ts'

const allow = sectionRules.Administration.links['CMS Registration']

export const registrationSorts = ['agent', 'planYear'] as const

/** What CMS's newest lists say about an agent for a plan year. */
export const registrationStatuses = ['registered', 'not valid', 'not on the list', 'terminated', 'no NPN'] as const
export type RegistrationStatus = (typeof registrationStatuses)[number]

export const RegistrationFilters = listQuery(registrationSorts, {
  agentId: Id.optional(),
  planYear: z.coerce.number<number | string>().int().min(2014).max(2100).optional(),
  status: z.enum(registrationStatuses).optional(),
})
export type RegistrationFilters = z.output<typeof RegistrationFilters>

/** An active agent and one of the two newest plan years of the registration list. */
export const RegistrationRow = z.object({
  id: z.number().int(),
  agentId: z.number().int(),
  agentName: z.string(),
  npn: z.string().nullable(),
  planYear: z.number().int(),
  status: z.enum(registrationStatuses),
  completedOn: z.string().nullable(),
  endsOn: z.string().nullable(),
  terminatedOn: z.string().nullable(),
  terminationCode: z.string().nullable(),
  /** File and line that say so; null when no file names the agent. */
  fileName: z.string().nullable(),
  line: z.number().int().nullable(),
})
export type RegistrationRow = z.infer<typeof RegistrationRow>

const upload = {
  method: 'POST',
  allow,
  body: 'file',
  audit: 'own',
  repeat: { never: 'a file is refused when it is loaded a second time, and a run has an id of its own' },
  input: PlainUpload,
  output: PlainRun,
} as const
const undo = {
  method: 'POST',
  allow,
  audit: 'own',
  input: z.strictObject({ batchId: Id }),
  output: UndonePlainUpload,
} as const

/** One of CMS's lists: the file in use, and how its nightly fetch goes. */
export const CmsListState = z.object({
  kind: z.enum(cmsFileKinds),
  /** Null: none was loaded, and sales are not checked against it. */
  inUse: z
    .object({
      batchId: z.number().int(),
      fileName: z.string(),
      rows: z.number().int(),
      loadedAt: z.string(),
      loadedBy: z.string(),
    })
    .nullable(),
  /** Null: no address is set, and the list is only loaded by hand. */
  fetch: z
    .object({
      /** Address without its query. */
      address: z.string(),
      isFetching: z.boolean(),
      nextAt: z.string(),
      triedAt: z.string().nullable(),
      /** Null before the first fetch from an address. */
      outcome: z.enum(fetchOutcomes).nullable(),
      /** What happened, and after a failure what to do. */
      message: z.string().nullable(),
      /** When the file of CMS was last seen to be loaded. */
      succeededAt: z.string().nullable(),
    })
    .nullable(),
})
export type CmsListState = z.infer<typeof CmsListState>

export const cmsRegistration = {
  lists: route({
    method: 'GET',
    path: '/api/CmsRegistration/lists',
    allow,
    background: true,
    audit: { nothing: 'names of files, and how fetching them went' },
    summary: 'CMS’s lists that are in use, and how fetching them each night goes',
    input: NoInput,
    output: z.array(CmsListState),
  }),
  fetch: route({
    method: 'POST',
    path: '/api/CmsRegistration/lists/{kind}/fetch',
    allow,
    audit: 'own',
    summary: 'Fetch one of CMS’s lists now instead of in the coming night; `lists` says how it went',
    input: z.strictObject({ kind: z.enum(cmsFileKinds) }),
    output: Done,
  }),
  list: route({
    method: 'GET',
    path: '/api/CmsRegistration',
    allow,
    audit: { reads: 'agent', by: 'agentId' },
    summary:
      'What CMS’s lists say about each active agent and plan year; Accept pdf, xlsx or csv exports all filtered rows',
    input: RegistrationFilters,
    output: page(RegistrationRow),
    standby: 'files',
    formats: ['pdf', 'xlsx', 'csv'],
  }),
  uploadRegistrations: route({
    ...upload,
    path: '/api/CmsRegistration/registrations/upload',
    summary: 'Load CMS’s registration list, all rows or none; it replaces the one before',
  }),
  undoRegistrations: route({
    ...undo,
    path: '/api/CmsRegistration/registrations/upload/{batchId}/undo',
    summary: 'Undo the newest registration list; the one before is in use again',
  }),
  uploadTerminations: route({
    ...upload,
    path: '/api/CmsRegistration/terminations/upload',
    summary: 'Load CMS’s termination list, all rows or none; it replaces the one before',
  }),
  undoTerminations: route({
    ...undo,
    path: '/api/CmsRegistration/terminations/upload/{batchId}/undo',
    summary: 'Undo the newest termination list; the one before is in use again',
  }),
}
