import type { GrantAct, GrantState } from '@coverdesk/domain/users/rights-grant-contract.ts'
import { grantDays } from '@coverdesk/domain/users/rights-grant-contract.ts'
import { sql } from 'kysely'
import { writeAudit } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/db/database.ts'
import type { SignedInCall } from '../../platform/http/http-call.ts'
import { approvalsPage, nameOfUser, notifyAdministrators } from '../notify-administrators.ts'

/** Rights that a change grants a user and that the caller does not hold, by name. */
export interface GrantedRights {
  userId: number
  act: GrantAct
  rights: readonly string[]
}

/**
 * Whether rights that the caller does not hold need approval: the agency requires a second security administrator, and
 * there is one other than the caller and the user (P-34).
 */
export async function needsApproval(db: Db, caller: number, userId: number | null): Promise<boolean> {
  const { rows } = await sql<{ needed: boolean }>`
    select second_approval and exists (
      select from users where enabled and roles @> '{securityadmin}' and id <> ${caller} and id is distinct from ${userId}) as needed
    from agency_settings`.execute(db)
  return rows[0]?.needed ?? false
}

/** A change that waits for approval. */
export interface WaitingChange {
  /** The change, as its call was made. */
  payload: object
  /** What it would change, as it is now; null if approval compares nothing. */
  before: object | null
}

/** Stores a change until a second security administrator decides on it, and notifies all who can (P-34). */
export async function requestApproval(
  db: Db,
  call: SignedInCall,
  given: GrantedRights,
  { payload, before }: WaitingChange,
): Promise<void> {
  const rights = given.rights.join(', ')
  const { rows } = await sql<{ id: number }>`
    insert into rights_grants (user_id, act, rights, asked_by, asked_at, payload, before, expires_at)
    values (${given.userId}, ${given.act}, ${rights}, ${call.user.id}, ${call.now}, ${JSON.stringify(payload)},
      ${before && JSON.stringify(before)}, ${new Date(call.now.getTime() + grantDays * 86_400_000)})
    returning id`.execute(db)
  await writeAudit(db, call.audit, {
    action: 'create',
    entity: 'rights request',
    entityId: rows[0]?.id,
    outcome: 'done',
    facts: { user: given.userId, act: given.act, above: rights },
  })
  await notifyOfGrant(db, call, given, 'waiting')
}

/**
 * Records granted rights that the caller does not hold and that took effect at once, and notifies the administrators
 * (P-34).
 */
export async function recordGrant(db: Db, call: SignedInCall, given: GrantedRights): Promise<void> {
  if (given.rights.length === 0) return
  await sql`
    insert into rights_grants (user_id, act, rights, asked_by, asked_at, decision, decided_at)
    values (${given.userId}, ${given.act}, ${given.rights.join(', ')}, ${call.user.id}, ${call.now}, 'notified', ${call.now})`.execute(
    db,
  )
  await notifyOfGrant(db, call, given, 'notified')
}

/** Text for each act, before its rights. */
const acts: Record<GrantAct, { en: string; es: string }> = {
  rights: { en: 'rights', es: 'derechos' },
  visibility: { en: 'visibility', es: 'visibilidad' },
  contact: { en: 'a link to a contact', es: 'un enlace a un contacto' },
  'second factor': { en: 'removal of the second factor; holds', es: 'retiro del segundo factor; tiene' },
  password: { en: 'a temporary password; holds', es: 'una contraseña temporal; tiene' },
  email: { en: 'another email address; holds', es: 'otra dirección de correo; tiene' },
  phone: { en: 'another phone number for codes; holds', es: 'otro número de teléfono para códigos; tiene' },
}
const verbs: Record<Exclude<GrantState, 'expired'>, { en: string; es: string }> = {
  waiting: { en: 'asks for approval for', es: 'pide aprobación para' },
  // Not 'beyond their own': the role of an administrator always counts.
  notified: { en: 'gave far-reaching rights to', es: 'dio derechos de gran alcance a' },
  approved: { en: 'approved for', es: 'aprobó para' },
  refused: { en: 'refused for', es: 'rechazó para' },
  withdrawn: { en: 'no longer asks for approval for', es: 'ya no pide aprobación para' },
}

/** Acts that give rights. The others change how a user signs in, which its owner must hear of. */
const givingActs: readonly GrantAct[] = ['rights', 'visibility', 'contact']

/**
 * Notifies all administrators of a grant of rights that the grantor does not hold, except the user who gets them: those
 * who can object must hear of it.
 */
export async function notifyOfGrant(
  db: Db,
  { services, user }: SignedInCall,
  { userId, act, rights }: GrantedRights,
  state: Exclude<GrantState, 'expired'>,
): Promise<void> {
  const [by, userName] = [user.name, await nameOfUser(db, userId)]
  const named = rights.join(', ')
  const sentence = (language: 'en' | 'es') =>
    `${by} ${verbs[state][language]} ${userName}: ${acts[act][language]}: ${named}.`
  await notifyAdministrators(db, services, {
    kind: 'rights',
    records: [{ recordId: userId, facts: { state, rights: act === 'rights' ? named : `${act}: ${named}` } }],
    sentence: { en: sentence('en'), es: sentence('es') },
    page: approvalsPage,
    ...(givingActs.includes(act) ? { except: userId } : {}),
  })
}
