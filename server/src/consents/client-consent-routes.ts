import { clientConsents } from '@coverdesk/domain/consents/client-consent-contract.ts'
import { findApplication } from '../marketplace/marketplace-queries.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { noteRevocation, requestClientConsent } from './change-client-consent.ts'
import { clientConsentOf } from './client-consent-queries.ts'

export function clientConsentRoutes(on: Bind): void {
  on(clientConsents.one, async (call, { appId }) =>
    clientConsentOf(call.db, call, await findApplication(call.db, call.user, appId)),
  )
  on(clientConsents.request, requestClientConsent)
  on(clientConsents.revoke, noteRevocation)
}
