import { randomUUID } from 'node:crypto'
import type { enrollments } from '@coverdesk/domain/enrollment/enrollment-contract.ts'
import { plans } from '@coverdesk/domain/plans/plan-contract.ts'
import { withCatalogue } from '../../sandbox/test-catalogue.ts'
import { signClientConsent } from '../../testing/sign-client-consent.ts'
import { callAs, type TestApp } from '../../testing/test-app.ts'
import { type ExamplesOf, ofOneAgent, type Scene } from '../example.ts'
import { nowhere, unique } from '../example-records.ts'

const planId = '10731FL0280005'
const attestations = { income_tax: true, married: true, dependent: true, household: true } as const

/** An application of one person that can be enrolled, as an exchange returns it. */
export async function enrollable(agency: TestApp, agentId: number | null): Promise<string> {
  await withCatalogue(agency)
  const appId = unique('enroll').slice(0, 50)
  const raw = {
    exchangeAssignedId: appId,
    persons: [{ id: '1', firstName: 'Ida', lastName: 'Case', dob: '1986-05-01', primary: true }],
    insuranceApplication: {
      applicants: [
        { personId: '1', eligibilityInitial: { indicator: true }, eligibility: { aptc: { amount: 150.25 } } },
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
async function enrollment(agency: TestApp, appId: string) {
  const admin = await agency.person({ roles: ['administrator', 'agent'], claims: ['admin.Application'] })
  const { premium } = await callAs(agency.app, admin.token, plans.one, { planId, appId })
  return {
    appId,
    submissionId: randomUUID(),
    groups: [
      {
        applicants: ['1'],
        plan: { id: planId, name: 'Standard Silver', premium: premium ?? '' },
        aptc_selected: '100.00',
      },
    ],
    attestations,
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

export const enrollmentExamples: ExamplesOf<typeof enrollments> = {
  list: {
    answers: ofOneAgent,
    own: async (scene) => ({ appId: await own(scene) }),
    others: async (scene) => ({ appId: await others(scene) }),
    missing: () => ({ appId: missing }),
  },
  send: {
    answers: { ...ofOneAgent, changesWith: 'admin.Application' },
    own: async (scene) => enrollment(scene.agency, await own(scene)),
    others: async (scene) => enrollment(scene.agency, await others(scene)),
    missing: async ({ agency }) => ({ ...(await enrollment(agency, await enrollable(agency, null))), appId: missing }),
    leaves: { action: 'create', entity: 'enrollment' },
  },
}
