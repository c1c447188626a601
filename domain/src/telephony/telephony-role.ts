/** Role in the phone app: a super user manages all calls, an agent their own. */
export const telephonyRoles = ['super', 'agent'] as const
export type TelephonyRole = (typeof telephonyRoles)[number]

/** Super user with the claim 'telephonyadmin' in any letter case; otherwise agent (TEL-03). */
export function telephonyRole(claims: readonly string[]): TelephonyRole {
  return claims.some((claim) => claim.toLowerCase() === 'telephonyadmin') ? 'super' : 'agent'
}
