import { marketplaceFile } from '@coverdesk/domain/marketplace/marketplace-file.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { StagedImport } from '../../platform/imports/import-definition.ts'

/**
 * Resolves carrier and agents of all staged rows by the rules of carrier_called and agent_called, and builds a policy
 * from the policy columns on top of the stored application.
 */
export async function matchApplications(db: Db, staged: StagedImport): Promise<void> {
  const rows = sql.table(staged.rows)
  await sql`analyze ${rows}`.execute(db)
  await sql`
    with called as (
      select plain_text(name) as name, min(id) as id, min(npn) as npn from agents group by 1 having count(*) = 1
    ),
    named as materialized (
      select f.carrier_name, min(n.carrier_id) as id from (select distinct carrier_name from ${rows}) f
      join carrier_names n on n.name_key = carrier_key(f.carrier_name) group by 1
    )
    update ${rows} s set carrier_id = x.carrier_id, agent_id = x.agent_id, sale_agent_id = x.sale_agent_id,
      document = x.document, user_first_name = coalesce(s.user_first_name, ''), user_last_name = coalesce(s.user_last_name, '')
    from (
      select r.line, coalesce(c.id, carrier_of_plan(r.plan_id)) as carrier_id, coalesce(n.id, case when r.agent_npn is null or a.npn is null then a.id end) as agent_id, sa.id as sale_agent_id,
        case when r.raw is not null or not ${tellsOfPolicy} then coalesce(m.document, '{}')
          else coalesce(m.document, '{}') || jsonb_build_object('policies', jsonb_build_array(${policy})) end as document
      from ${rows} r
      left join marketplace_applications m on m.exchange_assigned_id = r.exchange_assigned_id
      left join named c on c.carrier_name = r.carrier_name
      left join agents n on n.npn = r.agent_npn
      left join called a on a.name = plain_text(r.agent_name)
      left join called sa on sa.name = plain_text(r.sale_agent_name)
    ) x where x.line = s.line`.execute(db)
}

const ofPolicy = marketplaceFile.fields
  .map(({ column }) => column)
  .filter((column) => column.startsWith('policy_') || column === 'plan_id')

const tellsOfPolicy = sql`(${sql.join(
  ofPolicy.map((column) => sql`r.${sql.ref(column)} is not null`),
  sql` or `,
)})`

const policy = sql`jsonb_strip_nulls(jsonb_build_object(
  'id_exchange', r.policy_exchange_id, 'id_issuer', r.policy_issuer_id,
  'plan', jsonb_build_object('id', r.plan_id, 'name', r.plan_name, 'issuer', r.carrier_name),
  'premium', jsonb_build_object('amount', r.policy_premium, 'aptc_applied', r.aptc_elected,
    'responsibility', r.policy_responsibility),
  'status', r.policy_status, 'dateEffective', r.policy_effective, 'dateExpiration', r.policy_expiration))`
