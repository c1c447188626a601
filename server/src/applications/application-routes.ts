import { applications } from '@coverdesk/domain/applications/application-contract.ts'
import { consent } from '@coverdesk/domain/applications/consent-contract.ts'
import type { Bind } from '../platform/http/http-call.ts'
import type { SetOfMany } from '../platform/lists/bulk-definition.ts'
import { listPage } from '../platform/lists/list-page.ts'
import { applicationHistory } from './application-history.ts'
import { applicationList } from './application-list.ts'
import { findApplication } from './application-queries.ts'
import { applicationVisibility } from './application-visibility.ts'
import { revokeConsent, showConsent, signConsent } from './consent-page.ts'
import { createApplication, editApplication } from './save-application.ts'
import { sendConsent } from './send-consent.ts'
import { setApplicationStatus } from './set-application-status.ts'

export function applicationRoutes(on: Bind, { setOfMany }: { setOfMany: SetOfMany }): void {
  on(applications.list, ({ db, user }, query) => listPage(db, applicationList, query, applicationVisibility(user)))
  on(applications.create, createApplication)
  on(applications.one, ({ db, user }, { id }) => findApplication(db, applicationVisibility(user), id))
  on(applications.edit, editApplication)
  on(applications.history, applicationHistory)
  on(applications.setStatus, setApplicationStatus(setOfMany))
  on(applications.sendConsent, sendConsent)
  on(consent.page, showConsent)
  on(consent.sign, signConsent)
  on(consent.revoke, revokeConsent)
}
