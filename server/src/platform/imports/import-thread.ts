import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { fail, newFailure } from '@coverdesk/domain/fail.ts'
import { addUncommittedEvents, type UncommittedEvent } from '../audit/uncommitted-events.ts'
import type { Db } from '../db/database.ts'
import { unpackError } from '../runtime/thread-error.ts'
import type { ImportJob } from './import-definition.ts'
import type { FromImportWorker, ImportOrder, ToImportWorker } from './serve-imports.ts'

/** Longest piece; whatever the sender's chunks are, the worker's memory stays flat. */
const pieceLength = 64 * 1024
/** Pieces that may be under way to the worker. */
const piecesAhead = 8
/** Imports that one process works on at a time; further ones are asked to wait. */
const maxAtOnce = 4
/** Of the worker's own heap. Its flat need is far below; only a fault reaches this, and fails that one import. */
const memory = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 16 }
/** Rest of a refused file that is read and thrown away, so that the sender hears the answer. */
const discardedAtMost = 64 * 1024 * 1024

/** Milliseconds that a thread waits for the next file: to start one takes longer than to read most files. */
const waitsFor = 30_000

/** The channel of each run of this process. */
const running = new Map<string, MessagePort>()
/** At most one thread of a kind of worker, with nothing to do. */
const waiting = new Map<string, { thread: Worker; end: NodeJS.Timeout }>()

/**
 * Imports or checks a file in a worker thread of its own; `db` is the pool of this thread. Fails with the failure of the
 * import, with `upload.broken_off` if the client disconnects before the last byte, or with `server.busy`.
 */
export async function importInThread(db: Db, worker: URL, job: ImportJob, file: Readable): Promise<void> {
  if (running.size >= maxAtOnce)
    fail('server.busy', { message: 'Several files are being loaded; please try again in a moment' })
  const thread = waitingThread(worker) ?? newThread(worker)
  const { port1: channel, port2 } = new MessageChannel()
  running.set(job.runId, channel)
  const outcome = outcomeOf(thread, channel, (events) => addUncommittedEvents(db, events))
  thread.postMessage({ job, channel: port2 } satisfies ImportOrder, [port2])
  const over = new AbortController()
  void feed(channel, file, over.signal)
  let reusable = false
  try {
    const result = await outcome
    if (result !== 'done' && 'error' in result) throw unpackError(result.error)
    reusable = true
    if (result !== 'done') throw newFailure(result.code, result)
  } finally {
    running.delete(job.runId)
    over.abort()
    channel.close()
    if (reusable) letWait(worker, thread)
    else void thread.terminate()
  }
}

function newThread(worker: URL): Worker {
  const thread = new Worker(worker, { resourceLimits: memory, execArgv: [], name: 'import' })
  // An import that it works on hears its end by itself; where there is none it does no harm.
  thread.on('error', () => undefined)
  thread.on('exit', () => {
    if (waiting.get(worker.href)?.thread === thread) waiting.delete(worker.href)
  })
  return thread
}

function waitingThread(worker: URL): Worker | undefined {
  const found = waiting.get(worker.href)
  if (!found) return undefined
  waiting.delete(worker.href)
  clearTimeout(found.end)
  found.thread.ref()
  return found.thread
}

function letWait(worker: URL, thread: Worker): void {
  if (waiting.has(worker.href)) return void thread.terminate()
  const end = setTimeout(() => {
    // Before it has stopped: a new file must not go to a stopping thread.
    waiting.delete(worker.href)
    void thread.terminate()
  }, waitsFor).unref()
  waiting.set(worker.href, { thread, end })
  thread.unref()
}

/** Asks a run of this process to stop at once; those of other nodes see it in their run's record. */
export function stopThread(runId: string): void {
  running.get(runId)?.postMessage('stop' satisfies ToImportWorker)
}

type Outcome = Exclude<FromImportWorker, 'taken' | { uncommitted: unknown }>

/** What the worker tells at the end; fails when its thread ends without. Its uncommitted audit events go to `uncommitted`. */
function outcomeOf(
  thread: Worker,
  channel: MessagePort,
  uncommitted: (events: UncommittedEvent[]) => void,
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const broken = (error: Error) => reject(error)
    const exited = () => reject(new Error('The import thread ended without an outcome'))
    thread.once('error', broken).once('exit', exited)
    channel.on('message', (message: FromImportWorker) => {
      if (message === 'taken') return
      if (typeof message === 'object' && 'uncommitted' in message) return uncommitted(message.uncommitted)
      thread.off('error', broken).off('exit', exited)
      resolve(message)
    })
  })
}

/**
 * Sends the file piece by piece and waits while too many are under way. The worker hears of its end or its breaking
 * off. When the worker is done before the file is, the rest is thrown away.
 */
async function feed(channel: MessagePort, file: Readable, over: AbortSignal): Promise<void> {
  let underway = 0
  channel.on('message', (message: FromImportWorker) => {
    if (message === 'taken') underway--
  })
  const tell = (message: ToImportWorker, transfer: ArrayBuffer[] = []) => channel.postMessage(message, transfer)
  try {
    for await (const chunk of file.iterator({ destroyOnReturn: false })) {
      for (let at = 0; at < chunk.length && !over.aborted; at += pieceLength) {
        const piece = new Uint8Array(chunk.subarray(at, at + pieceLength))
        underway++
        tell(piece, [piece.buffer])
        while (underway >= piecesAhead && !over.aborted)
          await once(channel, 'message', { signal: over }).catch(() => undefined)
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
export function discardRest(file: Readable): void {
  if (file.readableEnded || file.destroyed) return
  let read = 0
  file.on('error', () => undefined)
  file.on('data', (chunk: Uint8Array) => {
    read += chunk.length
    if (read > discardedAtMost) file.destroy()
  })
}
