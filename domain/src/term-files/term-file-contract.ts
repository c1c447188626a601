import { z } from 'zod'
import { mayWritePayTerms } from '../pay-terms/pay-term-rights.ts'
import { Id, listQuery, page } from '../platform/page.ts'
import { Done, route } from '../platform/route.ts'
import { termFileKinds } from '../uploads/import-kinds.ts'
import { ImportBatch, ImportRun, RowProblem, UploadInput, uploads } from '../uploads/upload-contract.ts'

const TermFileKind = z.enum(termFileKinds)

/** Parameters of a file of schedules or terms, in the query (raw body) or as form fields. */
export const TermFileInput = UploadInput.omit({ carrierId: true, month: true, year: true }).extend({
  kind: TermFileKind,
})

/** What a user who may change schedules and terms may do with their files. */
const allow = mayWritePayTerms
const path = '/api/TermFiles'
const runId = { runId: z.uuid() }
const repeat = { never: 'a run has an id of its own' }

/** Schedules, contracts, hierarchy, overrides, splits, advances and adjustments by file. */
export const termFiles = {
  load: route({
    method: 'POST',
    path: `${path}/{kind}`,
    allow,
    body: 'file',
    audit: 'own',
    repeat,
    summary: 'Load a CSV or xlsx of schedules or terms of agents: all rows or none',
    input: TermFileInput,
    output: ImportRun,
  }),
  check: route({
    method: 'POST',
    path: `${path}/{kind}/check`,
    allow,
    body: 'file',
    audit: { reads: 'import run' },
    repeat,
    summary: 'Dry run of such a file: what would change, and each problem; changes nothing',
    input: TermFileInput,
    output: ImportRun,
  }),
  run: route({
    method: 'GET',
    path: `${path}/runs/{runId}`,
    allow,
    background: true,
    audit: { reads: 'import run' },
    summary: 'Progress or outcome of one load',
    input: z.strictObject(runId),
    output: ImportRun,
  }),
  stop: route({
    method: 'POST',
    path: `${path}/runs/{runId}/stop`,
    allow,
    audit: 'own',
    repeat: { harmless: 'a run stops once' },
    summary: 'Stop a running load; nothing is loaded',
    input: z.strictObject(runId),
    output: Done,
  }),
  checkedRows: route({
    method: 'GET',
    path: `${path}/runs/{runId}/rows`,
    allow,
    audit: { reads: 'import run' },
    summary: 'Rows of a dry run by outcome',
    input: uploads.checkedRows.input,
    output: uploads.checkedRows.output,
  }),
  refusals: route({
    method: 'GET',
    path: `${path}/runs/{runId}/refusals`,
    allow,
    audit: { reads: 'import run' },
    summary: 'Refused rows with line, column and reason; Accept csv downloads all',
    input: listQuery(['line'], runId),
    output: page(RowProblem),
    formats: ['csv'],
  }),
  batches: route({
    method: 'GET',
    path: `${path}/batches`,
    allow,
    audit: { nothing: 'files and counts' },
    summary: 'Past loads of schedules and terms: who, when, what, counts',
    input: listQuery(['loadedAt'], { kind: TermFileKind.optional() }),
    output: page(ImportBatch),
  }),
  undo: route({
    method: 'POST',
    path: `${path}/batches/{batchId}/undo`,
    allow,
    audit: 'own',
    summary: 'Undo a load exactly; refused with the rows that changed since',
    input: z.strictObject({ batchId: Id }),
    output: ImportBatch,
  }),
}
