import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { contentDisposition, exportContentType, safeFileName } from '../http/export-file.ts'
import { unpackError } from '../runtime/thread-error.ts'
import { joined } from './export-bytes.ts'
import type { ExportBatch, ExportDocument, ExportFormat } from './export-table.ts'
import type { ExportParcel, ExportTask, FromExportWorker, ToExportWorker } from './export-worker.ts'

/** A download: two headers and the bytes. */
export type ExportFile = { fileName: string; contentType: string; contentDisposition: string; body: Readable }

const rowsPerParcel = 250
const bytesPerParcel = 128 * 1024
/** Of the worker's own heap; its flat need is a fraction of it, so only a fault reaches this, and fails that one export. */
const memory = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 }

/**
 * Makes the file of a list in a thread of its own, as it is read: memory stays flat and the request's event loop free.
 * A reader that goes away ends the thread and closes `document.rows`; a failure of either destroys `body` with the error,
 * so the client sees a broken download and never a short file. Errors: those of `document.rows`, and rows or cells
 * that are not as many as announced.
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
    // Once more: parcels that were never asked for have not opened the rows, and so do not close them.
    await iterator.return?.()
  }
  const worker = new Worker(new URL('./export-worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: memory,
    execArgv: [],
    name: `export ${format}`,
  })
  // Bytes are handed over, not copied: a parcel's buffer is its own.
  const tell = (message: ToExportWorker) =>
    worker.postMessage(
      message,
      message !== 'taken' && message.batch instanceof Uint8Array ? [message.batch.buffer] : [],
    )
  let untaken = 0
  let whole = false
  const body = new Readable({
    read() {
      for (; untaken > 0; untaken--) tell('taken')
    },
    destroy(error, done) {
      void worker.terminate()
      // The reader is gone and has nobody to tell that the source would not close.
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
      whole = true
      body.push(null)
    } else if ('failed' in message) breakOff(unpackError(message.failed))
    else if (body.push(message)) tell('taken')
    else untaken++
  })
  worker.on('error', breakOff)
  worker.on('exit', () => {
    if (!whole && !body.destroyed) breakOff(new Error(`export of ${format} ended too early`))
  })
  return body
}

/** Rows in parcels small enough to post without holding up the loop, bytes in parcels large enough to be worth it. */
async function* parcels(batches: AsyncIterable<ExportBatch>): AsyncGenerator<ExportParcel> {
  let held: Uint8Array[] = []
  let size = 0
  for await (const batch of batches) {
    if (!(batch instanceof Uint8Array)) {
      for (let at = 0; at < batch.length; at += rowsPerParcel) yield batch.slice(at, at + rowsPerParcel)
      continue
    }
    held.push(batch)
    size += batch.length
    if (size < bytesPerParcel) continue
    yield joined(held, size)
    held = []
    size = 0
  }
  if (size > 0) yield joined(held, size)
}
