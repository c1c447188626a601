import { applicationYear } from '@coverdesk/domain/enrollment/enrollment-period.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { readExchangeRecord } from '@coverdesk/domain/marketplace/exchange-record.ts'
import type { Authorizing } from '../consents/authorization/authorization-records.ts'
import { workingAgent } from '../consents/client-consent-queries.ts'
import { yearOfferedIn } from '../enrollment-windows/known-windows.ts'
import { countiesOf } from '../lookups/counties-of.ts'
import type { StoredApplication } from '../marketplace/marketplace-queries.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Db } from '../platform/db/database.ts'

/** What an enrollment of an application must be authorized for: its plan year, and its place as plans are priced for it. */
export async function enrollmentAuthorizing(
  db: Db,
  { user, now }: { user: SignedIn; now: Date },
  application: StoredApplication,
): Promise<Authorizing> {
  const { id, agentId, agentSaleId, userFirstName, userLastName, userAddressZipCode, document } = application
  const applicants = readExchangeRecord(document).insuranceApplication?.applicants ?? []
  const [county] = userAddressZipCode ? await countiesOf(db, userAddressZipCode.slice(0, 5)) : []
  const state = county?.state ?? application.userAddressStateCode
  return {
    internalId: null,
    marketplaceId: id,
    person: [userFirstName, userLastName].join(' ').trim(),
    state,
    planYear: applicationYear(applicants) ?? (await yearOfferedIn(db, state, todayIn(now))),
    agentId: workingAgent(user, agentId ?? agentSaleId),
  }
}
