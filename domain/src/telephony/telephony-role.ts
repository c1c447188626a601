/** What somebody is to the phone app: a super user, who looks after everybody's calls, or an agent with the own ones. */
export const telephonyRoles = ['super', 'agent'] as const
export type TelephonyRole = (typeof telephonyRoles)[number]

/** A super user by the claim 'telephonyadmin', however it is written; otherwise an agent (TEL-03). */
export function telephonyRole(claims: readonly string[]): TelephonyRole {
  return claims.some((claim) => claim.toLowerCase() === 'telephonyadmin') ? 'super' : 'agent'
}
