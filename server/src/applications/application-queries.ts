import type { ApplicationRow } from '@coverdesk/domain/applications/application-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { sql } from 'kysely'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { Db } from '../platform/db/database.ts'
import { selectList } from '../platform/lists/select-list.ts'
import { applicationList } from './application-list.ts'
import { applicationVisibility, mayChange, visibleApplications } from './application-visibility.ts'

/** One application with its list columns. Fails as missing if the user cannot see it (P-26). */
export async function findApplication(db: Db, visibility: Visibility, id: string): Promise<ApplicationRow> {
  const { rows } = await sql<ApplicationRow>`
    ${selectList(applicationList)}
    where i.uuid = ${id}::uuid and ${visibleApplications(visibility)}`.execute(db)
  return rows[0] ?? fail('application.not_found')
}

/** Facts about a locked application. */
export interface LockedApplication {
  number: number
  statusId: number
  owner: number | null
  agentId: number | null
  /** Display name. */
  name: string
  /** Whether it has an application in the wizard. */
  inWizard: boolean
  /** Whether its submission waits for the answer of the exchange. */
  isSending: boolean
}

/**
 * Locks applications in the order of their numbers until the transaction ends. Fails as missing if the user cannot see one of
 * them (P-28), and with `right.missing` if the user may not change one.
 */
export async function lockApplications(
  db: Db,
  user: SignedIn,
  ids: readonly string[],
): Promise<readonly LockedApplication[]> {
  const { rows } = await sql<LockedApplication>`
    select i.id as number, i.status_id as "statusId", i.owner, i.assigned_agent_id as "agentId",
      concat_ws(' ', i.first_name, nullif(i.middle_name, ''), i.last_name) as name,
      exists (select from ede_applications e where e.application_id = i.id) as "inWizard",
      exists (select from ede_applications e where e.application_id = i.id and e.submission_id is not null
        and (e.submitted_at is null or e.change_began_at is not null)) as "isSending"
    from internal_applications i where i.uuid = any(${ids}::uuid[]) and ${visibleApplications(applicationVisibility(user))}
    order by i.id for no key update`.execute(db)
  if (rows.length < ids.length) fail('application.not_found')
  if (!rows.every((row) => mayChange(user, row)))
    fail('right.missing', { message: 'This application belongs to another agent' })
  return rows
}

/** Locks one application; fails like `lockApplications`. */
export async function lockApplication(db: Db, user: SignedIn, id: string): Promise<LockedApplication> {
  const [one] = await lockApplications(db, user, [id])
  return one ?? fail('application.not_found')
}
