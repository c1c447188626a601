import { clientConsents } from '@coverdesk/domain/consents/client-consent-contract.ts'
import { findApplication } from '../marketplace/marketplace-queries.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { noteRevocation, requestClientConsent } from './change-client-consent.ts'
import { clientConsentOf } from './client-consent-queries.ts'
import { downloadEvidence } from './evidence/download-evidence.ts'
import { downloadSignedFile, openConsentHere, uploadConsent } from './sign-elsewhere.ts'

export function clientConsentRoutes(on: Bind): void {
  on(clientConsents.one, async (call, { appId }) =>
    clientConsentOf(call.db, call, await findApplication(call.db, call.user, appId)),
  )
  on(clientConsents.request, requestClientConsent)
  on(clientConsents.revoke, noteRevocation)
  on(clientConsents.openHere, openConsentHere)
  on(clientConsents.upload, uploadConsent)
  on(clientConsents.file, downloadSignedFile)
  on(clientConsents.evidence, downloadEvidence)
}
