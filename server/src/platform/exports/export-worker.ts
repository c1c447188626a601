import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { packError, type ThreadError } from '../runtime/thread-error.ts'
import { makeCsv } from './csv/export-csv.ts'
import { joined } from './export-bytes.ts'
import { rowBatches } from './export-copy.ts'
import { announcedRows } from './export-rows.ts'
import type { ExportFormat, ExportHead, ExportMaker, ExportRow } from './export-table.ts'
import { makeXlsx } from './xlsx/export-xlsx.ts'

/** What the worker is started with. */
export type ExportTask = { format: ExportFormat; head: ExportHead }

/** Rows as they are handed over: bytes in a buffer of their own. */
export type ExportParcel = readonly ExportRow[] | Uint8Array<ArrayBuffer>

/** To the worker: the rows it asked for (null: there are no more), or that one chunk of bytes was taken. */
export type ToExportWorker = { batch: ExportParcel | null } | 'taken'

/** From the worker: 'more' asks for one batch of rows; bytes are the next piece of the file; 'done' follows the last, or what broke it off. */
export type FromExportWorker = 'more' | 'done' | Uint8Array<ArrayBuffer> | { failed: ThreadError }

const chunkBytes = 64 * 1024
/** Chunks on their way to a slow reader; the making stops there, and with it the asking for rows. */
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

/** Asks one batch ahead, so that the database and the making of the file work at the same time. */
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

/** Rows of cells, as many as announced. */
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

/** Sends copies of a good size: the makers' own buffers are small, many and shared. */
async function deliverAll(made: AsyncIterable<Uint8Array>) {
  let held: Uint8Array[] = []
  let size = 0
  for await (const piece of made) {
    held.push(piece)
    size += piece.length
    if (size < chunkBytes) continue
    await deliver(joined(held, size))
    held = []
    size = 0
  }
  if (size > 0) await deliver(joined(held, size))
  tell('done')
}

type Maker = (head: ExportHead, batches: AsyncIterable<ExportParcel>) => AsyncIterable<Uint8Array>

const ofRows =
  (make: ExportMaker): Maker =>
  (head, batches) =>
    make(head, announced(head, rowBatches(batches)))

/** pdfkit is loaded only by those who need it. */
const makers: Record<ExportFormat, () => Promise<Maker>> = {
  csv: async () => makeCsv,
  xlsx: async () => ofRows(makeXlsx),
  pdf: async () => ofRows((await import('./pdf/export-pdf.ts')).makePdf),
}

try {
  const make = await makers[task.format]()
  await deliverAll(make(task.head, batches()))
} catch (error) {
  tell({ failed: packError(error) })
}
port.close()
