import { type Db, prepared } from '../../db/database.ts'
import type { FieldSealer } from '../../secrets/sealed-field.ts'
import type { KeyedRequest } from './idempotency-key.ts'

/** Hours during which a response is replayed. */
export const storedHours = 24

/** Response of an earlier request with the same key. */
export interface StoredAnswer {
  fingerprint: Buffer
  /** JSON. */
  answer: string
}

/** Another request with this key committed first; rolls back this one's transaction. */
export class KeyTaken extends Error {
  constructor() {
    super('This Idempotency-Key was stored by another request')
    this.name = 'KeyTaken'
  }
}

const find = {
  name: 'find-idempotency-key',
  text: 'select fingerprint, answer_sealed from idempotency_keys where id = $1 and stored_at > $2',
}

// `caller` is evaluated before the insert, which would itself assign a transaction id.
const store = {
  text: `
    with caller as materialized (select $6 or pg_current_xact_id_if_assigned() is not null as writes),
    stored as (
      insert into idempotency_keys (id, fingerprint, answer_sealed, stored_at)
      select $1, $2, $3, $4 from caller where writes
      on conflict (id) do update
        set fingerprint = excluded.fingerprint, answer_sealed = excluded.answer_sealed, stored_at = excluded.stored_at
        where idempotency_keys.stored_at <= $5
      returning id)
    select writes, exists (select from stored) as stored from caller`,
}

const replace = { text: 'update idempotency_keys set answer_sealed = $2 where id = $1' }

/** Finds the unexpired response of a key. */
export async function findAnswer(db: Db, sealer: FieldSealer, request: KeyedRequest): Promise<StoredAnswer | null> {
  const rows = await prepared<{ fingerprint: Buffer; answer_sealed: Buffer }>(db, find, [request.id, expiry(request)])
  const row = rows[0]
  if (!row) return null
  return { fingerprint: row.fingerprint, answer: sealer.open(placeOf(request), row.answer_sealed) }
}

/**
 * Stores a response, except in a transaction that has written nothing. Returns whether it stored; throws `KeyTaken` when
 * another request did so first.
 */
export async function storeAnswer(
  db: Db,
  sealer: FieldSealer,
  request: KeyedRequest,
  answer: string,
): Promise<boolean> {
  const always = !db.isTransaction
  const values = [request.id, request.fingerprint, seal(sealer, request, answer), request.now, expiry(request), always]
  const [result] = await prepared<{ writes: boolean; stored: boolean }>(db, store, values)
  if (result?.writes && !result.stored) throw new KeyTaken()
  return result?.stored === true
}

/** Replaces a stored response. */
export async function replaceAnswer(db: Db, sealer: FieldSealer, request: KeyedRequest, answer: string): Promise<void> {
  await prepared(db, replace, [request.id, seal(sealer, request, answer)])
}

const expiry = ({ now }: KeyedRequest) => new Date(now.getTime() - storedHours * 3_600_000)

const seal = (sealer: FieldSealer, request: KeyedRequest, answer: string) => sealer.seal(placeOf(request), answer)

const placeOf = ({ id }: KeyedRequest) => ({
  table: 'idempotency_keys',
  row: `\\x${id.toString('hex')}`,
  column: 'answer_sealed',
})
