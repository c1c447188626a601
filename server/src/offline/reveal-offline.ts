import { fail } from '@coverdesk/domain/fail.ts'
import type { offline } from '@coverdesk/domain/offline/offline-contract.ts'
import { sql } from 'kysely'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import { isVisible } from './offline-queries.ts'
import { offlineVisibility } from './offline-visibility.ts'
import { reauthenticate } from './reauthenticate.ts'
import { type NumberColumn, placeOf } from './sealed-numbers.ts'

/** Maximum numbers revealed per user and hour. */
export const maxRevealsPerHour = 20

interface Asked {
  id: number
  field: 'ssn' | 'cardNumber'
  memberId?: number | undefined
  reason: string
}

/**
 * Returns one sealed number in full. Order matters: the user authenticates again, the reveal is counted and recorded
 * with its reason and committed, and only then the number is opened: no record, no number (P-64).
 */
export const revealOffline: Handler<typeof offline.reveal> = async (call, { code, password, ...request }) => {
  const sealed = await findSealed(call.db, call, request)
  await reauthenticate(call, request.id, { code, password })
  await inTransaction(call.db, (db) => record(db, call, request))
  return { value: call.services.sealer.open(sealed.place, sealed.value) }
}

async function findSealed(db: Db, { user }: SignedInCall, { id, field, memberId }: Asked) {
  const column: NumberColumn =
    memberId !== undefined
      ? { table: 'offline_app_members', column: 'ssn_sealed' }
      : { table: 'offline_applications', column: field === 'ssn' ? 'ssn_sealed' : 'card_number_sealed' }
  if (memberId !== undefined && field === 'cardNumber') return fail('record.not_found')
  const { rows } = await sql<{ value: Buffer | null }>`
    select ${sql.ref(memberId === undefined ? `o.${column.column}` : 'm.ssn_sealed')} as value
    from offline_applications o
    left join offline_app_members m on m.application_id = o.id and m.id = ${memberId ?? null}
    where o.id = ${id} and ${isVisible(offlineVisibility(user))}`.execute(db)
  const value = rows[0]?.value ?? fail('record.not_found')
  return { value, place: placeOf(column, memberId ?? id) }
}

/** Locks the user's row, so that concurrent reveals are counted one at a time. */
async function record(db: Db, { user, now, audit }: SignedInCall, { id, field, memberId, reason }: Asked) {
  await sql`select from users where id = ${user.id} for no key update`.execute(db)
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from at + interval '1 hour' - ${now}::timestamptz)::float8 as seconds from offline_reveals
    where user_id = ${user.id} and at > ${now}::timestamptz - interval '1 hour'
    order by at desc offset ${maxRevealsPerHour - 1} limit 1`.execute(db)
  if (rows[0]) fail('reveal.too_many', { retryAfterSeconds: Math.max(1, Math.ceil(rows[0].seconds)) })
  const inserted = await sql<{ id: number }>`
    insert into offline_reveals (user_id, application_id, member_id, field, reason, at)
    values (${user.id}, ${id}, ${memberId ?? null}, ${field}, ${reason}, ${now}) returning id`.execute(db)
  await writeAudit(db, audit, {
    action: 'reveal',
    entity: 'offline-application',
    entityId: id,
    outcome: 'done',
    facts: { field, member: memberId ?? null, reason: inserted.rows[0]?.id ?? null },
  })
}
