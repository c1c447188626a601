import { randomBytes } from 'node:crypto'
import { applicationStatus } from '@coverdesk/domain/applications/application-status.ts'
import {
  consentLinkDays,
  consentPlainText,
  consentText,
  consentVersion,
} from '@coverdesk/domain/applications/consent-text.ts'
import { maxConsentMonths } from '@coverdesk/domain/consents/consent-terms.ts'
import { notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import { copyRows, moveIdentities } from '../../platform/db/bulk-load.ts'
import type { LentConnection } from '../../platform/db/connection.ts'
import { plusDays } from '../demo-calendar.ts'
import { DemoRandom, weighted } from '../demo-random.ts'
import { demoAgents, pickAgent, signedInAgentId } from '../people/demo-agents.ts'
import { demoPerson } from '../people/demo-people.ts'
import { demoCarriers } from '../policies/demo-carriers.ts'
import type { DemoWorld } from '../policies/demo-policies.ts'
import { demoAgency as agency } from './seed-client-consents.ts'

const howMany = 64
/** One in this many belongs to the demo agent. */
const ofDemoAgent = 5
const { New, Assigned, Submitted, Void } = applicationStatus

/** Progress of each application. */
const statusOf = weighted<number>([
  [New, 24],
  [Assigned, 34],
  [Submitted, 30],
  [Void, 12],
])
const plans = ['Silver 4000 Standard', 'Expanded Bronze 7500', 'Gold 1500', 'Silver 5900 Virtual', 'Bronze 9450 HSA']
const remarks = [
  'Pay stubs of the last two months are here; income fits what was said.',
  'Wants to keep the family doctor, asked to check the network first.',
  'Spouse has coverage at work, applies for one.',
  'Called about the consent link, will sign tonight.',
]
interface Step {
  status: number
  at: string
  agentId: number | null
}

interface DemoApplication {
  id: number
  columns: readonly string[]
  applicant: string
  language: 'en' | 'es'
  email: string
  steps: readonly Step[]
  /** When consent was requested and signed. */
  asked: string | null
  signed: string | null
}

/** Seeds internal applications in all states, with histories, consents and notes, if there are none. */
export async function seedInternalApplications(
  client: LentConnection,
  madeWorld: () => Promise<DemoWorld>,
  officeUser: number,
): Promise<void> {
  const { rows } = await client.query<{ filled: boolean }>(
    'select exists (select from internal_applications) as filled',
  )
  if (rows[0]?.filled) return
  const world = await madeWorld()
  const users = await usersOfAgents(client)
  const userOf = (agentId: number | null) => String((agentId !== null && users.get(agentId)) || officeUser)
  const made = Array.from({ length: howMany }, (_, at) => applicationOf(world, at + 1, userOf))
  await copyRows(
    client,
    `internal_applications (id, status_id, first_name, last_name, dob, carrier, plan_selected, email, phone, address, state,
      annual_income, assigned_agent_id, marketplace_id, created_by_agent_id, created_by, created_at, updated_at)`,
    made.map(({ columns }) => columns),
  )
  await copyRows(
    client,
    'status_changes (kind, record_id, status_id, created_at, created_by, ended_at, agent_id)',
    made.flatMap(({ id, steps }) =>
      steps.map(({ status, at, agentId }, place) => [
        'application',
        String(id),
        String(status),
        at,
        place === 0 ? userOf(agentId) : String(officeUser),
        steps[place + 1]?.at ?? '',
        status === New ? '' : String(agentId ?? ''),
      ]),
    ),
  )
  await moveIdentities(client, ['internal_applications'])
  await client.query(
    `insert into record_changes (entity, record_id, version, action, at, by_user, changes)
     select 'internal-application', id, 1, 'Created', created_at, created_by, '[]' from internal_applications`,
  )
  await client.query(
    `insert into notes (kind, record_id, body, created_at, created_by)
     select $1, id, ($2::text[])[1 + id % $3], created_at + interval '20 minutes', created_by
     from internal_applications where id % 4 = 0`,
    [notedKinds.application.id, remarks, remarks.length],
  )
  for (const application of made) if (application.asked) await addConsent(client, application, officeUser)
}

function applicationOf(world: DemoWorld, id: number, userOf: (agentId: number | null) => string): DemoApplication {
  const random = new DemoRandom(83, id)
  const place = world.pickPlace(random)
  const person = demoPerson(random, place, world.today)
  const status = statusOf(random)
  // Most are recent, so that the first page of the list has all statuses and their agents.
  const age = status === New ? random.between(1, 9) : 2 + Math.trunc(42 * (random.between(0, 100) / 100) ** 2)
  const instant = (daysAgo: number) =>
    `${plusDays(world.today, -daysAgo)}T${13 + random.between(0, 6)}:${10 + random.between(0, 49)}:00Z`
  const creator = id % ofDemoAgent === 0 ? signedInAgentId : random.chance(0.25) ? null : pickAgent(random)
  const agentId = status === New ? null : id % ofDemoAgent === 0 ? signedInAgentId : pickAgent(random)
  const created = instant(age)
  const [next, last] = [instant(Math.max(1, Math.trunc(age / 2))), instant(Math.max(1, Math.trunc(age / 4)))]
  const steps: Step[] = [{ status: New, at: created, agentId: creator }]
  if (status !== New) steps.push({ status: Assigned, at: next, agentId })
  if (status > Assigned) steps.push({ status, at: last > next ? last : next, agentId })
  const email = person.email || `applicant${id}@example.com`
  const marketplaceId = status === Submitted ? String(5_300_000_000 + id * 7_919) : ''
  const requestedAt = random.chance(status === New ? 0.35 : 0.8) ? `${created.slice(0, 11)}22:05:00Z` : null
  const signed = requestedAt && (status === Submitted || random.chance(0.55)) ? next : null
  return {
    id,
    steps,
    email,
    applicant: `${person.firstName} ${person.lastName}`,
    asked: requestedAt,
    language: random.chance(place.spanish / 1_400) ? 'es' : 'en',
    signed: signed && requestedAt && signed > requestedAt ? signed : null,
    columns: [
      String(id),
      String(status),
      person.firstName,
      person.lastName,
      person.dob,
      random.pick(demoCarriers).name,
      random.pick(plans),
      email,
      person.phone,
      `${person.address}, ${place.city}`,
      place.state,
      `${random.between(17, 88)}${random.between(0, 9)}00.00`,
      String(agentId ?? ''),
      marketplaceId,
      String(creator ?? ''),
      userOf(creator),
      created,
      steps.at(-1)?.at ?? created,
    ],
  }
}

async function usersOfAgents(client: LentConnection): Promise<Map<number, number>> {
  const { rows } = await client.query<{ agent: string; id: string }>(
    'select a.id as agent, u.id from agents a join users u on u.contact_id = a.contact_id',
  )
  return new Map(rows.map(({ agent, id }) => [Number(agent), Number(id)]))
}

/** Past consent requests of the demo store a hash that no link produces, so they cannot be opened. */
async function addConsent(
  client: LentConnection,
  { id, applicant, language, email, steps, asked: requestedAt, signed }: DemoApplication,
  officeUser: number,
): Promise<void> {
  const agentId = steps.findLast((step) => step.agentId !== null)?.agentId ?? null
  const found = demoAgents().find((one) => one.id === agentId)
  const agent = found ? { name: `${found.firstName} ${found.lastName}`, npn: found.npn } : null
  const { rows } = await client.query<{ id: string }>(
    `insert into consent_requests (application_id, token_hash, channel, sent_to, language, agency, agency_phone,
       agency_email, applicant, agent_id, agent_name, agent_npn, created_at, created_by, expires_at)
     values ($1, $2, 'email', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $12::timestamptz + make_interval(days => $14))
     returning id`,
    [
      id,
      randomBytes(32),
      email,
      language,
      agency.agency,
      agency.agencyPhone,
      agency.agencyEmail,
      applicant,
      agent ? agentId : null,
      agent?.name ?? null,
      agent?.npn ?? null,
      requestedAt,
      officeUser,
      consentLinkDays,
    ],
  )
  if (!signed) return
  const text = consentPlainText(consentText(language, { ...agency, applicant, agent }, null))
  await client.query(
    `insert into consents (request_id, application_id, signed_at, signed_name, address, user_agent, language,
       text_version, text_signed, text_sha256, ends_on)
     values ($1, $2, $3, $4, '198.51.100.17', 'Mozilla/5.0 (demo)', $5, $6, $7, sha256(convert_to($7, 'UTF8')),
       (($3::timestamptz at time zone 'America/New_York') + make_interval(months => $8))::date)`,
    [rows[0]?.id, id, signed, applicant, language, consentVersion(null), text, maxConsentMonths],
  )
}
