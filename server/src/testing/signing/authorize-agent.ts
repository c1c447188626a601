import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Stores that the client of an application authorized its agent, or another one, for the plan years of the tests. */
export async function authorizeAgent(
  db: Db,
  application: { appId: string } | { internalId: number },
  agentId?: number | null,
): Promise<void> {
  const [appId, internalId] = 'appId' in application ? [application.appId, null] : [null, application.internalId]
  await sql`
    with application as (
      select null::bigint as internal, id as marketplace, concat_ws(' ', user_first_name, user_last_name) as person,
        coalesce(agent_id, sale_agent_id) as agent
      from marketplace_applications where exchange_assigned_id = ${appId}
      union all
      select i.id, null, concat_ws(' ', e.answers #>> '{household,people,0,firstName}',
          e.answers #>> '{household,people,0,lastName}'), coalesce(i.assigned_agent_id, i.created_by_agent_id)
      from internal_applications i join ede_applications e on e.application_id = i.id where i.id = ${internalId}
    ), asked as (
      insert into authorization_requests (uuid, application_id, marketplace_application_id, plan_year, applicant, agent_id,
        agent_name, agent_npn, agency, channel, language, contact, sent_to, expires_at, created_by)
      select gen_random_uuid(), p.internal, p.marketplace, y, p.person, a.id, a.name, coalesce(a.npn, ''), 'Coverdesk',
        'email', 'en', 'ida@mail.test', 'i•••@mail.test', now(), (select min(id) from users)
      from application p join agents a on a.id = coalesce(${agentId ?? null}::bigint, p.agent)
      cross join generate_series(2025, 2028) y
      returning id, plan_year)
    insert into exchange_authorizations (request_id, method, authorized_at, valid_until, recorded_by, address, user_agent)
    select id, 'code', clock_timestamp(), make_date(plan_year + 1, 12, 31), (select min(id) from users), '192.0.2.7', 'test'
    from asked`.execute(db)
}
