import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import type { CurrentUser } from '@coverdesk/domain/access/rights.ts'
import { mayReadApplications } from '@coverdesk/domain/marketplace/marketplace-contract.ts'

/**
 * Whether the user is the client of an application that the server showed, who attests here; others need the client's signed
 * review. Who may read no applications sees only own ones, also those of another year.
 */
export function isOwnApplication(user: CurrentUser, appId: string): boolean {
  return mayPass('customer|consumer', user) && (user.applicationId === appId || !mayPass(mayReadApplications, user))
}
