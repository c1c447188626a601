import { cmsRegistration } from '@coverdesk/domain/cms-registration/cms-registration-contract.ts'
import { common, done, type ExamplesOf, nothing, type Scene } from '../example.ts'
import { nowhere, unique } from '../example-records.ts'

/** A list that no other one equals, so that it is not a duplicate. */
const registrations = () =>
  Buffer.from(
    `npn,applicable_plan_year,individual_registration_completion_date,note\n98000001,2026,10/01/2025,${unique('list')}\n`,
  )
const terminations = () => Buffer.from(`NPN,Status,Date,note\n98000001,R1,10/01/2025,${unique('list')}\n`)

export const cmsRegistrationExamples: ExamplesOf<typeof cmsRegistration> = {
  list: nothing,
  lists: nothing,
  fetch: {
    answers: done,
    own: () => ({ kind: 'registrations' }),
    leaves: { action: 'update', entity: 'cms list' },
  },
  uploadRegistrations: {
    ...nothing,
    file: async () => ({ bytes: registrations(), type: 'text/csv', name: 'registrations.csv' }),
    leaves: { action: 'import', entity: 'registrations' },
  },
  undoRegistrations: {
    answers: common,
    own: async ({ agency }: Scene) => {
      const clerk = await agency.person({ roles: ['administrator'] })
      const file = { text: registrations(), name: 'registrations.csv' }
      return { batchId: (await clerk.call(cmsRegistration.uploadRegistrations, {}, file)).batchId ?? 0 }
    },
    missing: () => ({ batchId: nowhere }),
    leaves: { action: 'undo', entity: 'registrations' },
  },
  uploadTerminations: {
    ...nothing,
    file: async () => ({ bytes: terminations(), type: 'text/csv', name: 'terminations.csv' }),
    leaves: { action: 'import', entity: 'terminations' },
  },
  undoTerminations: {
    answers: common,
    own: async ({ agency }: Scene) => {
      const clerk = await agency.person({ roles: ['administrator'] })
      const file = { text: terminations(), name: 'terminations.csv' }
      return { batchId: (await clerk.call(cmsRegistration.uploadTerminations, {}, file)).batchId ?? 0 }
    },
    missing: () => ({ batchId: nowhere }),
    leaves: { action: 'undo', entity: 'terminations' },
  },
}
