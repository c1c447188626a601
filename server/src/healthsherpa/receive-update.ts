import { fail } from '@coverdesk/domain/fail.ts'
import type { healthSherpa } from '@coverdesk/domain/healthsherpa/health-sherpa-contract.ts'
import { done } from '@coverdesk/domain/platform/route.ts'
import { sql } from 'kysely'
import { findApplication } from '../marketplace/marketplace-queries.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { notify } from '../platform/realtime/notify.ts'
import { isFromHealthSherpa } from './is-from-health-sherpa.ts'
import { agentsOfUpdate, seenUpdates, updateList } from './update-list.ts'

/**
 * Stores an update before it is answered; the same one again only counts. Which application it is about is found when it is
 * read, so that one that comes first is not lost.
 */
export const receiveUpdate: Handler<typeof healthSherpa.receive> = async ({ db, audit, services, signed }, update) => {
  const { healthSherpaSecret: secret } = services.config
  if (secret === null) return fail('route.not_found')
  if (!signed || !isFromHealthSherpa(signed, secret)) return fail('webhook.refused')
  const [person] = update.members
  const policies = update.policies.map(({ payment, ...policy }) => ({
    policyId: policy.policy_id,
    planId: policy.plan_hios_id,
    status: policy.status,
    effective: policy.effective_date,
    expiration: policy.expiration_date,
    premium: policy.gross_premium,
    paymentStatus: payment?.payment_status ?? null,
    paidThrough: payment?.paid_through_date ?? null,
    balanceDue: payment?.current_member_responsibility_balance_due ?? null,
  }))
  const { application_id: applicationId, external_id: externalId } = update
  const wizardId = externalId !== null && isUuid.test(externalId) ? externalId : null
  await inTransaction(db, async (db) => {
    const { rows } = await sql<{ id: number; deliveries: number }>`
      insert into healthsherpa_updates (transaction_id, event_type, status, changed_on, application_id, wizard_id, client_name,
        npn, issuer_id, policies, connected_to)
      values (${update.transaction_id}, ${update.event_type ?? ''}, ${update.policy_status ?? ''}, ${update.event_timestamp}::date,
        ${applicationId}, ${wizardId}::uuid, ${[person?.first_name, person?.last_name].filter(Boolean).join(' ')},
        ${update.policy_aor_npn}, ${update.issuer_hios_id}, ${JSON.stringify(policies)}::jsonb,
        (select u.connected_to from healthsherpa_updates u
          where u.application_id = ${applicationId} and u.connected_to is not null order by u.id desc limit 1))
      on conflict on constraint healthsherpa_updates_once do update set deliveries = healthsherpa_updates.deliveries + 1
      returning id, deliveries`.execute(db)
    const { id, deliveries } = rows[0] ?? fail('server.error')
    const facts = { status: update.policy_status ?? '', repeated: deliveries > 1 }
    await writeAudit(db, audit, {
      action: 'create',
      entity: 'healthsherpa update',
      entityId: id,
      outcome: 'done',
      facts,
    })
    if (deliveries === 1) await notifyOfLoss(db, id, update.policy_status ?? '')
  })
  return null
}

/** Statuses after which a client has no coverage, which the agent may still save. */
const losses = ['cancelled', 'terminated']

/** Notifies the agents whom an update is about when a policy is lost. */
async function notifyOfLoss(db: Db, id: number, status: string): Promise<void> {
  if (!losses.includes(status)) return
  const { rows } = await sql<{ userId: number }>`
    select us.id as "userId" from ${sql.raw(updateList.table)}
    join agents a on a.id = any(${agentsOfUpdate}) join users us on us.contact_id = a.contact_id and us.enabled
    where u.id = ${id} group by us.id order by us.id`.execute(db)
  await notify(
    db,
    'policy-status',
    rows.map(({ userId }) => ({ userId, recordId: id, facts: { status } })),
  )
}

const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Connects all updates of an application with the agency's own record of it, which the user must see. */
export const connectUpdate: Handler<typeof healthSherpa.connect> = async ({ db, audit, user }, { id, appId }) => {
  return await inTransaction(db, async (db) => {
    const { exchangeAssignedId } = await findApplication(db, user, appId)
    const { rows } = await sql<{ applicationId: string }>`
      select u.application_id as "applicationId" from ${sql.raw(updateList.table)}
      where u.id = ${id} and ${seenUpdates(user.visibility('Application'))}`.execute(db)
    const { applicationId } = rows[0] ?? fail('record.not_found')
    await sql`
      update healthsherpa_updates set connected_to = ${exchangeAssignedId} where application_id = ${applicationId}`.execute(
      db,
    )
    const facts = { connectedTo: exchangeAssignedId }
    await writeAudit(db, audit, {
      action: 'update',
      entity: 'healthsherpa update',
      entityId: id,
      outcome: 'done',
      facts,
    })
    return done
  })
}
