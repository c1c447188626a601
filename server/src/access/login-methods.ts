import type { SecondFactorMethod } from '@coverdesk/domain/access/second-factor-rule.ts'
import { sql } from 'kysely'
import { canSend } from '../messages/queue-message.ts'
import type { Config } from '../platform/config/config.ts'
import type { Db } from '../platform/db/database.ts'

/** Whoever logs in, as far as second factors ask. */
export interface FactorPerson {
  id: number
  roles: readonly string[]
  email: string
  phone: string | null
}

const staff = ['agent', 'administrator', 'securityadmin']
const office = ['administrator', 'securityadmin']

/** Whether the role is asked for a second factor in any case: staff, where the installation requires it. */
export function isRequired(config: Config, { roles }: Pick<FactorPerson, 'roles'>): boolean {
  return config.secondFactor === 'required' && roles.some((role) => staff.includes(role))
}

/** Whether the app must stay: for administrators, and for whoever could be asked for nothing else. */
export function mustKeepApp(config: Config, person: FactorPerson): boolean {
  if (!isRequired(config, person)) return false
  return person.roles.some((role) => office.includes(role)) || sendable(config, person).length === 0
}

/**
 * The methods that a login must offer, the safest first; empty when the password is all that is asked, or all that can
 * be asked. Where second factors are required, somebody with the app is asked for the app alone: a code by mail beside
 * it would be the weaker door. What a person chose is asked even when no gateway is configured any more: the login then
 * fails, instead of doing without.
 */
export async function methodsOf(db: Db, config: Config, user: FactorPerson): Promise<SecondFactorMethod[]> {
  const { rows } = await sql<{ hasApp: boolean; codesBy: string[] }>`
    select exists (select from user_authenticators a where a.user_id = u.id and a.confirmed_at is not null) as "hasApp",
      u.codes_by as "codesBy"
    from users u where u.id = ${user.id}`.execute(db)
  const { hasApp, codesBy } = rows[0] ?? { hasApp: false, codesBy: [] }
  const required = isRequired(config, user)
  if (hasApp && required) return ['authenticator']
  const offered = sendable(config, user).filter((channel) => required || codesBy.includes(channel))
  const codes = offered.length > 0 || codesBy.length === 0 ? offered : reachable(user)
  return hasApp ? ['authenticator', ...codes] : codes
}

/** The ways in which this installation can send this person a code. */
export function sendable(config: Config, user: Pick<FactorPerson, 'email' | 'phone'>): ('email' | 'sms')[] {
  return reachable(user).filter((channel) => canSend(config, channel))
}

function reachable({ email, phone }: Pick<FactorPerson, 'email' | 'phone'>): ('email' | 'sms')[] {
  return [...(email ? (['email'] as const) : []), ...(phone ? (['sms'] as const) : [])]
}
