/** The ways to pass a second factor, as the login offers them; no underscore inside a name. */
export const secondFactorMethods = ['authenticator', 'email', 'sms'] as const
export type SecondFactorMethod = (typeof secondFactorMethods)[number]

/**
 * Whether somebody whose installation requires second factors is kept to setting up the authenticator app: administrators
 * and security administrators always need the app, agents when no message could carry a code to them (promises.md, 1).
 */
export function mustEnrol(person: {
  roles: readonly string[]
  hasAuthenticator: boolean
  /** How this session passed its second factor. */
  secondFactor: string | null
}): boolean {
  if (person.hasAuthenticator) return false
  if (person.roles.includes('administrator') || person.roles.includes('securityadmin')) return true
  return person.roles.includes('agent') && person.secondFactor === null
}
