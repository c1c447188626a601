import { z } from 'zod'
import { Id } from '../platform/page.ts'
import { Done, route } from '../platform/route.ts'
import { LoginAnswer, SecretCode } from './access-contract.ts'
import { anyone } from './claim-expression.ts'
import { mustMatch, passwordTwice, same } from './password-contract.ts'

/** Hours in which an invited user must set a password. */
export const invitationHours = 72

export const invitationStates = ['sent', 'expired', 'revoked'] as const
export type InvitationState = (typeof invitationStates)[number]

/** What the invited person sees before setting a password. */
export const Invitation = z.object({ userName: z.string(), name: z.string() })
export type Invitation = z.infer<typeof Invitation>

const user = z.strictObject({ id: Id })

export const invitations = {
  read: route({
    method: 'POST',
    path: '/identity/invitation',
    allow: anyone,
    audit: { nothing: 'the own user name, to the holder of the mailed link' },
    repeat: { harmless: 'it changes nothing' },
    summary: 'Whom the code of a mailed invitation invites',
    input: z.strictObject({ code: SecretCode }),
    output: Invitation,
  }),
  accept: route({
    method: 'POST',
    path: '/identity/invitation/accept',
    allow: anyone,
    audit: 'own',
    repeat: { never: 'it carries a secret' },
    summary: 'Set the first password with the code of a mailed invitation, and log in',
    input: z.strictObject({ code: SecretCode, ...passwordTwice }).refine(same, mustMatch),
    output: LoginAnswer,
  }),
  send: route({
    method: 'POST',
    path: '/api/UserManage/{id}/invitation',
    allow: 'securityadmin',
    audit: 'own',
    summary: 'Mail an invitation to a user without a password of their own; earlier links end',
    input: user,
    output: Done,
  }),
  revoke: route({
    method: 'DELETE',
    path: '/api/UserManage/{id}/invitation',
    allow: 'securityadmin',
    audit: 'own',
    summary: 'End the link of an invitation',
    input: user,
    output: Done,
  }),
}
