import { type TimeOff, workday, workingHours } from '@coverdesk/domain/pto/pto-hours.ts'
import { ptoStatuses } from '@coverdesk/domain/pto/pto-rules.ts'
import type { LentConnection } from '../../platform/db/connection.ts'
import { plusDays } from '../demo-calendar.ts'
import { DemoRandom, weighted } from '../demo-random.ts'
import { signedInAgentId } from './demo-agents.ts'

const requestCount = 90
/** One in this many requests is of the demo agent. */
const ofSignedIn = 12
const { Requested, Approved, Denied, Cancelled } = ptoStatuses

interface Requester {
  userId: string
  agentId: string | null
}

/** Reason of a request and the comment of its decision. */
interface DemoRequest extends TimeOff, Requester {
  id: number
  hours: number
  comment: string
  createdAt: string
  decidedAs?: number
  answer?: string
  decidedAt?: string
}

/** Rows of `$1` in SQL. */
const rowsOf = `jsonb_to_recordset($1::jsonb) as r (id bigint, "agentId" bigint, "userId" bigint, "startDate" date, "startHour" int,
  "endDate" date, "endHour" int, hours int, comment text, "createdAt" timestamptz, "decidedAs" int, answer text, "decidedAt" timestamptz)`

/**
 * Seeds time-off requests of agents and office if there are none: past ones decided, most future ones waiting. `userId` made
 * the decisions.
 */
export async function seedPto(client: LentConnection, today: string, userId: number): Promise<void> {
  const filled = await client.query<{ filled: boolean }>('select exists (select from pto_requests) as filled')
  if (filled.rows[0]?.filled) return
  const { rows: people } = await client.query<Requester>(
    `select u.id as "userId", a.id as "agentId" from users u left join agents a on a.contact_id = u.contact_id
     where u.enabled and 'agent' = any(u.roles) and u.claims && '{view.PTO,admin.PTO}' order by u.id`,
  )
  if (people.length === 0) return
  const requests = Array.from({ length: requestCount }, (_, at) => requestOf(people, today, at + 1))
  await client.query(
    `insert into pto_requests (id, agent_id, created_by, start_date, start_hour, end_date, end_hour, hours, comment, status_id, version, created_at)
     overriding system value
     select r.id, "agentId", "userId", "startDate", "startHour", "endDate", "endHour", hours, comment, coalesce("decidedAs", 1),
       case when "decidedAs" is null then 1 else 2 end, "createdAt"
     from ${rowsOf}`,
    [JSON.stringify(requests)],
  )
  await client.query(`select setval(pg_get_serial_sequence('pto_requests', 'id'), $1)`, [requestCount])
  await tellHistory(client, JSON.stringify(requests), userId)
}

function requestOf(people: readonly Requester[], today: string, id: number): DemoRequest {
  const random = new DemoRandom(64, id)
  const signedIn = id % ofSignedIn === 0 ? people.find(({ agentId }) => Number(agentId) === signedInAgentId) : undefined
  const requester = signedIn ?? random.pick(people)
  const startDate = weekday(plusDays(today, random.between(-150, 60)))
  const length = lengths(random)
  const time = {
    startDate,
    startHour: length === 0 && random.chance(0.5) ? 13 : workday.from,
    endDate: plusDays(startDate, length),
    endHour: workday.to,
  }
  const ahead = random.between(3, 30)
  // A request for the near future was made some days ago at the latest.
  const createdOn = [plusDays(startDate, -ahead), plusDays(today, -random.between(2, 12))].sort()[0] ?? today
  const clock = (hour: number) => `T${hour}:${10 + random.between(0, 49)}:00Z`
  const open = startDate > today && random.chance(0.6)
  const decidedAs = decisions(random)
  const asked = { ...time, ...requester, id, hours: workingHours(time), comment: random.pick(reasons) }
  const request = { ...asked, createdAt: createdOn + clock(14) }
  if (open) return request
  const answer = random.pick(answers[decidedAs] ?? [''])
  return { ...request, decidedAs, answer, decidedAt: plusDays(createdOn, 1) + clock(16) }
}

/** History as `requestPto` and `setPtoStatus` would write it. */
async function tellHistory(client: LentConnection, requests: string, userId: number): Promise<void> {
  await client.query(
    `with r as (select * from ${rowsOf}), decided as (
       select *, case "decidedAs" when ${Cancelled} then "userId" else $2::bigint end as by from r where "decidedAs" is not null),
     told as (
       insert into record_changes (entity, record_id, version, action, at, by_user, changes)
       select 'pto', id, 1, 'Requested', "createdAt", "userId", jsonb_build_array(
         jsonb_build_object('field', 'From', 'old', null, 'new', to_char("startDate", 'MM/DD/YYYY') || ' ' || lpad("startHour"::text, 2, '0') || ':00'),
         jsonb_build_object('field', 'To', 'old', null, 'new', to_char("endDate", 'MM/DD/YYYY') || ' ' || lpad("endHour"::text, 2, '0') || ':00'))
       from r
       union all
       select 'pto', decided.id, 2, 'Status changed', "decidedAt", by,
         jsonb_build_array(jsonb_build_object('field', 'Status', 'old', 'Requested', 'new', s.name))
       from decided join lookup_values s on s.list = 'status.pto' and s.id = "decidedAs")
     insert into status_changes (kind, record_id, status_id, comment, created_at, created_by, ended_at)
     select 'pto', id, ${Requested}, '', "createdAt", "userId", "decidedAt" from r
     union all
     select 'pto', id, "decidedAs", answer, "decidedAt", by, null from decided`,
    [requests, userId],
  )
}

/** The day itself, or the Monday after a weekend. */
function weekday(date: string): string {
  const day = new Date(`${date}T12:00:00Z`).getUTCDay()
  return plusDays(date, day === 6 ? 2 : day === 0 ? 1 : 0)
}

/** Days after the first one. */
const lengths = weighted<number>([
  [0, 42],
  [1, 14],
  [2, 10],
  [4, 22],
  [11, 12],
])

const decisions = weighted<number>([
  [Approved, 76],
  [Denied, 12],
  [Cancelled, 12],
])

const reasons = [
  'Family trip; Priya covers my clients and has the list of open applications.',
  'Doctor’s appointment',
  'My daughter’s graduation in Tampa',
  'Moving to the new house',
  'Continuing education for the Florida 2-15 license, classes from Monday to Wednesday.',
  'Wedding of my brother',
  'Visit of my parents from Bogotá; reachable by phone for urgent calls in the mornings.',
  'Jury duty',
  '',
]

const answers: Readonly<Record<number, readonly string[]>> = {
  [Approved]: ['Enjoy it.', 'Approved, please hand over open leads before.', 'Fine. Thank you for asking early.'],
  [Denied]: ['Three of the office are away in that week already.', 'Too close to the end of open enrollment.'],
  [Cancelled]: ['No longer needed.', 'The appointment was moved.'],
}
