import { notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import { type UnpaidVariant, variantOf } from '@coverdesk/domain/unpaid/unpaid-variants.ts'
import type { LentConnection } from '../../platform/db/connection.ts'
import { tableOf } from '../../unpaid/unpaid-list.ts'

/** Comments by status; Pending entries are untouched. */
const comments: Readonly<Record<UnpaidVariant, readonly (readonly [statusId: number, comment: string])[]>> = {
  unpaid: [
    [2, 'Called, pays with the next paycheck'],
    [3, 'Pays on Friday by card'],
    [4, 'Paid by phone, waiting for the carrier to post it'],
    [5, 'No answer, voicemail is full'],
    [6, 'Has coverage from work now'],
  ],
  lost: [
    [2, 'Called, did not know that the coverage ended'],
    [3, 'Signed the agent of record letter again'],
    [4, 'A relative is the agent now'],
    [5, 'Moved to another state'],
    [6, 'The number is out of service'],
  ],
}

/**
 * Seeds unpaid and lost policies if there are none, found in the newest files as an import would find them, a third of them
 * with activity. Those of the newest file are untouched, so that it can be undone.
 */
export async function seedUnpaid(client: LentConnection, userId: number): Promise<void> {
  const { rows } = await client.query<{ filled: boolean }>(
    'select exists (select from unpaid_policies) or exists (select from lost_policies) as filled',
  )
  if (rows[0]?.filled) return
  const { rows: batches } = await client.query<{ id: string; carrier: string; month: string }>(
    `select id, carrier_id as carrier, month::text as month from (
       select *, row_number() over (partition by carrier_id order by id desc) as back from import_batches
       where kind = 'policies' and undone_at is null) b
     where back <= 2 order by id`,
  )
  for (const { id, carrier, month } of batches) {
    await client.query('select find_lost($1)', [id])
    await client.query('select find_unpaid($1, $2, $3)', [carrier, month, id])
  }
  for (const variant of ['unpaid', 'lost'] as const)
    await client.query(
      `update ${tableOf[variant]} n set created_at = b.loaded_at from import_batches b where b.id = n.batch_id`,
    )
  await settle(client)
  for (const variant of ['unpaid', 'lost'] as const) await workOn(client, variant, userId)
}

/**
 * Some policies that left the lists (decision 058), of the month before each carrier's second-newest file: they are paid and
 * active with a commission for the month, so that no import finds them again.
 */
async function settle(client: LentConnection): Promise<void> {
  const settled = { unpaid: ['premium', 'paid', 7], lost: ['missing', 'back', 11] } as const
  for (const variant of ['unpaid', 'lost'] as const) {
    const [stoodFor, leftWhy, every] = settled[variant]
    await client.query(
      `insert into ${tableOf[variant]} (policy_id, month, stood_for, left_why, left_at, carrier_id, policy_number, insured_name, search_name,
         sort_name, number_of_members, at_stake, aor_id, from_agent_id, batch_id, created_at)
       select p.id, m.month, $1, $2, m.loaded_at, p.carrier_id, p.policy_number,
         p.first_name || ' ' || p.last_name, p.search_name, p.sort_name, p.number_of_members, l.amount, p.agent_id,
         case when $1 = 'missing' then p.agent_id end, m.batch_id, m.loaded_at - interval '30 days'
       from (
         select b.carrier_id, (b.month - interval '1 month')::date as month, b.id as batch_id, b.loaded_at from (
           select *, row_number() over (partition by carrier_id order by id desc) as back from import_batches
           where kind = 'policies' and undone_at is null) b
         where b.back = 2) m
       cross join lateral (
         select l.policy_id, max(l.amount) as amount from commission_lines l
         where l.carrier_id = m.carrier_id and l.month = m.month and l.policy_id is not null
         group by 1 having sum(l.amount) > 0 order by 1 limit 240) l
       join policies p on p.id = l.policy_id
       where p.id % $3 = 0 and p.missing_since is null and p.status = 'Active' and p.agent_id is not null
         and in_force(p, m.month) and p.paid_through_date >= m.month and (p.term_date is null or p.term_date > m.loaded_at)
       on conflict do nothing`,
      [stoodFor, leftWhy, every],
    )
  }
}

async function workOn(client: LentConnection, variant: UnpaidVariant, userId: number): Promise<void> {
  const table = tableOf[variant]
  const { entity, statuses } = variantOf[variant]
  const comment = comments[variant]
  await client.query('drop table if exists worked')
  await client.query(
    `create temp table worked on commit drop as
     select n.id, n.status_id as before, 1 + (n.id * 7) % 5 as said, b.loaded_at + make_interval(hours => (3 + n.id % 30)::int) as at,
       case when n.id % 4 = 0 then (select a.id from agents a where a.status_id = 1 order by a.id offset n.id % 6 limit 1) end as agent_id
     from ${table} n join policies p on p.id = n.policy_id join import_batches b on b.id = n.batch_id
     where n.id % 3 = 0 and p.first_batch_id <> n.batch_id`,
  )
  const texts = [comment.map(([id]) => id), comment.map(([, text]) => text)]
  await client.query(
    `insert into status_changes (kind, record_id, status_id, comment, created_at, created_by)
     select $1, id, ($3::int[])[said], ($4::text[])[said], at, $2 from worked`,
    [statuses, userId, ...texts],
  )
  await client.query(
    `insert into record_changes (entity, record_id, version, action, by_user, at, changes)
     select $1::text, w.id, 2, 'Status changed', $2::bigint, w.at,
       jsonb_build_array(jsonb_build_object('field', 'Status', 'old', 'Pending', 'new', s.name))
     from worked w join lookup_values s on s.list = 'status.' || $3::text and s.id = ($4::int[])[w.said]
     union all
     select $1::text, w.id, 3, 'Assigned', $2::bigint, w.at + interval '5 minutes',
       jsonb_build_array(jsonb_build_object('field', 'Agent', 'old', null, 'new', a.name))
     from worked w join agents a on a.id = w.agent_id`,
    [entity, userId, statuses, texts[0]],
  )
  await client.query(
    `insert into notes (kind, record_id, body, created_at, created_by)
     select $1, id, 'Left a message with the office’s number.', at - interval '20 minutes', $2 from worked where said in (1, 4)`,
    [notedKinds[variant].id, userId],
  )
  await client.query(
    `update ${table} n set status_id = ($1::int[])[w.said], assigned_id = w.agent_id, version = case when w.agent_id is null then 2 else 3 end,
       updated_at = w.at from worked w where w.id = n.id`,
    [texts[0]],
  )
}
