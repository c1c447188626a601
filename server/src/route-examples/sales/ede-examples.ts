import { createHash, randomBytes } from 'node:crypto'
import type { applicationReviews, ede } from '@coverdesk/domain/ede/ede-contract.ts'
import { reviewPlainText, reviewText } from '@coverdesk/domain/ede/review-text.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { sql } from 'kysely'
import { linkHash } from '../../applications/request-consent.ts'
import { completeAnswers } from '../../testing/complete-answers.ts'
import { authorizeAgent } from '../../testing/signing/authorize-agent.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { type Answers, common, done, type ExamplesOf, nothing, ofOneAgent, type Scene } from '../example.ts'
import { applicationOf, nowhereId } from './application-examples.ts'

interface Owner {
  agentId: number | null
  userId: number
}

/** An application of the wizard that its owner fills in, as agent and as client. */
export async function edeOf(agency: TestApp, owner: Owner): Promise<{ id: string; number: number }> {
  const { number } = await applicationOf(agency, owner)
  const { rows } = await sql<{ id: string }>`
    insert into ede_applications (application_id, client_id, plan_year, answers, created_by)
    values (${number}, ${owner.userId}, 2027, ${JSON.stringify(completeAnswers)}::jsonb, ${owner.userId})
    returning uuid as id`.execute(agency.db)
  return { id: rows[0]?.id ?? nowhereId, number }
}

/** The same, consented to and reviewed by the client, who authorized the agent. */
export async function signedEdeOf(agency: TestApp, owner: Owner, signedAt: string | null = null): Promise<string> {
  const { id } = await edeOf(agency, owner)
  await signEde(agency, id, signedAt)
  return id
}

/** An application that the exchange has; `open`: with a change of it. */
async function submittedEdeOf(agency: TestApp, owner: Owner, open: boolean): Promise<string> {
  const { id, number } = await edeOf(agency, owner)
  await sql`
    update internal_applications set marketplace_id = ${`77${number}`} where id = ${number}`.execute(agency.db)
  await sql`
    update ede_applications set submission_id = gen_random_uuid(), submitted_at = now() where uuid = ${id}::uuid`.execute(
    agency.db,
  )
  if (open)
    await sql`
      with accepted as (
        insert into ede_submissions (ede_application_id, submission_id, submitted_at, answers)
        select id, submission_id, submitted_at, answers from ede_applications where uuid = ${id}::uuid returning ede_application_id as id
      )
      update ede_applications e set submission_id = null, change_began_at = now() from accepted a where e.id = a.id`.execute(
      agency.db,
    )
  return id
}

/** The client consents to an application, reviews it and authorizes its agent. */
export async function signEde(agency: TestApp, id: string, signedAt: string | null = null): Promise<void> {
  const { rows } = await sql<{ number: number }>`
    select application_id as number from ede_applications where uuid = ${id}::uuid`.execute(agency.db)
  const number = rows[0]?.number ?? 0
  await sql`
    with asked as (
      insert into consent_requests (application_id, token_hash, channel, sent_to, language, agency, agency_phone,
        agency_email, applicant, expires_at)
      values (${number}, ${randomBytes(32)}, 'email', 'ida@agency.test', 'en', 'Coverdesk', '', '', 'Ida Case',
        now() + interval '1 day')
      returning id, application_id)
    insert into consents (request_id, application_id, signed_name, address, user_agent, language, text_version,
      text_signed, text_sha256, ends_on)
    select id, application_id, 'Ida Case', '192.0.2.7', 'test', 'en', 'test', 'I agree.', sha256('I agree.'),
      current_date + 365 from asked`.execute(agency.db)
  const link = await reviewLinkOf(agency, id)
  await sql`
    insert into application_reviews (request_id, signed_at, signed_name, address, user_agent, language, text_version, text_signed,
      text_sha256)
    select id, coalesce(${signedAt}::timestamptz, clock_timestamp()), 'Ida Case', '192.0.2.7', 'test', 'en', 'test', '[x] True.', sha256('[x] True.')
    from review_requests where token_hash = ${linkHash(link)}`.execute(agency.db)
  await authorizeAgent(agency.db, { internalId: number })
}

async function reviewLinkOf(agency: TestApp, id: string): Promise<string> {
  const link = randomBytes(32).toString('base64url')
  await sql`
    insert into review_requests (ede_application_id, version, token_hash, channel, sent_to, language, agency, agent_id,
      agent_name, agent_npn, expires_at)
    select e.id, e.version, ${linkHash(link)}, 'email', 'ida@agency.test', 'en', 'Coverdesk', a.id, a.name, a.npn,
      now() + interval '1 day'
    from ede_applications e join internal_applications i on i.id = e.application_id
    left join agents a on a.id = coalesce(i.assigned_agent_id, i.created_by_agent_id)
    where e.uuid = ${id}::uuid`.execute(agency.db)
  return link
}

