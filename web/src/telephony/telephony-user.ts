import { type TelephonyRole, telephonyRole } from '@coverdesk/domain/telephony/telephony-role.ts'
import { useCurrentUser } from '../access/current-user.ts'

/** What the person signed in is to the phone app (TEL-03). */
export function useTelephonyRole(): TelephonyRole {
  return telephonyRole(useCurrentUser()?.claims ?? [])
}
