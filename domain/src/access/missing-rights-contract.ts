import { z } from 'zod'
import { NoInput, route } from '../platform/route.ts'
import { signedIn } from './claim-expression.ts'
import { missingRightsKinds } from './missing-rights.ts'

/** What a user lacks who cannot do anything yet, and who can give it; no one is named to users who can work. */
export const RightsToAskFor = z.object({
  missing: z.enum(missingRightsKinds).nullable(),
  administrators: z.array(z.object({ name: z.string(), email: z.string() })),
})
export type RightsToAskFor = z.infer<typeof RightsToAskFor>

export const rightsToAskFor = {
  one: route({
    method: 'GET',
    path: '/api/CurrentUser/missingRights',
    allow: signedIn,
    audit: { nothing: 'names of the security administrators, to colleagues without rights' },
    summary: 'What the user lacks to do anything, and the security administrators who can give it',
    input: NoInput,
    output: RightsToAskFor,
  }),
}
