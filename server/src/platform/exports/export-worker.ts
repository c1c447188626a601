import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { packError, type ThreadError } from '../runtime/thread-error.ts'
import { announcedRows } from './announced-rows.ts'
import { makeCsv } from './csv/make-csv.ts'
import { rowBatches } from './export-copy.ts'
import type { ExportFormat, ExportHead, ExportMaker, ExportRow } from './export-table.ts'
import { joinBytes } from './join-bytes.ts'
import { makeXlsx } from './xlsx/make-xlsx.ts'

/** Start data of the worker. */
export type ExportTask = { format: ExportFormat; head: ExportHead }

/** Rows in a message; bytes in a transferable buffer. */
export type ExportParcel = readonly ExportRow[] | Uint8Array<ArrayBuffer>

/** To the worker: the requested rows (null at the end), or the acknowledgement of a chunk. */
export type ToExportWorker = { batch: ExportParcel | null } | 'taken'

/** From the worker: 'more' requests a batch of rows; bytes are a chunk of the file; 'done' or an error ends it. */
export type FromExportWorker = 'more' | 'done' | Uint8Array<ArrayBuffer> | { failed: ThreadError }

const chunkBytes = 64 * 1024
/** Maximum unacknowledged chunks; above it, the worker pauses. */
const chunksAhead = 4

const port = parentPort ?? refuse('export-worker.ts runs only as a worker')
const task: ExportTask = workerData
const arrived: (ExportParcel | null)[] = []
let underway = 0

port.on('message', (message: ToExportWorker) => {
  if (message === 'taken') underway--
  else arrived.push(message.batch)
})

function refuse(reason: string): never {
  throw new Error(reason)
}

function tell(message: FromExportWorker) {
  if (message instanceof Uint8Array) port.postMessage(message, [message.buffer])
  else port.postMessage(message)
}

/** Prefetches one batch, so that the database and the writer work in parallel. */
async function* batches(): AsyncGenerator<ExportParcel> {
  tell('more')
  while (true) {
    while (arrived.length === 0) await once(port, 'message')
    const batch = arrived.shift()
    if (!batch) return
    tell('more')
    yield batch
  }
}

/** Rows of cells, checked against the announced number. */
async function* announced(head: ExportHead, source: AsyncIterable<readonly ExportRow[]>) {
  const expected = announcedRows(head)
  for await (const rows of source) {
    for (const row of rows) expected.cells(row.length)
    expected.more(rows.length)
    yield rows
  }
  expected.end()
}

async function deliver(bytes: Uint8Array<ArrayBuffer>) {
  underway++
  tell(bytes)
  while (underway >= chunksAhead) await once(port, 'message')
}

/** Sends larger copies: the writers' buffers are small and shared. */
async function deliverAll(made: AsyncIterable<Uint8Array>) {
  let pending: Uint8Array[] = []
  let size = 0
  for await (const piece of made) {
    pending.push(piece)
    size += piece.length
    if (size < chunkBytes) continue
    await deliver(joinBytes(pending, size))
    pending = []
    size = 0
  }
  if (size > 0) await deliver(joinBytes(pending, size))
  tell('done')
}

type Maker = (head: ExportHead, batches: AsyncIterable<ExportParcel>) => AsyncIterable<Uint8Array>

const ofRows =
  (make: ExportMaker): Maker =>
  (head, batches) =>
    make(head, announced(head, rowBatches(batches)))

/** Loads pdfkit only when needed. */
const makers: Record<ExportFormat, () => Promise<Maker>> = {
  csv: async () => makeCsv,
  xlsx: async () => ofRows(makeXlsx),
  pdf: async () => ofRows((await import('./pdf/make-pdf.ts')).makePdf),
}

try {
  const make = await makers[task.format]()
  await deliverAll(make(task.head, batches()))
} catch (error) {
  tell({ failed: packError(error) })
}
port.close()
