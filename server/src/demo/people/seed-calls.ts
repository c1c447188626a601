import type { CallOutcome } from '@coverdesk/domain/telephony/telephony-contract.ts'
import type { LentConnection } from '../../platform/db/connection.ts'
import { plusDays } from '../demo-calendar.ts'
import { DemoRandom } from '../demo-random.ts'

/** Customers with calls; those with messages or an unpaid premium come first. */
const wanted = 240

/** Outcome of a call and its comment. */
const calls: readonly (readonly [CallOutcome, string])[] = [
  ['Answered', 'Went through the bill of this month.'],
  ['Answered', 'Asked for a dentist who speaks Spanish.'],
  ['Answered', 'Pays with the next paycheck.'],
  ['Left voicemail', 'Asked to be called back before Friday.'],
  ['No answer', ''],
  ['Busy', ''],
]

interface Called {
  id: string
  phone: string
  userId: string
}

/** Seeds calls of the demo's agents in the last weeks, if there are none. Deterministic for the same `today` and policies. */
export async function seedCalls(client: LentConnection, today: string): Promise<void> {
  const { rows: there } = await client.query('select from phone_calls limit 1')
  if (there.length > 0) return
  const { rows } = await client.query<Called>(
    `select c.id::text, c.main_phone as phone, u.id::text as "userId"
     from customers cu join contacts c on c.id = cu.contact_id join agents a on a.id = c.agent_id
     join users u on u.contact_id = a.contact_id
     where c.main_phone ~ '^\\d{10}$' and cu.status_id <> 5 and c.created_at < $2::date - interval '40 days'
     order by not exists (select from contact_messages m where m.contact_id = c.id),
       not exists (select from policies p join unpaid_policies n on n.policy_id = p.id
         where p.first_name = c.first_name and p.last_name = c.last_name and p.dob = c.dob),
       c.id
     limit $1`,
    [wanted, today],
  )
  await client.query(
    `insert into phone_calls (contact_id, user_id, phone, outcome, comment, called_at)
     select r."contactId", r."userId", r.phone, r.outcome, r.comment, r.at
     from jsonb_to_recordset($1::jsonb) as r ("contactId" bigint, "userId" bigint, phone text, outcome text, comment text, at timestamptz)
     order by r.at, r."contactId"`,
    [JSON.stringify(rows.flatMap((row, at) => callsTo(row, at, today)))],
  )
}

/** One to three calls, each on an earlier day than the next. */
function callsTo({ id, phone, userId }: Called, place: number, today: string) {
  const random = new DemoRandom(91, place)
  return Array.from({ length: random.between(1, 3) }, (_, turn) => {
    const [outcome, comment] = random.pick(calls)
    const day = plusDays(today, -1 - turn * 9 - random.between(0, 8))
    const at = `${day}T${14 + random.between(0, 7)}:${10 + random.between(0, 49)}:00Z`
    return { contactId: id, userId, phone, outcome, comment, at }
  })
}
