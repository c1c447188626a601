import { availableParallelism } from 'node:os'
import { newFailure } from '@coverdesk/domain/fail.ts'
import type { Failure } from '@coverdesk/domain/failure.ts'
import { type ConcurrencyLimit, createSlots, type ReleaseSlot } from './limit-concurrency.ts'

/** One export uses about one core, in its thread and in PostgreSQL; more exports than cores slow down pages. */
const maxExports = Math.min(6, Math.max(2, availableParallelism()))

/** Limits of exports and reports per process and per user; one user never holds all slots. */
export const exportLimits = {
  all: { concurrency: maxExports, maxQueue: 24, maxWaitMs: 15_000 },
  ofUser: { concurrency: Math.floor(maxExports / 2), maxQueue: 4, maxWaitMs: 15_000 },
} as const satisfies Record<string, ConcurrencyLimit>

/** Connections per export, which share one snapshot. */
export const connectionsPerExport = 2

const minRetrySeconds = 5
const maxRetrySeconds = 120
/** Weight of the latest export in the moving average of durations. */
const weightOfLatest = 0.3

/** Waits for an export slot of a user; release it after the last byte is sent. Fails with `export.too_many`. */
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
    return newFailure('export.too_many', { message: sentence, retryAfterSeconds: seconds })
  }

  async function takeOfAll(): Promise<ReleaseSlot> {
    const release = await all.acquire()
    if (!release) throw refusal('The server is busy with other exports', all.queued())
    const begun = performance.now()
    return () => {
      typicalMs += weightOfLatest * (performance.now() - begun - typicalMs)
      release()
    }
  }

  return async (userId) => {
    const ofUser = ofUsers.get(userId) ?? createSlots(limits.ofUser)
    ofUsers.set(userId, ofUser)
    const forget = async () => {
      if (await ofUser.whenIdle()) ofUsers.delete(userId)
    }
    const releaseOfUser = await ofUser.acquire()
    if (!releaseOfUser) throw refusal('You have other exports running', ofUser.queued())
    try {
      const releaseOfAll = await takeOfAll()
      let released = false
      return () => {
        if (released) return
        released = true
        releaseOfAll()
        releaseOfUser()
        void forget()
      }
    } catch (error) {
      releaseOfUser()
      void forget()
      throw error
    }
  }
}
