import { agencyMoment } from '../fields/agency-moment.ts'
import type { SessionEndValues } from '../session-end-values.ts'

/** Why a session ended, as stored and as derived from its user and its times. */
export type SessionEndReason =
  | 'logout'
  | 'inactivity'
  | 'expired'
  | 'replaced'
  | 'ended by the person'
  | 'administrator'
  | 'password'
  | 'rights'
  | 'second factor'
  | 'email'
  | 'disabled'
  | 'restored'

/** The end of a session, as its user may know it: never by whom or from which address. */
export interface SessionEnd {
  reason: SessionEndReason
  at: Date
  /** Browser and system of the session that ended this one, or null. */
  device: string | null
}

type Words = (facts: { at: string; device: string }) => string

/** Reasons that the user did not cause here; the others have the specification's messages. */
const sentences: Partial<Record<SessionEndReason, Words>> = {
  replaced: ({ at, device }) =>
    `You were logged out because you logged in on ${device} on ${at}. If that was not you, change your password and call your agency.`,
  'ended by the person': ({ at, device }) => `You were logged out: this session was ended from ${device} on ${at}.`,
  administrator: ({ at }) => `A security administrator logged you out on ${at}. Ask your agency why, or log in again.`,
  password: ({ at }) =>
    `You were logged out because your password was changed on ${at}. Log in with the new password. If you did not change it, call your agency.`,
  rights: ({ at }) => `You were logged out because your rights were changed on ${at}. Log in again to use them.`,
  'second factor': ({ at }) =>
    `You were logged out because your second factor was changed on ${at}. If you did not change it, call your agency.`,
  email: ({ at }) => `You were logged out because your email address was changed on ${at}. Log in again.`,
  disabled: () => 'You were logged out because your user was disabled. Ask your agency.',
  restored: ({ at }) => `All users were logged out on ${at} because a backup was restored. Log in again.`,
}

/** The end in the form of the values of `session.ended`. */
export const sessionEndValues = ({ reason, at, device }: SessionEnd): SessionEndValues => ({
  reason,
  at: at.toISOString(),
  device,
})

/** Sentence for a user whose session the server ended, or null for expiry, inactivity and logout. */
export function sessionEndSentence({ reason, at, device }: SessionEnd): string | null {
  return sentences[reason]?.({ at: agencyMoment(at), device: device ?? 'another device' }) ?? null
}
