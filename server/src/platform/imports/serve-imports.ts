import { once } from 'node:events'
import { type MessagePort, parentPort } from 'node:worker_threads'
import { newFailure } from '@coverdesk/domain/fail.ts'
import { Failure } from '@coverdesk/domain/failure.ts'
import type { FailureCode } from '@coverdesk/domain/failures.ts'
import type { StagedKind } from '@coverdesk/domain/uploads/import-kinds.ts'
import type { ImportKind } from '@coverdesk/domain/uploads/upload-contract.ts'
import { takeUncommittedEvents, type UncommittedEvent } from '../audit/uncommitted-events.ts'
import { type Db, openPool } from '../db/database.ts'
import { packError, type ThreadError } from '../runtime/thread-error.ts'
import type { ImportDefinition, ImportJob } from './import-definition.ts'
import { loadFile } from './import-load.ts'
import { ImportProgress } from './import-progress.ts'

/** To the worker: a chunk of the file, its end, its failure, or a stop. */
export type ToImportWorker = Uint8Array | 'end' | 'broken' | 'stop'

/** From the worker: an acknowledged chunk, written audit events, and the outcome. */
export type FromImportWorker =
  | 'taken'
  | 'done'
  | { uncommitted: UncommittedEvent[] }
  | { code: FailureCode; message: string; details: unknown }
  | { error: ThreadError }

/** Import for a worker: the job and a message channel per file, so that late messages don't reach the next import. */
export interface ImportOrder {
  job: ImportJob
  channel: MessagePort
}

/** Loads a file from its bytes and reports to `progress`, which it also ends. */
export type LoadImport = (
  db: Db,
  job: ImportJob,
  source: AsyncIterable<Uint8Array>,
  progress: ImportProgress,
) => Promise<void>

/** Runs imports in this thread: by the definition of staged kinds, or by a load of their own. */
export function serveImports(
  definitions: Readonly<Record<StagedKind, ImportDefinition>>,
  loads: Readonly<Record<Exclude<ImportKind, StagedKind>, LoadImport>>,
): void {
  const orders = parentPort ?? refuse()
  const loadOf = (kind: ImportKind): LoadImport => {
    if (kind === 'plans') return loads[kind]
    const definition = definitions[kind]
    return (db, job, source, progress) => loadFile(db, job, definition, source, progress)
  }
  orders.on('message', ({ job, channel }: ImportOrder) => void serveImport(loadOf(job.kind), job, channel))
}

/**
 * Runs one import. The file arrives in messages, each acknowledged with 'taken' for backpressure. Uses the thread's own
 * database connections.
 */
async function serveImport(load: LoadImport, job: ImportJob, port: MessagePort): Promise<void> {
  const tell = (message: FromImportWorker) => port.postMessage(message)
  // One for the import, one for its progress.
  const db = openPool(job.databaseUrl, { size: 2 })
  const progress = new ImportProgress(db, job)
  const arrived: ToImportWorker[] = []
  port.on('message', (message: ToImportWorker) => {
    if (message === 'stop') progress.stop()
    else arrived.push(message)
  })

  async function* pieces(): AsyncGenerator<Uint8Array> {
    while (true) {
      const next = arrived.shift()
      if (next === 'end') return
      if (next === 'broken') throw newFailure('upload.broken_off')
      if (next instanceof Uint8Array) {
        yield next
        tell('taken')
        continue
      }
      progress.throwIfCancelled()
      await Promise.race([once(port, 'message'), wake()])
    }
  }

  try {
    await load(db, job, pieces(), progress).finally(() => tell({ uncommitted: takeUncommittedEvents(db) }))
    tell('done')
  } catch (error) {
    if (error instanceof Failure) tell({ code: error.code, message: error.message, details: error.details })
    else tell({ error: packError(error) })
  } finally {
    await db.destroy()
  }
}

function refuse(): never {
  throw new Error('An import worker runs only as a worker')
}

/** Also handles a stop while no data arrives. */
function wake(): Promise<void> {
  return new Promise((resume) => setTimeout(resume, 250))
}
