import type { Authorizing } from '../consents/authorization/authorization-records.ts'
import { applicantOf } from './ede-consent.ts'
import type { StoredEde } from './ede-queries.ts'

/** What the submission of the wizard must be authorized for: it names the agent of the application. */
export function wizardAuthorizing(application: StoredEde): Authorizing {
  const { number, countyState, planYear, agentId } = application
  return {
    internalId: number,
    marketplaceId: null,
    person: applicantOf(application),
    state: countyState,
    planYear,
    agentId,
  }
}
