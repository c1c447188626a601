import { fail } from '@coverdesk/domain/fail.ts'
import { beforeEachCommit, type Db, onceCommitted } from '../../db/database.ts'
import type { FieldSealer } from '../../secrets/sealed-field.ts'
import { failureOf } from '../http-errors.ts'
import type { KeyedRequest } from './idempotency-key.ts'
import { findAnswer, replaceAnswer, type StoredAnswer, storeAnswer } from './stored-answers.ts'

/** Work of a keyed request. `serialize` returns the JSON of a valid response of the route, or null for anything else. */
export interface KeyedWork<T> {
  run: () => Promise<T>
  serialize: (result: unknown) => string | null
}

/** New result, or the stored JSON response of an earlier request with the key. */
export type KeyedOutcome<T> = { result: T } | { replayed: string }

/**
 * Runs keyed requests at most once (decision 078). The response commits in the transaction of the change, so a crash
 * leaves both or neither; the primary key decides between several nodes.
 */
export function onceByKey(db: Db, sealer: FieldSealer) {
  const inProgress = new Map<string, Buffer>()

  return async function once<T>(request: KeyedRequest, work: KeyedWork<T>): Promise<KeyedOutcome<T>> {
    const id = request.id.toString('hex')
    const other = inProgress.get(id)
    if (other) {
      refuseOtherContent(request, other)
      fail('idempotency.in_progress', { retryAfterSeconds: 1 })
    }
    inProgress.set(id, request.fingerprint)
    try {
      const stored = await findAnswer(db, sealer, request)
      return stored ? replay(request, stored) : await carryOut(request, work)
    } finally {
      inProgress.delete(id)
    }
  }

  async function carryOut<T>(request: KeyedRequest, { run, serialize }: KeyedWork<T>): Promise<KeyedOutcome<T>> {
    const stored: string[] = []
    let isCommitting = false
    // A transaction that doesn't return a response of the route, such as a rate limiter's, is not the call's change.
    const store = async (db: Db, result: unknown) => {
      const answer = serialize(result)
      if (answer === null || stored.length > 0) return
      isCommitting = true
      if (!(await storeAnswer(db, sealer, request, answer))) return
      onceCommitted(db, () => void stored.push(answer))
    }
    try {
      const result = await beforeEachCommit(store, run)
      const answer = serialize(result)
      if (answer !== null && stored.length === 0) await storeAnswer(db, sealer, request, answer)
      else if (answer !== null && stored[0] !== answer) await replaceAnswer(db, sealer, request, answer)
      return { result }
    } catch (error) {
      // Another node may have run the request, or our commit's acknowledgement was lost. Don't query a busy database again.
      if (!isCommitting && failureOf(error).status >= 500) throw error
      const earlier = await findAnswer(db, sealer, request).catch(() => null)
      if (earlier) return replay(request, earlier)
      throw error
    }
  }
}

function replay(request: KeyedRequest, { fingerprint, answer }: StoredAnswer): { replayed: string } {
  refuseOtherContent(request, fingerprint)
  return { replayed: answer }
}

function refuseOtherContent(request: KeyedRequest, fingerprint: Buffer): void {
  if (!fingerprint.equals(request.fingerprint)) fail('idempotency.key_reused')
}
