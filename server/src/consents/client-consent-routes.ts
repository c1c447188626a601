import { clientConsents } from '@coverdesk/domain/consents/client-consent-contract.ts'
import { findApplication } from '../marketplace/marketplace-queries.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { noteRevocation, requestClientConsent } from './change-client-consent.ts'
import { clientConsentOf } from './client-consent-queries.ts'

export function clientConsentRoutes(on: Bind): void {
  on(clientConsents.one, async ({ db, user, now }, { appId }) =>
    clientConsentOf(db, (await findApplication(db, user, appId)).id, now),
  )
  on(clientConsents.request, requestClientConsent)
  on(clientConsents.revoke, noteRevocation)
}