const each = <More extends object>(more: More, make: (agency: TestApp, owner: Owner) => Promise<string>) => ({
  own: async ({ agency, me }: Scene) => ({ id: await make(agency, me), ...more }),
  others: async ({ agency, other }: Scene) => ({ id: await make(agency, other), ...more }),
  missing: () => ({ id: nowhereId, ...more }),
})
const plain = async (agency: TestApp, owner: Owner) => (await edeOf(agency, owner)).id
const client = { firstName: 'Ida', lastName: 'Case', email: 'ida@agency.test', phone: '3055550142' }
/** Read access to others' applications does not include changes (A-039). */
const changed: Answers = { ...ofOneAgent, changesWith: 'admin.Application' }
const update = { action: 'update', entity: 'internal-application' }
const message = { channel: 'email', language: 'en' } as const

export const edeExamples: ExamplesOf<typeof ede> = {
  list: nothing,
  start: { answers: done, own: () => client, leaves: { ...update, action: 'create' } },
  own: {
    answers: done,
    own: async ({ agency, me }) => {
      await edeOf(agency, me)
      return {}
    },
  },
  startOwn: {
    answers: done,
    own: async ({ agency, me }) => {
      // An application that is not submitted yet, or is of the year, would be returned.
      await sql`update ede_applications set submitted_at = now(), plan_year = 2020 where client_id = ${me.userId}`.execute(
        agency.db,
      )
      return {}
    },
    leaves: { ...update, action: 'create' },
  },
  one: { answers: ofOneAgent, ...each({}, plain) },
  save: {
    answers: changed,
    ...each({ version: 1, step: 'about' as const, answers: { ...completeAnswers, plan: null, taxes: {} } }, plain),
    leaves: update,
  },
  requestReview: { answers: changed, ...each(message, plain), leaves: update },
  openHere: {
    answers: changed,
    ...each({ what: 'consent' as const, language: 'en' as const }, plain),
    leaves: update,
  },
  openOwn: {
    answers: { own: 200, others: 404, seesAll: 404, missing: 404 },
    ...each({ what: 'consent' as const, language: 'en' as const }, plain),
    leaves: update,
  },
  submit: {
    answers: { ...changed },
    ...each({ version: 1 }, (agency, owner) => signedEdeOf(agency, owner)),
    leaves: { ...update, action: 'status' },
  },
  change: { answers: changed, ...each({}, (agency, owner) => submittedEdeOf(agency, owner, false)), leaves: update },
  discardChange: {
    answers: changed,
    ...each({}, (agency, owner) => submittedEdeOf(agency, owner, true)),
    leaves: update,
  },
  end: {
    answers: changed,
    ...each({ reason: 'The exchange refuses it by phone' }, async (agency, owner) => {
      const { id } = await edeOf(agency, owner)
      await sql`
        update ede_applications set submission_id = gen_random_uuid(), submission_tries = 3
        where uuid = ${id}::uuid`.execute(agency.db)
      return id
    }),
    leaves: { ...update, action: 'status' },
  },
}

async function openReview({ agency, me }: Scene): Promise<{ id: string; text: string }> {
  const link = await reviewLinkOf(agency, await plain(agency, me))
  const { rows } = await sql<{ name: string; npn: string | null }>`
    select agent_name as name, agent_npn as npn from review_requests
    where token_hash = ${linkHash(link)} and agent_name is not null`.execute(agency.db)
  const text = reviewPlainText(
    reviewText('en', {
      agency: 'Coverdesk',
      agent: rows[0] ?? null,
      year: 2027,
      changes: null,
      today: todayIn(new Date()),
      county: 'Miami-Dade, FL',
      answers: completeAnswers,
      numbers: {},
    }),
  )
  return { id: link, text }
}
const signature = { language: 'en', attested: [true, true, true, true], signedName: 'Ida Case' } as const

export const applicationReviewExamples: ExamplesOf<typeof applicationReviews> = {
  page: {
    answers: common,
    own: async (scene) => ({ id: (await openReview(scene)).id }),
    missing: () => ({ id: 'nothing' }),
  },
  sign: {
    answers: common,
    own: async (scene) => {
      const { id, text } = await openReview(scene)
      return {
        ...signature,
        attested: [...signature.attested],
        id,
        sha256: createHash('sha256').update(text).digest('hex'),
      }
    },
    missing: () => ({ ...signature, attested: [...signature.attested], id: 'nothing', sha256: '0'.repeat(64) }),
    leaves: update,
  },
}
