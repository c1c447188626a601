import { z } from 'zod'
import { sectionRules } from '../access/portal-rules.ts'
import { Amount } from '../fields/amount.ts'
import { Id, listQuery, page } from '../platform/page.ts'
import { Done, Nothing, route } from '../platform/route.ts'
import { CarrierProfile, HeadingUse, ProfileKind, StoredProfile } from './carrier-profile.ts'
import { CommissionFindings } from './commission-findings.ts'
import { importKinds, runStates } from './import-kinds.ts'

export const ImportKind = z.enum(importKinds)
export type ImportKind = z.infer<typeof ImportKind>

const whole = z.coerce.number<number | string>().int()
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])

/** The form of an upload (UPLOAD-03): carrier, month and year, each required. */
export const UploadPeriod = z.strictObject({
  carrierId: Id,
  month: whole.min(1).max(12),
  year: whole.min(2000).max(2100),
})

/** What goes with the file, in the query (raw body) or as form fields (multipart). */
export const UploadInput = UploadPeriod.extend({
  /** The file's name; multipart carries it by itself. */
  fileName: z.string().max(255).optional(),
  /** Loads the good rows although some are refused. */
  loadGoodRows: flag.optional(),
  /** JSON text of a HeadingMapping that overrides the carrier's profile for this file. */
  mapping: z.string().max(20_000).optional(),
  /** Chosen by the caller, so that progress can be asked for while the file is still on its way. */
  runId: z.uuid().optional(),
})

/** One complaint about one row of a file; `line` is the line of the file on which the row begins, 1 is the heading. */
export const RowProblem = z.object({
  line: z.number().int(),
  /** The heading as the file spells it; null when the row as a whole is meant. */
  column: z.string().nullable(),
  value: z.string().nullable(),
  reason: z.string(),
  /** The record's own number, when it could be read. */
  key: z.string().nullable(),
})
export type RowProblem = z.infer<typeof RowProblem>

export const ImportCounts = z.object({
  rows: z.number().int(),
  new: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  missing: z.number().int(),
  refused: z.number().int(),
})
export type ImportCounts = z.infer<typeof ImportCounts>

export const importStages = ['receiving', 'checking', 'comparing', 'writing', 'recording', 'finishing'] as const
export const ImportStage = z.enum(importStages)
export type ImportStage = z.infer<typeof ImportStage>

/** checked: a dry run that may be looked at; loaded: committed; the others left the book as it was. */

/** Agents of record that a file changes, grouped by from and to. */
export const AgentChange = z.object({
  fromName: z.string().nullable(),
  toName: z.string().nullable(),
  toNpn: z.string().nullable(),
  /** The new NPN belongs to no agent of ours. */
  lost: z.boolean(),
  policies: z.number().int(),
})

/** One upload on its way or done: what the progress screen shows. */
export const ImportRun = z.object({
  id: z.string(),
  kind: ImportKind,
  dryRun: z.boolean(),
  state: z.enum(runStates),
  stage: ImportStage,
  /** Null, like month and year, where the form did not say it: the rows do. */
  carrierId: z.number().int().nullable(),
  carrierName: z.string().nullable(),
  month: z.number().int().nullable(),
  year: z.number().int().nullable(),
  fileName: z.string(),
  bytes: z.number().int(),
  /** Length of the file when the sender told it. */
  bytesExpected: z.number().int().nullable(),
  rowsRead: z.number().int(),
  rowsWritten: z.number().int(),
  counts: ImportCounts.nullable(),
  headings: z.array(HeadingUse),
  ignoredColumns: z.array(z.string()),
  /** The first 100 refused rows; all of them come as a download. */
  problems: z.array(RowProblem),
  agentChanges: z.array(AgentChange),
  /** Of a file of commissions, once it was compared with the book. */
  commissions: CommissionFindings.nullable(),
  stageSeconds: z.partialRecord(ImportStage, z.number()),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  by: z.string(),
  message: z.string().nullable(),
  batchId: z.number().int().nullable(),
})
export type ImportRun = z.infer<typeof ImportRun>

/** A row of the dry run's tabs: one field of one record; new, missing and unchanged records have one line without field. */
export const CheckedRow = z.object({
  key: z.string(),
  label: z.string(),
  line: z.number().int().nullable(),
  field: z.string().nullable(),
  oldValue: z.string().nullable(),
  newValue: z.string().nullable(),
  /** Why it is among the unmatched. */
  reason: z.string().nullable(),
})
export type CheckedRow = z.infer<typeof CheckedRow>

export const CarrierUpload = z.object({
  carrierId: z.number().int(),
  carrierName: z.string(),
  month: z.number().int().nullable(),
  year: z.number().int().nullable(),
})

export const ImportBatch = z.object({
  id: z.number().int(),
  kind: ImportKind,
  /** Null when the file is of several, or of several months. */
  carrierId: z.number().int().nullable(),
  carrierName: z.string().nullable(),
  month: z.number().int().nullable(),
  year: z.number().int().nullable(),
  fileName: z.string(),
  counts: ImportCounts,
  /** Sum of the loaded rows, where they are money. */
  amount: Amount.nullable(),
  loadedAt: z.string(),
  loadedBy: z.string(),
  profileVersion: z.number().int().nullable(),
  undoneAt: z.string().nullable(),
  undoneBy: z.string().nullable(),
  /** It stands, and nothing was built on it: the newest of its carrier; of commissions one that no later file corrected. */
  mayUndo: z.boolean(),
})
export type ImportBatch = z.infer<typeof ImportBatch>

