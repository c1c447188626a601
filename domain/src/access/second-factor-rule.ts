/** Second-factor methods that login offers; no underscore inside a name. */
export const secondFactorMethods = ['authenticator', 'email', 'sms'] as const
export type SecondFactorMethod = (typeof secondFactorMethods)[number]

/**
 * Whether a user must set up the authenticator app before anything else, where second factors are required:
 * administrators and security administrators always, agents when no message can carry a code to them (promises.md, 1).
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
