import { randomUUID } from 'node:crypto'
import type { enrollments } from '@coverdesk/domain/enrollment/enrollment-contract.ts'
import { plans } from '@coverdesk/domain/plans/plan-contract.ts'
import { sql } from 'kysely'
import { withCatalogue } from '../../sandbox/test-catalogue.ts'
import { signClientConsent } from '../../testing/signing/sign-client-consent.ts'
import { signEnrollmentReview } from '../../testing/signing/sign-enrollment-review.ts'
import { callAs, type TestApp } from '../../testing/test-app.ts'
import { type ExamplesOf, ofOneAgent, type Scene } from '../example.ts'
import { nowhere, unique } from '../example-records.ts'

const planId = '10731FL0280005'
const attestations = { income_tax: true, married: true, dependent: true, household: true } as const

/** An application of one person that an exchange lets enroll on every day, as it returns it. */
export async function enrollable(agency: TestApp, agentId: number | null): Promise<string> {
  await withCatalogue(agency)
  const appId = unique('enroll').slice(0, 50)
  const raw = {
    exchangeAssignedId: appId,
    persons: [{ id: '1', firstName: 'Ida', lastName: 'Case', dob: '1986-05-01', primary: true }],
    insuranceApplication: {
      applicants: [
        { personId: '1', eligibilitySpecial: { indicator: true }, eligibility: { aptc: { amount: 150.25 } } },
      ],
    },
  }
  await agency.db
    .insertInto('marketplace_applications')
    .values({
      exchange_assigned_id: appId,
      snapshot_at: new Date(),
      agent_id: agentId,
      user_zip_code: '33165',
      raw: JSON.stringify(raw),
    })
    .execute()
  await signClientConsent(agency.db, appId)
  return appId
}

/** Premium of that person, from a user who can read it. */
async function enrollment({ agency, me }: Scene, appId: string) {
  const input = { ...(await groupsOf(agency, appId)), submissionId: randomUUID(), attestations }
  for (const agentId of [undefined, me.agentId]) await signEnrollmentReview(agency.db, input, agentId)
  return input
}

/** The person in a plan. */
async function groupsOf(agency: TestApp, appId: string) {
  const admin = await agency.person({ roles: ['administrator', 'agent'], claims: ['admin.Application'] })
  const { premium } = await callAs(agency.app, admin.token, plans.one, { planId, appId })
  return {
    appId,
    groups: [
      {
        applicants: ['1'],
        plan: { id: planId, name: 'Standard Silver', premium: premium ?? '' },
        aptc_selected: '100.00',
      },
    ],
  }
}

/** An application that belongs to the actor as agent of record and as applicant. */
async function own({ agency, me }: Scene): Promise<string> {
  const appId = await enrollable(agency, me.agentId)
  await agency.db.updateTable('users').set({ application_id: appId }).where('id', '=', me.userId).execute()
  return appId
}
const others = ({ agency, other }: Scene) => enrollable(agency, other.agentId)
const missing = String(nowhere)

function reviewing<More extends object>(more: More) {
  const of = async (agency: TestApp, agentId: number | null) => {
    const appId = await enrollable(agency, agentId)
    await agency.db
      .updateTable('marketplace_applications')
      .set({ user_email: unique('reviews') })
      .where('exchange_assigned_id', '=', appId)
      .execute()
    return { ...(await groupsOf(agency, appId)), ...more }
  }
  return {
    answers: { ...ofOneAgent, changesWith: 'admin.Application' },
    own: ({ agency, me }: Scene) => of(agency, me.agentId),
    others: ({ agency, other }: Scene) => of(agency, other.agentId),
    missing: async ({ agency }: Scene) => ({ ...(await of(agency, null)), appId: missing }),
    leaves: { action: 'update', entity: 'marketplace-application' },
  }
}

/** An enrollment that had no answer three times. */
const ending = (agentOf: (scene: Scene) => number | null) => async (scene: Scene) => {
  const { agency, me } = scene
  const appId = await enrollable(agency, agentOf(scene))
  const submissionId = randomUUID()
  await sql`
    with sent as (
      insert into enrollments (submission_id, content_hash, application_id, plan_year, attested, attested_by, attested_name,
        address)
      select ${submissionId}::uuid, '', id, 2027, ${JSON.stringify(attestations)}::jsonb, ${me.userId}, 'Ida Case', '192.0.2.7'
      from marketplace_applications where exchange_assigned_id = ${appId} returning id, application_id),
    grouped as (
      insert into enrollment_groups (enrollment_id, place, applicants, plan_id, plan_name, issuer, premium, available,
        aptc_selected, responsibility)
      select id, 0, '{1}', ${planId}, 'Standard Silver', 'Ambetter', 500, 100, 100, 400 from sent)
    insert into enrollment_sendings (enrollment_id, application_id, tries, next_try_at)
    select id, application_id, 3, now() + interval '1 hour' from sent`.execute(agency.db)
  return { appId, submissionId, reason: 'Refused by phone' }
}

export const enrollmentExamples: ExamplesOf<typeof enrollments> = {
  list: {
    answers: ofOneAgent,
    own: async (scene) => ({ appId: await own(scene) }),
    others: async (scene) => ({ appId: await others(scene) }),
    missing: () => ({ appId: missing }),
  },
  send: {
    answers: { ...ofOneAgent, changesWith: 'admin.Application' },
    own: async (scene) => enrollment(scene, await own(scene)),
    others: async (scene) => enrollment(scene, await others(scene)),
    missing: async (scene) => ({ ...(await enrollment(scene, await enrollable(scene.agency, null))), appId: missing }),
    leaves: { action: 'create', entity: 'enrollment' },
  },
  end: {
    answers: { ...ofOneAgent, changesWith: 'admin.Application' },
    own: ending(({ me }) => me.agentId),
    others: ending(({ other }) => other.agentId),
    missing: () => ({ appId: missing, submissionId: randomUUID(), reason: 'Refused by phone' }),
    leaves: { action: 'status', entity: 'enrollment' },
  },
  review: {
    answers: ofOneAgent,
    own: async ({ agency, me }) => ({ appId: await enrollable(agency, me.agentId) }),
    others: async (scene) => ({ appId: await others(scene) }),
    missing: () => ({ appId: missing }),
  },
  requestReview: reviewing({ channel: 'email' as const }),
  openReview: reviewing({ language: 'es' as const }),
}