const mayRead = sectionRules.Administration.links['Upload Files']
export const mayLoad = 'administrator admin.UploadFile'
const runId = { runId: z.uuid() }

export const uploads = {
  carriers: route({
    method: 'GET',
    path: '/api/UploadPolicies',
    allow: mayRead,
    audit: { nothing: 'carriers and months' },
    summary: 'Carriers with the latest month and year loaded',
    input: Nothing,
    output: z.array(CarrierUpload),
  }),
  process: route({
    method: 'POST',
    path: '/api/UploadPolicies/UploadPolicyCSV',
    allow: mayLoad,
    body: 'file',
    audit: 'own',
    repeat: { never: 'a file is refused when it is loaded a second time, and a run has an id of its own' },
    summary: 'Load a carrier’s policy file: all of it or none of it',
    input: UploadInput,
    output: ImportRun,
  }),
  check: route({
    method: 'POST',
    path: '/api/UploadPolicies/check',
    allow: mayLoad,
    body: 'file',
    audit: { reads: 'import run' },
    repeat: { never: 'a file is refused when it is loaded a second time, and a run has an id of its own' },
    summary: 'Dry run of a file: what would change; writes nothing to the book',
    input: UploadInput.extend({
      /** JSON text of an unsaved CarrierProfile to try on the file. */
      profile: z.string().max(100_000).optional(),
    }),
    output: ImportRun,
  }),
  run: route({
    method: 'GET',
    path: '/api/UploadPolicies/runs/{runId}',
    allow: mayRead,
    background: true,
    audit: { reads: 'import run' },
    summary: 'Progress or outcome of one upload',
    input: z.strictObject(runId),
    output: ImportRun,
  }),
  running: route({
    method: 'GET',
    path: '/api/UploadPolicies/runs',
    allow: mayRead,
    background: true,
    audit: { reads: 'import run' },
    summary: 'Uploads that are running now',
    input: Nothing,
    output: z.array(ImportRun),
  }),
  stop: route({
    method: 'POST',
    path: '/api/UploadPolicies/runs/{runId}/stop',
    allow: mayLoad,
    audit: 'own',
    repeat: { harmless: 'a run stops once' },
    summary: 'Stop a running upload; nothing of it is loaded',
    input: z.strictObject(runId),
    output: Done,
  }),
  checkedRows: route({
    method: 'GET',
    path: '/api/UploadPolicies/runs/{runId}/rows',
    allow: mayRead,
    audit: { reads: 'import run' },
    summary: 'Rows of a dry run by outcome',
    input: listQuery(['line'], {
      ...runId,
      outcome: z.enum(['changed', 'new', 'missing', 'unchanged', 'unmatched']),
      field: z.string().max(60).optional(),
    }),
    output: page(CheckedRow),
  }),
  refusals: route({
    method: 'GET',
    path: '/api/UploadPolicies/runs/{runId}/refusals',
    allow: mayRead,
    audit: { reads: 'import run' },
    summary: 'Refused rows with line, column and reason; Accept csv downloads all',
    input: listQuery(['line'], runId),
    output: page(RowProblem),
    formats: ['csv'],
  }),
  batches: route({
    method: 'GET',
    path: '/api/UploadPolicies/batches',
    allow: mayRead,
    audit: { nothing: 'files and counts' },
    summary: 'Past loads: who, when, what, counts',
    input: listQuery(['loadedAt'], { carrier: Id.optional(), kind: ProfileKind.optional() }),
    output: page(ImportBatch),
  }),
  batchRefusals: route({
    method: 'GET',
    path: '/api/UploadPolicies/batches/{batchId}/refusals',
    allow: mayRead,
    audit: { reads: 'import batch' },
    summary: 'Refused rows of a past load; Accept csv downloads all',
    input: listQuery(['line'], { batchId: Id }),
    output: page(RowProblem),
    formats: ['csv'],
  }),
  undo: route({
    method: 'POST',
    path: '/api/UploadPolicies/batches/{batchId}/undo',
    allow: mayLoad,
    audit: 'own',
    summary: 'Undo the newest load of a carrier exactly',
    input: z.strictObject({ batchId: Id }),
    output: ImportBatch,
  }),
  profile: route({
    method: 'GET',
    path: '/api/CarrierProfiles/{carrierId}',
    allow: mayRead,
    audit: { nothing: 'configuration' },
    summary: 'How a carrier’s files read, those of policies or of commissions',
    input: z.strictObject({ carrierId: Id, kind: ProfileKind.optional() }),
    output: StoredProfile,
  }),
  saveProfile: route({
    method: 'PUT',
    path: '/api/CarrierProfiles/{carrierId}',
    allow: mayLoad,
    audit: 'own',
    summary: 'Save a new version of a carrier’s profile',
    input: z.strictObject({
      carrierId: Id,
      kind: ProfileKind.optional(),
      version: z.number().int(),
      profile: CarrierProfile,
    }),
    output: StoredProfile,
  }),
}
