import type { authorizations } from '@coverdesk/domain/authorizations/authorization-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { readPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import type { ParsedInputOf } from '@coverdesk/domain/platform/route.ts'
import { z } from 'zod'
import type { Authorizing } from '../consents/authorization/authorization-records.ts'
import type { FindsConsentSubject } from '../consents/consent-gate.ts'
import { marketplaceSubject } from '../consents/marketplace-subject.ts'
import { findEde } from '../ede/ede-queries.ts'
import { refuseOthers } from '../ede/save-ede.ts'
import { wizardAuthorizing } from '../ede/wizard-authorizing.ts'
import { wizardSubject } from '../ede/wizard-subject.ts'
import { enrollmentAuthorizing } from '../enrollment/enrollment-authorizing.ts'
import { canChange, findApplication } from '../marketplace/marketplace-queries.ts'
import type { Db } from '../platform/db/database.ts'
import type { SignedInCall } from '../platform/http/http-call.ts'

type Named = Pick<ParsedInputOf<typeof authorizations.one>, 'of' | 'id'>
const isUuid = (id: unknown) => z.uuid().safeParse(id).success

/** The application that `of` and `id` name. */
export const authorizationSubject: FindsConsentSubject = async (call, { of, id }) => {
  if (of !== 'wizard') return await marketplaceSubject(call, { appId: id })
  return isUuid(id) ? await wizardSubject(call, { id }) : null
}

/** The application of a call, as its client authorizes an agent for it. */
export interface AuthorizedApplication {
  entity: 'marketplace-application' | 'internal-application'
  entityId: number
  exchangeAssignedId: string | null
  email: string | null
  /** Ten digits. */
  phone: string | null
  authorizing: Authorizing
  /** Fails for those who may read it only, and for an application of the wizard that is submitted. */
  refuseOthers: () => Promise<void>
}

/** Fails as missing for an application that the user cannot see. */
export async function authorizedApplication(
  db: Db,
  call: SignedInCall,
  { of, id }: Named,
): Promise<AuthorizedApplication> {
  if (of === 'wizard') {
    if (!isUuid(id)) return fail('application.not_found')
    const stored = await findEde(db, call.user, id)
    const { email, phone } = stored.answers.about
    return {
      entity: 'internal-application',
      entityId: stored.number,
      exchangeAssignedId: stored.applicationId,
      email: email.trim() || null,
      phone: readPhone(phone),
      authorizing: wizardAuthorizing(stored),
      refuseOthers: async () => {
        await refuseOthers(db, call, stored)
        // What follows is about the exchange's application, which has its own consent.
        if (stored.state === 'submitted') fail('ede.submitted')
      },
    }
  }
  const stored = await findApplication(db, call.user, id)
  return {
    entity: 'marketplace-application',
    entityId: stored.id,
    exchangeAssignedId: stored.exchangeAssignedId,
    email: stored.userEmail,
    phone: stored.userPhone,
    authorizing: await enrollmentAuthorizing(db, call, stored),
    refuseOthers: async () => {
      if (!canChange(call.user, stored)) fail('right.missing', { message: 'This application belongs to another agent' })
    },
  }
}
