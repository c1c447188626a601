import type { setup } from '@coverdesk/domain/setup/setup-contract.ts'
import { done, type ExamplesOf, nothing } from '../example.ts'
import { newPassword, unique } from '../example-records.ts'

/** An installation with users has no setup link. */
const noLink = { own: 404 }

export const setupExamples: ExamplesOf<typeof setup> = {
  check: { answers: noLink, own: () => ({ code: unique('code') }) },
  createAdministrator: {
    answers: noLink,
    own: () => ({ code: unique('code'), user: unique('first'), firstName: 'Ana', lastName: 'Reyes', ...newPassword() }),
  },
  checklist: nothing,
  skip: { answers: done, own: () => ({}), leaves: { action: 'update', entity: 'agency' } },
}
