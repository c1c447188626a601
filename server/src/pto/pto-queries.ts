import { fail } from '@coverdesk/domain/fail.ts'
import type { PtoRequest, PtoRow } from '@coverdesk/domain/pto/pto-contract.ts'
import { ptoStatuses } from '@coverdesk/domain/pto/pto-rules.ts'
import { sql } from 'kysely'
import { statusHistory } from '../history/status-history.ts'
import { seesOwnToo } from '../platform/auth/owned-records.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { Db } from '../platform/db/database.ts'
import { selectList } from '../platform/lists/select-list.ts'
import { ptoList } from './pto-list.ts'

/** Whose requests a user sees: their own, and those of visible agents. */
export function ptoVisibility(user: SignedIn): Visibility {
  return seesOwnToo(user, 'PTO')
}

/** SQL condition for requests visible to a user; the same rule as the list's (P-30). */
const isVisible = (visibility: Visibility) =>
  visibility.all ? sql`true` : sql`r.owner = any(${visibility.agentIds}::bigint[])`

/** One request with its status history. Fails as missing when the user cannot see it (P-26). */
export async function findPto(db: Db, visibility: Visibility, id: number): Promise<PtoRequest> {
  const { rows } = await sql<Omit<PtoRow, 'createdDate'> & { createdDate: Date }>`
    ${selectList(ptoList)}
    where r.id = ${id} and ${isVisible(visibility)}`.execute(db)
  const row = rows[0] ?? fail('pto.not_found')
  const history = await statusHistory(db, 'pto', id)
  const statuses = history.map(({ status, ...entry }) => ({ ...entry, name: status ?? '' }))
  const overlaps = standing.some((one) => one === row.statusId) ? await overlapsOf(db, row) : []
  return { ...row, createdDate: row.createdDate.toISOString(), statuses, overlaps }
}

const standing = [ptoStatuses.Requested, ptoStatuses.Approved]

/** Standing requests of a person for some of these days, except the one with the id. */
export async function overlapsOf(
  db: Db,
  { id, requesterId, startDate, endDate }: Pick<PtoRow, 'id' | 'requesterId' | 'startDate' | 'endDate'>,
): Promise<PtoRequest['overlaps']> {
  const { rows } = await sql<PtoRow>`
    ${selectList(ptoList)}
    where r.created_by = ${requesterId} and r.id <> ${id} and r.start_date <= ${endDate}::date and r.end_date >= ${startDate}::date
      and r.status_id = any(${standing})
    order by r.start_date, r.id`.execute(db)
  return rows.map(({ id, startDate, endDate, status }) => ({ id, startDate, endDate, status }))
}

/** Locks the request until the transaction ends. Fails as missing when the user cannot see it. */
export async function lockPto(db: Db, user: SignedIn, id: number): Promise<PtoRequest> {
  const { rows } = await sql`
    select from pto_requests r where r.id = ${id} and ${isVisible(ptoVisibility(user))} for no key update`.execute(db)
  if (rows.length === 0) fail('pto.not_found')
  return await findPto(db, { all: true }, id)
}
