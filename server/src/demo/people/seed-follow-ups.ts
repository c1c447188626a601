import { notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import type { LentConnection } from '../../platform/db/connection.ts'
import { signedInAgentId } from './demo-agents.ts'

const bodies = [
  'Silver 94 renewal, same doctor',
  'Proof of income is due next week',
  'New baby: add to the policy',
  'Call back, asked for Spanish',
]

/** Seeds follow-ups that are due today or since yesterday: of the administrator with leads, of the agent with own customers. */
export async function seedFollowUps(client: LentConnection, today: string, userId: number): Promise<void> {
  const { rows } = await client.query('select from notes where follow_up_on is not null limit 1')
  if (rows.length > 0) return
  await client.query(
    `insert into notes (kind, record_id, body, created_at, created_by, follow_up_on)
     select f.kind, f.record_id, ($1::text[])[f.nth], $2::date - make_interval(days => 2 + f.nth::int, hours => -15), f.user_id,
       $2::date - (f.nth = 1)::int
     from (
       select * from (select $4::smallint as kind, l.id as record_id, $3::bigint as user_id, row_number() over (order by l.id desc) as nth
         from leads l where l.status_id is not null) x where nth <= cardinality($1::text[])
       union all
       select * from (select $5::smallint, c.contact_id, u.id, row_number() over (order by c.contact_id desc)
         from customers c join agents a on a.id = c.agent_id join users u on u.contact_id = a.contact_id
         where a.id = $6 and c.created_at < $2::date - interval '10 days') y (kind, record_id, user_id, nth)
       where nth <= cardinality($1::text[])) f
     order by f.user_id, f.nth`,
    [bodies, today, userId, notedKinds.lead.id, notedKinds.customer.id, signedInAgentId],
  )
}
