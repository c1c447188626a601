import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { joined } from './export-bytes.ts'
import { rowBatches } from './export-copy.ts'
import { makeCsv } from './export-csv.ts'
import type { ExportFormat, ExportHead, ExportMaker, ExportRow } from './export-table.ts'
import { makeXlsx } from './export-xlsx.ts'

/** What the worker is started with. */
export type ExportTask = { format: ExportFormat; head: ExportHead }

/** Rows as they are handed over: bytes in a buffer of their own. */
export type ExportParcel = readonly ExportRow[] | Uint8Array<ArrayBuffer>

/** To the worker: the rows it asked for (null: there are no more), or that one chunk of bytes was taken. */
export type ToExportWorker = { batch: ExportParcel | null } | 'taken'

/** From the worker: 'more' asks for one batch of rows; bytes are the next piece of the file; 'done' follows the last. */
export type FromExportWorker = 'more' | 'done' | Uint8Array<ArrayBuffer>

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

/** Breaks the file off when the rows are not the announced ones: a short file must not look like a whole one. */
async function* announced(head: ExportHead, source: AsyncIterable<readonly ExportRow[]>) {
  let count = 0
  for await (const rows of source) {
    count += rows.length
    if (count > head.totalRows) refuse(`export of ${head.totalRows} rows got more`)
    const odd = rows.find((row) => row.length !== head.columns.length)
    if (odd) refuse(`export of ${head.columns.length} columns got a row of ${odd.length} cells`)
    yield rows
  }
  if (count < head.totalRows) refuse(`export of ${head.totalRows} rows got only ${count}`)
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

/** pdfkit is loaded only by those who need it. */
const makers: Record<ExportFormat, () => Promise<ExportMaker>> = {
  csv: async () => makeCsv,
  xlsx: async () => makeXlsx,
  pdf: async () => (await import('./export-pdf.ts')).makePdf,
}

const make = await makers[task.format]()
await deliverAll(make(task.head, announced(task.head, rowBatches(batches()))))
port.close()
