import { type TelephonyRole, telephonyRole } from '@coverdesk/domain/telephony/telephony-role.ts'
import { useCurrentUser } from '../access/current-user.ts'

/** Telephony role of the current user (TEL-03). */
export function useTelephonyRole(): TelephonyRole {
  return telephonyRole(useCurrentUser()?.claims ?? [])
}
