import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { mayReadContacts } from '@coverdesk/domain/contacts/contact-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { ownPhoto } from '@coverdesk/domain/profile/own-photo-contract.ts'
import { ownSignIn } from '@coverdesk/domain/profile/own-sign-in-contract.ts'
import { profile } from '@coverdesk/domain/profile/profile-contract.ts'
import { canSeeContact } from '../contacts/contact-queries.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Db } from '../platform/db/database.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { changePassword } from './change-password.ts'
import { findProfile } from './own-contact.ts'
import { findPhoto, removePhoto, setPhoto } from './own-photo.ts'
import { endOneSession, endOtherSessions, listSessions } from './own-sessions.ts'
import { confirmEmail, confirmPhone, readSignIn, saveSignIn } from './own-sign-in.ts'
import { saveProfile } from './save-profile.ts'

/** Contacts of others need the right to read contacts and visibility; every user can read their own. */
async function seesAsReader(db: Db, user: SignedIn, id: number): Promise<boolean> {
  return mayPass(mayReadContacts, user) && (await canSeeContact(db, user.visibility('Customer'), id))
}

export function profileRoutes(on: Bind): void {
  on(profile.one, async ({ db, user }, { id }) => {
    const mayRead = id === user.contactId || (await seesAsReader(db, user, id))
    return (mayRead ? await findProfile(db, id) : undefined) ?? fail('contact.not_found')
  })
  on(profile.save, saveProfile)
  on(ownPhoto.photo, findPhoto)
  on(ownPhoto.setPhoto, setPhoto)
  on(ownPhoto.removePhoto, removePhoto)
  on(profile.sessions, listSessions)
  on(profile.endSession, endOneSession)
  on(profile.endOtherSessions, endOtherSessions)
  on(ownSignIn.read, ({ db, user }) => readSignIn(db, user.id))
  on(ownSignIn.save, saveSignIn)
  on(ownSignIn.confirmEmail, confirmEmail)
  on(ownSignIn.confirmPhone, confirmPhone)
  on(ownSignIn.changePassword, changePassword)
}
