import { fail } from '@coverdesk/domain/failures.ts'
import { ownSignIn } from '@coverdesk/domain/profile/own-sign-in-contract.ts'
import { profile } from '@coverdesk/domain/profile/profile-contract.ts'
import type { Bind } from '../platform/http-call.ts'
import { changePassword } from './change-password.ts'
import { findProfile } from './own-contact.ts'
import { findPhoto, removePhoto, setPhoto } from './own-photo.ts'
import { endOneSession, endOtherSessions, listSessions } from './own-sessions.ts'
import { readSignIn, saveSignIn } from './own-sign-in.ts'
import { saveProfile } from './save-profile.ts'

export function profileRoutes(on: Bind): void {
  on(profile.one, async ({ db, user }, { id }) => {
    const own = id === user.contactId ? await findProfile(db, id) : undefined
    return own ?? fail('contact.not_found')
  })
  on(profile.save, saveProfile)
  on(profile.photo, findPhoto)
  on(profile.setPhoto, setPhoto)
  on(profile.removePhoto, removePhoto)
  on(profile.sessions, listSessions)
  on(profile.endSession, endOneSession)
  on(profile.endOtherSessions, endOtherSessions)
  on(ownSignIn.read, ({ db, user }) => readSignIn(db, user.id))
  on(ownSignIn.save, saveSignIn)
  on(ownSignIn.changePassword, changePassword)
}
