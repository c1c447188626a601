import { availableParallelism } from 'node:os'
import { Failure } from '@coverdesk/domain/failures.ts'
import { type ConcurrencyLimit, createSlots, type ReleaseSlot } from './limit-concurrency.ts'

/** One export keeps about one core busy, in its thread and in PostgreSQL: more of them than cores slow other people's pages. */
const maxExports = Math.min(6, Math.max(2, availableParallelism()))

/** Exports and reports that one process makes at once, for everyone and for one user, who never holds all slots. */
export const exportLimits = {
  all: { concurrency: maxExports, maxQueue: 24, maxWaitMs: 15_000 },
  ofUser: { concurrency: Math.floor(maxExports / 2), maxQueue: 4, maxWaitMs: 15_000 },
} as const satisfies Record<string, ConcurrencyLimit>

/** Connections that an export reads over, in one snapshot. */
export const connectionsPerExport = 2

const minRetrySeconds = 5
const maxRetrySeconds = 120
/** How much the latest export counts in the estimate of how long one takes. */
const weightOfLatest = 0.3

/** Takes a slot for an export of a user, to be released when its last byte is sent; fails with `export.too_many`. */
export type TakeExportSlot = (userId: number) => Promise<ReleaseSlot>

export function limitExports(
  limits: Record<keyof typeof exportLimits, ConcurrencyLimit> = exportLimits,
): TakeExportSlot {
  const all = createSlots(limits.all)
  const ofUsers = new Map<number, ReturnType<typeof createSlots>>()
  let typicalMs = 3_000

  function refusal(sentence: string, ahead: number): Failure {
    const estimate = Math.ceil((typicalMs * (ahead + 1)) / limits.all.concurrency / 1_000)
    const seconds = Math.min(maxRetrySeconds, Math.max(minRetrySeconds, estimate))
    return new Failure('export.too_many', {
      message: `${sentence} Try again in ${seconds} seconds.`,
      retryAfterSeconds: seconds,
    })
  }

  async function takeOfAll(): Promise<ReleaseSlot> {
    const release = await all.acquire()
    if (!release) throw refusal('The server is busy with other exports.', all.queued())
    const begun = performance.now()
    return () => {
      typicalMs += weightOfLatest * (performance.now() - begun - typicalMs)
      release()
    }
  }

  return async (userId) => {
    const ofUser = ofUsers.get(userId) ?? createSlots(limits.ofUser)
    ofUsers.set(userId, ofUser)
    const forget = () => {
      if (ofUser.isIdle()) ofUsers.delete(userId)
    }
    const releaseOfUser = await ofUser.acquire()
    if (!releaseOfUser) throw refusal('You have other exports running.', ofUser.queued())
    try {
      const releaseOfAll = await takeOfAll()
      let released = false
      return () => {
        if (released) return
        released = true
        releaseOfAll()
        releaseOfUser()
        forget()
      }
    } catch (error) {
      releaseOfUser()
      forget()
      throw error
    }
  }
}
