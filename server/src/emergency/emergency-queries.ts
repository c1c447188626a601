import type { EmergencyAccess } from '@coverdesk/domain/emergency/emergency-contract.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

const maxListed = 200

const nameOf = (id: string) =>
  sql.raw(`(select coalesce(nullif(concat_ws(' ', nullif(c.first_name, ''), nullif(c.last_name, '')), ''), n.user_name)
    from users n left join contacts c on c.id = n.contact_id where n.id = ${id})`)

/** Emergency accesses that match a condition on `e`, with their state at `now`; open ones first. */
export async function findEmergencies(db: Db, now: Date, where: RawBuilder<unknown>): Promise<EmergencyAccess[]> {
  const { rows } = await sql<EmergencyAccess>`
    select * from (
      select e.id, e.user_id as "userId", ${nameOf('e.user_id')} as "userName", e.reason, e.minutes,
        to_json(e.asked_at) #>> '{}' as "askedAt", ${nameOf('e.decided_by')} as "decidedBy",
        to_json(e.decided_at) #>> '{}' as "decidedAt", to_json(e.until) #>> '{}' as until,
        to_json(coalesce(e.ended_at, case when e.until <= ${now} then e.until end)) #>> '{}' as "endedAt",
        ${nameOf('e.ended_by')} as "endedBy",
        case
          when e.decision = 'refused' then 'refused'
          when e.ended_at is not null or e.until <= ${now} then 'ended'
          when e.decision = 'approved' then 'active'
          when e.ask_expires_at <= ${now} then 'expired'
          else 'asked' end as state,
        (select count(*)::int from audit_events a
          where a.user_id = e.user_id and a.at >= e.decided_at - interval '1 minute' and a.at <= e.until + interval '1 minute'
            and a.action = 'read' and a.facts @> jsonb_build_object('emergencyAccess', e.id)) as reads
      from emergency_accesses e join users u on u.id = e.user_id
      where ${where}) listed
    order by state in ('asked', 'active') desc, id desc limit ${maxListed}`.execute(db)
  return rows
}

/** The user's pending or active emergency access. */
export async function openEmergency(db: Db, now: Date, userId: number): Promise<EmergencyAccess | null> {
  const [newest] = await findEmergencies(db, now, sql`e.user_id = ${userId}`)
  return newest && (newest.state === 'asked' || newest.state === 'active') ? newest : null
}
