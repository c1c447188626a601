import { z } from 'zod'
import { SecretCode } from '../access/access-contract.ts'
import { anyone } from '../access/claim-expression.ts'
import { Email, mustMatch, passwordTwice, same } from '../access/password-contract.ts'
import { mayRunAgency } from '../agency/agency-contract.ts'
import { Done, Nothing, route } from '../platform/route.ts'
import { setupSteps } from './setup-steps.ts'

/** First administrator of an installation without users, created with the code of the setup link. */
export const FirstAdministrator = z
  .strictObject({
    code: SecretCode,
    user: z.string().trim().min(1, 'Email is required').pipe(Email),
    firstName: z.string().trim().min(1, 'First name is required').max(50),
    lastName: z.string().trim().min(1, 'Last name is required').max(50),
    ...passwordTwice,
  })
  .refine(same, mustMatch)

/** First-run checklist of a new agency. */
export const SetupChecklist = z.object({
  /** False for a demo, when all steps are done, and after an administrator skipped the rest. */
  shown: z.boolean(),
  steps: z.array(z.object({ id: z.enum(setupSteps), done: z.boolean(), count: z.number().int() })),
})
export type SetupChecklist = z.output<typeof SetupChecklist>

export const setup = {
  check: route({
    method: 'POST',
    path: '/identity/setup/check',
    allow: anyone,
    audit: { nothing: 'whether a setup link still works' },
    repeat: { harmless: 'it changes nothing' },
    summary: 'Check whether a setup link is still valid',
    input: z.strictObject({ code: SecretCode }),
    output: Done,
  }),
  createAdministrator: route({
    method: 'POST',
    path: '/identity/setup',
    allow: anyone,
    audit: 'own',
    repeat: { never: 'it carries a secret' },
    summary: 'Create the first administrator of an installation without users, with the code of the setup link',
    input: FirstAdministrator,
    output: Done,
  }),
  checklist: route({
    method: 'GET',
    path: '/api/Setup',
    allow: mayRunAgency,
    audit: { nothing: 'counts of what is set up' },
    summary: 'The first-run checklist of a new agency',
    input: Nothing,
    output: SetupChecklist,
  }),
  skip: route({
    method: 'POST',
    path: '/api/Setup/skip',
    allow: mayRunAgency,
    audit: 'own',
    summary: 'Hide the first-run checklist for everyone',
    input: Nothing,
    output: Done,
  }),
}
