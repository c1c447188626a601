import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { Failure, fail } from '@coverdesk/domain/failures.ts'
import type { ImportJob } from './import-definition.ts'
import type { FromImportWorker, ToImportWorker } from './import-worker.ts'

/** Longest piece; whatever the sender's chunks are, the worker's memory stays flat. */
const pieceLength = 64 * 1024
/** Pieces that may be under way to the worker. */
const piecesAhead = 8
/** Imports that one process works on at a time; further ones are asked to wait. */
const mostAtOnce = 4
/** Of the worker's own heap. Its flat need is far below; only a fault reaches this, and fails that one import. */
const memory = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 16 }
/** Rest of a refused file that is read and thrown away, so that the sender hears the answer. */
const discardedAtMost = 64 * 1024 * 1024

const running = new Map<string, Worker>()

/**
 * Imports a file in a thread of its own, from its first byte. Resolves when it is loaded or checked; fails with the
 * failure of the import, `upload.broken_off` when the sender went away before the last byte, or `server.busy`.
 */
export async function importInThread(worker: URL, job: ImportJob, file: Readable): Promise<void> {
  if (running.size >= mostAtOnce)
    fail('server.busy', { message: 'Several files are being loaded; please try again in a moment' })
  const thread = new Worker(worker, {
    workerData: job,
    resourceLimits: memory,
    execArgv: [],
    name: `import ${job.kind}`,
  })
  running.set(job.runId, thread)
  const over = new AbortController()
  void feed(thread, file, over.signal)
  try {
    await outcomeOf(thread)
  } finally {
    running.delete(job.runId)
    over.abort()
  }
}

/** Asks a run of this process to stop at once; those of other nodes see it in their run's record. */
export function stopThread(runId: string): void {
  running.get(runId)?.postMessage('stop' satisfies ToImportWorker)
}

function outcomeOf(thread: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    thread.on('message', (message: FromImportWorker) => {
      if (message === 'done') resolve()
      else if (message !== 'taken' && 'error' in message) reject(new Error(message.error))
      else if (message !== 'taken') reject(new Failure(message.code, message))
    })
    thread.on('error', reject)
    thread.on('exit', () => reject(new Error('The import thread ended without an outcome')))
  })
}

/**
 * Sends the file piece by piece and waits while too many are under way. The worker hears of its end or its breaking
 * off. When the worker is done before the file is, the rest is thrown away.
 */
async function feed(thread: Worker, file: Readable, over: AbortSignal): Promise<void> {
  let underway = 0
  thread.on('message', (message: FromImportWorker) => {
    if (message === 'taken') underway--
  })
  const tell = (message: ToImportWorker, transfer: ArrayBuffer[] = []) => thread.postMessage(message, transfer)
  try {
    for await (const chunk of file.iterator({ destroyOnReturn: false })) {
      for (let at = 0; at < chunk.length && !over.aborted; at += pieceLength) {
        const piece = new Uint8Array(chunk.subarray(at, at + pieceLength))
        underway++
        tell(piece, [piece.buffer])
        while (underway >= piecesAhead && !over.aborted)
          await once(thread, 'message', { signal: over }).catch(() => undefined)
      }
      if (over.aborted) break
    }
    tell('end')
  } catch {
    tell('broken')
  }
  discardRest(file)
}

/** So that the sender hears the answer: most clients listen only after their last byte. A far longer rest is cut off. */
function discardRest(file: Readable): void {
  if (file.readableEnded || file.destroyed) return
  let read = 0
  file.on('error', () => undefined)
  file.on('data', (chunk: Uint8Array) => {
    read += chunk.length
    if (read > discardedAtMost) file.destroy()
  })
}
