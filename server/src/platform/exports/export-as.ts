import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { contentDisposition, exportContentType, safeFileName } from '../http/export-file.ts'
import { unpackError } from '../runtime/thread-error.ts'
import type { ExportBatch, ExportDocument, ExportFormat } from './export-table.ts'
import type { ExportParcel, ExportTask, FromExportWorker, ToExportWorker } from './export-worker.ts'
import { joinBytes } from './join-bytes.ts'

/** Download: headers and body. */
export type ExportFile = { fileName: string; contentType: string; contentDisposition: string; body: Readable }

const rowsPerParcel = 250
const bytesPerParcel = 128 * 1024
/** Heap limit of the worker. Normal use is a fraction of it, so only a bug reaches it and fails that export. */
const memory = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 }

/**
 * Streams a document in a worker thread with constant memory. A disconnected reader ends the thread and closes
 * `document.rows`; an error, or a wrong number of rows or cells, destroys `body`, so the client never gets a truncated file.
 */
export function exportAs(format: ExportFormat, document: ExportDocument): ExportFile {
  const fileName = safeFileName(document.title, format)
  return {
    fileName,
    contentType: exportContentType(format),
    contentDisposition: contentDisposition(fileName),
    body: exportBody(format, document),
  }
}

function exportBody(format: ExportFormat, { rows, ...head }: ExportDocument): Readable {
  const task: ExportTask = { format, head }
  const iterator = rows[Symbol.asyncIterator]()
  const source = parcels({ [Symbol.asyncIterator]: () => iterator })
  const close = async () => {
    await source.return(undefined)
    // Needed again: if no batch was requested, the generator never started and does not close the rows.
    await iterator.return?.()
  }
  const worker = new Worker(new URL('./export-worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: memory,
    execArgv: [],
    name: `export ${format}`,
  })
  // Transfers the buffers instead of copying them.
  const tell = (message: ToExportWorker) =>
    worker.postMessage(
      message,
      message !== 'taken' && message.batch instanceof Uint8Array ? [message.batch.buffer] : [],
    )
  let untaken = 0
  let complete = false
  const body = new Readable({
    read() {
      for (; untaken > 0; untaken--) tell('taken')
    },
    destroy(error, done) {
      void worker.terminate()
      // The reader is gone, so there is nowhere to report this error.
      void close().catch(() => undefined)
      done(error)
    },
  })
  const breakOff = (error: unknown) => body.destroy(error instanceof Error ? error : new Error(String(error)))
  const sendNext = async () => {
    const next = await source.next()
    if (!body.destroyed) tell({ batch: next.done ? null : next.value })
  }
  worker.on('message', (message: FromExportWorker) => {
    if (message === 'more') sendNext().catch(breakOff)
    else if (message === 'done') {
      complete = true
      body.push(null)
    } else if ('failed' in message) breakOff(unpackError(message.failed))
    else if (body.push(message)) tell('taken')
    else untaken++
  })
  worker.on('error', breakOff)
  worker.on('exit', () => {
    if (!complete && !body.destroyed) breakOff(new Error(`export of ${format} ended too early`))
  })
  return body
}

/** Splits rows into messages small enough not to block the event loop, and joins bytes into larger ones. */
async function* parcels(batches: AsyncIterable<ExportBatch>): AsyncGenerator<ExportParcel> {
  let pending: Uint8Array[] = []
  let size = 0
  for await (const batch of batches) {
    if (!(batch instanceof Uint8Array)) {
      for (let at = 0; at < batch.length; at += rowsPerParcel) yield batch.slice(at, at + rowsPerParcel)
      continue
    }
    pending.push(batch)
    size += batch.length
    if (size < bytesPerParcel) continue
    yield joinBytes(pending, size)
    pending = []
    size = 0
  }
  if (size > 0) yield joinBytes(pending, size)
}
