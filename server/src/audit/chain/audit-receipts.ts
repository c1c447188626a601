import { createHash, type KeyObject, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { takeUncommittedEvents, type UncommittedEvent } from '../../platform/audit/uncommitted-events.ts'
import type { Db } from '../../platform/db/database.ts'
import { type ChainLink, linkHash } from './audit-chain.ts'
import { linkSize } from './seal-events.ts'

/** A link of the chain that one process makes of what it saw committed itself (decision 054). */
export interface Receipt extends ChainLink {
  process: string
}

/** Stands before the first receipt of a process. */
export const receiptBeginning = (process: string): Buffer => createHash('sha256').update(process).digest()

/**
 * Answers a function that writes what was committed through `pool` since the last time as receipts, and gives these. An event
 * that somebody deletes, moves or dates anew between its commit and its seal is missed by them. What could not be written is
 * kept and written the next time, exactly once.
 */
export function receiptWriter(pool: Db, key: KeyObject): () => Promise<Receipt[]> {
  const process = randomUUID()
  let before = receiptBeginning(process)
  let seq = 0
  let waiting: UncommittedEvent[] = []
  let pending: Receipt | null = null
  let turn: Promise<unknown> = Promise.resolve()

  function next(): Receipt | null {
    waiting = waiting.concat(takeUncommittedEvents(pool))
    const events = waiting.splice(0, linkSize).toSorted((a, b) => a.id - b.id)
    if (events.length === 0) return null
    const link = {
      seq: seq + 1,
      sealedAt: Date.now() * 1_000,
      ids: `{${events.map(({ id }) => id).join()}}`,
      times: `{${events.map(({ micros }) => micros).join()}}`,
      macs: Buffer.concat(events.map(({ mac }) => mac)),
    }
    return { ...link, process, hash: linkHash(key, before, link) }
  }

  async function writeAll(): Promise<Receipt[]> {
    const written: Receipt[] = []
    for (pending ??= next(); pending; pending = next()) {
      await insertReceipt(pool, pending)
      written.push(pending)
      before = pending.hash
      seq = pending.seq
    }
    return written
  }

  return async () => {
    const mine = turn.then(writeAll, writeAll)
    turn = mine
    return await mine
  }
}

/** A second time, after an answer that got lost, it changes nothing. */
async function insertReceipt(db: Db, { process, seq, sealedAt, ids, times, macs, hash }: Receipt): Promise<void> {
  await sql`
    insert into audit_receipts (process, seq, noted_at, event_ids, event_times, event_macs, hash)
    values (${process}::uuid, ${seq}, 'epoch'::timestamptz + ${sealedAt}::bigint * interval '1 microsecond',
      ${ids}::bigint[], ${times}::bigint[], ${macs}, ${hash})
    on conflict (process, seq) do nothing`.execute(db)
}
