import { createHash, type KeyObject, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { takeUncommittedEvents, type UncommittedEvent } from '../../platform/audit/uncommitted-events.ts'
import type { Db } from '../../platform/db/database.ts'
import { type ChainLink, linkHash } from './audit-chain.ts'
import { linkSize } from './seal-events.ts'

/** A link of the chain of events that one process committed (decision 054). */
export interface Receipt extends ChainLink {
  process: string
}

/** Previous hash of a process's first receipt. */
export const receiptBeginning = (process: string): Buffer => createHash('sha256').update(process).digest()

/**
 * Returns a function that writes receipts of the events committed through `pool` since its last call. They reveal events that
 * are deleted, moved or redated between commit and seal. Failed writes are repeated, each exactly once.
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

/** Idempotent, because a lost response leads to a repeated insert. */
async function insertReceipt(db: Db, { process, seq, sealedAt, ids, times, macs, hash }: Receipt): Promise<void> {
  await sql`
    insert into audit_receipts (process, seq, noted_at, event_ids, event_times, event_macs, hash)
    values (${process}::uuid, ${seq}, 'epoch'::timestamptz + ${sealedAt}::bigint * interval '1 microsecond',
      ${ids}::bigint[], ${times}::bigint[], ${macs}, ${hash})
    on conflict (process, seq) do nothing`.execute(db)
}
