import type { Feature } from '../feature.ts'
import { agencyRoutes } from './agency-routes.ts'
import { loadAgencyIdentity } from './load-agency-identity.ts'

/** Milliseconds after which another server shows the agency's new name. */
const identityEveryMs = 15_000

export const agencyFeature: Feature = {
  routes: agencyRoutes,
  jobs: ({ services: { db, brands } }) => [
    {
      name: 'agency.identity',
      everyMs: identityEveryMs,
      failure: { category: 'Server', sentence: "The agency's name and contact could not be read" },
      run: () => loadAgencyIdentity(db, brands),
    },
  ],
}
