import { z } from 'zod'
import { signedIn } from '../access/claim-expression.ts'
import { ContactMethods } from '../contacts/contact-methods.ts'
import { Id } from '../platform/page.ts'
import { Done, NoInput, route } from '../platform/route.ts'
import { ProfileFields } from './profile-fields.ts'

/** Stored profile; `version` is required for edits. Sending it back unchanged changes nothing. */
export const Profile = z.object({
  id: z.number().int(),
  version: z.number().int(),
  firstName: z.string(),
  middleName: z.string(),
  lastName: z.string(),
  FFEID: z.string(),
  NPN: z.string(),
  ...ContactMethods.shape,
})
export type Profile = z.infer<typeof Profile>

/** Session of the user, as listed in My Account. */
export const OwnSession = z.object({
  id: z.uuid(),
  current: z.boolean(),
  /** Pending session: signed in, but still asked whether to close the older sessions; it has no access yet. */
  waiting: z.boolean(),
  since: z.string(),
  lastActive: z.string(),
  address: z.string().nullable(),
  browser: z.string(),
})
export type OwnSession = z.infer<typeof OwnSession>

export const profile = {
  one: route({
    method: 'GET',
    path: '/api/Contacts/{id}',
    allow: signedIn,
    audit: { reads: 'contact' },
    summary: 'A contact with its emails, phones and addresses: the user’s own or a visible one',
    input: z.strictObject({ id: Id }),
    output: Profile,
  }),
  save: route({
    method: 'PUT',
    path: '/api/Contacts/{id}',
    allow: signedIn,
    audit: 'own',
    summary: 'Save the user’s contact as a whole',
    input: z.strictObject({ ...ProfileFields.shape, id: Id, version: z.int32() }),
    output: Profile,
  }),
  sessions: route({
    method: 'GET',
    path: '/api/user/sessions',
    allow: signedIn,
    audit: { nothing: 'the own sessions' },
    summary: 'The user’s live sessions',
    input: NoInput,
    output: z.array(OwnSession),
  }),
  endSession: route({
    method: 'DELETE',
    path: '/api/user/sessions/{id}',
    whileDiskIsLow: true,
    allow: signedIn,
    audit: 'own',
    summary: 'End one of the user’s sessions',
    input: z.strictObject({ id: z.uuid('Not valid') }),
    output: Done,
  }),
  endOtherSessions: route({
    method: 'DELETE',
    path: '/api/user/sessions',
    whileDiskIsLow: true,
    allow: signedIn,
    audit: 'own',
    summary: 'End all sessions of the user but this one',
    input: NoInput,
    output: Done,
  }),
}
