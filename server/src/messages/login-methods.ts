import type { SecondFactorMethod } from '@coverdesk/domain/access/second-factor-rule.ts'
import { sql } from 'kysely'
import type { Config } from '../platform/config/config.ts'
import type { Db } from '../platform/db/database.ts'
import { canSend } from './queue-message.ts'

/** The properties of a user that decide which second factors apply. */
export interface SignInUser {
  id: number
  roles: readonly string[]
  email: string
  phone: string | null
}

const staff = ['agent', 'administrator', 'securityadmin']
const office = ['administrator', 'securityadmin']

/** Whether the installation requires a second factor for the user's roles: staff, if so configured. */
export function isRequired(config: Config, { roles }: Pick<SignInUser, 'roles'>): boolean {
  return config.secondFactor === 'required' && roles.some((role) => staff.includes(role))
}

/** Whether the user may not remove the authenticator app: administrators, and users without another available method. */
export function mustKeepApp(config: Config, person: SignInUser): boolean {
  if (!isRequired(config, person)) return false
  return person.roles.some((role) => office.includes(role)) || sendableChannels(config, person).length === 0
}

/**
 * Second-factor methods that a login must offer, the safest first; empty if the password is enough or nothing else is
 * available. Where second factors are required, a user with the app must use it, since a code by email would be weaker.
 * A method that the user chose is required even if its gateway is no longer configured: the login then fails.
 */
export async function loginMethods(db: Db, config: Config, user: SignInUser): Promise<SecondFactorMethod[]> {
  const { rows } = await sql<{ hasApp: boolean; codesBy: string[] }>`
    select exists (select from user_authenticators a where a.user_id = u.id and a.confirmed_at is not null) as "hasApp",
      u.codes_by as "codesBy"
    from users u where u.id = ${user.id}`.execute(db)
  const { hasApp, codesBy } = rows[0] ?? { hasApp: false, codesBy: [] }
  const required = isRequired(config, user)
  if (hasApp && required) return ['authenticator']
  const offered = sendableChannels(config, user).filter((channel) => required || codesBy.includes(channel))
  const codes = offered.length > 0 || codesBy.length === 0 ? offered : reachableChannels(user)
  return hasApp ? ['authenticator', ...codes] : codes
}

/** Channels on which this installation can send the user a code. */
export function sendableChannels(config: Config, user: Pick<SignInUser, 'email' | 'phone'>): ('email' | 'sms')[] {
  return reachableChannels(user).filter((channel) => canSend(config, channel))
}

function reachableChannels({ email, phone }: Pick<SignInUser, 'email' | 'phone'>): ('email' | 'sms')[] {
  return [...(email ? (['email'] as const) : []), ...(phone ? (['sms'] as const) : [])]
}
