import { fail } from '@coverdesk/domain/fail.ts'
import { done } from '@coverdesk/domain/platform/route.ts'
import type { GrantAct, RightsGrant, rightsGrants } from '@coverdesk/domain/users/rights-grant-contract.ts'
import { UserEdit, users, VisibilityRules } from '@coverdesk/domain/users/user-contract.ts'
import { EditedFields, waitingEdit } from '@coverdesk/domain/users/waiting-edit.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { writeAudit } from '../../platform/audit/audit.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { Handler, SignedInCall } from '../../platform/http/http-call.ts'
import { saveEdit } from '../edit-user.ts'
import { saveLink } from '../link-user.ts'
import { nameOfUser } from '../notify-administrators.ts'
import { takeSecondFactor } from '../remove-second-factor.ts'
import { lockUser, visibilityOf } from '../user-queries.ts'
import { sameRules, saveVisibility } from '../visibility/set-visibility.ts'
import { notifyOfGrant } from './grant-rights.ts'

const maxGrants = 200

/** Grants of rights that the grantor does not hold: waiting ones first, then newest first. */
export async function listGrants(db: Db, org: string | null, now: Date): Promise<RightsGrant[]> {
  const name = (alias: string) =>
    sql.raw(`(select coalesce(nullif(concat_ws(' ', nullif(c.first_name, ''), nullif(c.last_name, '')), ''), n.user_name)
    from users n left join contacts c on c.id = n.contact_id where n.id = ${alias})`)
  const { rows } = await sql<RightsGrant>`
    select g.id, g.user_id as "userId", ${name('g.user_id')} as "userName", g.act, g.rights, g.asked_by as "askedById",
      ${name('g.asked_by')} as "askedBy", to_json(g.asked_at) #>> '{}' as "askedAt",
      to_json(g.expires_at) #>> '{}' as "expiresAt", ${name('g.decided_by')} as "decidedBy",
      to_json(g.decided_at) #>> '{}' as "decidedAt",
      case when g.withdrawn then 'withdrawn' when g.decision is not null then g.decision
        when g.expires_at > ${now} then 'waiting' else 'expired' end as state
    from rights_grants g join users u on u.id = g.user_id
    where ${org}::text is null or u.org = ${org}
    order by (g.decision is null and g.expires_at > ${now}) desc, g.id desc limit ${maxGrants}`.execute(db)
  return rows
}

interface WaitingGrant {
  userId: number
  act: GrantAct
  rights: string
  askedBy: number
  payload: unknown
  before: unknown
  /** The asker is still an enabled security administrator. */
  mayAsk: boolean
}

/**
 * Approves or refuses a waiting grant as the second security administrator. Approval applies the requested change; it
 * fails with `grant.changed` when what it would change was changed in between, and must then be requested again.
 */
export const decideGrant: Handler<typeof rightsGrants.decide> = async (call, { id, approve }) => {
  return await inTransaction(call.db, async (db) => {
    const grant = await lockGrant(db, call, id)
    if (grant.askedBy === call.user.id || grant.userId === call.user.id) fail('grant.own')
    if (approve && !grant.mayAsk) fail('grant.asker')
    if (approve) await applyChange(db, call, grant)
    const decision = approve ? 'approved' : 'refused'
    await sql`
      update rights_grants set decision = ${decision}, decided_by = ${call.user.id}, decided_at = ${call.now}, payload = null,
        before = null
      where id = ${id}`.execute(db)
    await writeAudit(db, call.audit, {
      action: 'status',
      entity: 'rights request',
      entityId: id,
      outcome: 'done',
      facts: { decision, user: grant.userId, askedBy: grant.askedBy, above: grant.rights },
    })
    await notifyOfGrant(db, call, { ...grant, rights: [grant.rights] }, decision)
    return done
  })
}

/** The asker takes a waiting request back, such as one for the wrong user; no one else has to refuse it. */
export const withdrawGrant: Handler<typeof rightsGrants.withdraw> = async (call, { id }) =>
  await inTransaction(call.db, async (db) => {
    const { userId, act, rights, askedBy } = await lockGrant(db, call, id)
    if (askedBy !== call.user.id) fail('grant.not_own')
    await sql`
      update rights_grants set decision = 'refused', withdrawn = true, decided_at = ${call.now}, payload = null, before = null
      where id = ${id}`.execute(db)
    await writeAudit(db, call.audit, {
      action: 'status',
      entity: 'rights request',
      entityId: id,
      outcome: 'done',
      facts: { decision: 'withdrawn', user: userId, askedBy, above: rights },
    })
    await notifyOfGrant(db, call, { userId, act, rights: [rights] }, 'withdrawn')
    return done
  })

async function lockGrant(db: Db, call: SignedInCall, id: number): Promise<WaitingGrant> {
  const { org } = call.services.config
  const { rows } = await sql<WaitingGrant & { open: boolean }>`
    select g.user_id as "userId", g.act, g.rights, g.asked_by as "askedBy", g.payload, g.before,
      g.decision is null and g.expires_at > ${call.now} as open,
      asker.enabled and asker.roles @> '{securityadmin}' as "mayAsk"
    from rights_grants g join users u on u.id = g.user_id join users asker on asker.id = g.asked_by
    where g.id = ${id} and (${org}::text is null or u.org = ${org}) for update of g`.execute(db)
  const grant = rows[0] ?? fail('grant.not_found')
  if (!grant.open) fail('grant.decided')
  return grant
}

/** Applies the approved change without another check of the grantor's own rights. */
async function applyChange(db: Db, call: SignedInCall, { userId, act, payload, before }: WaitingGrant): Promise<void> {
  const user = await lockUser(db, call.services.config.org, userId)
  switch (act) {
    case 'rights': {
      const wanted = UserEdit.parse(payload)
      const edit = before ? waitingEdit(wanted, EditedFields.parse(before), user) : wanted
      if (edit?.version !== user.version) return await failChanged(db, userId)
      return void (await saveEdit(db, call, edit, null))
    }
    case 'visibility': {
      const { version = user.version, ...wanted } = users.setVisibility.input.parse(payload)
      const isSame = before
        ? sameRules(VisibilityRules.parse(before), await visibilityOf(db, userId))
        : version === user.version
      if (!isSame) return await failChanged(db, userId)
      return void (await saveVisibility(db, call, wanted, null))
    }
    case 'contact': {
      if (before && LinkBefore.parse(before).contactId !== user.contactId) return await failChanged(db, userId)
      return void (await saveLink(db, call, users.link.input.parse(payload), null))
    }
    case 'second factor':
      return void (await takeSecondFactor(db, call, userId, null))
    default:
      fail('server.error')
  }
}

const LinkBefore = z.object({ contactId: z.number().int().nullable() })

async function failChanged(db: Db, userId: number): Promise<never> {
  return fail('grant.changed', {
    message: `${await nameOfUser(db, userId)} was changed since the request. Refuse it and have it requested again.`,
  })
}
