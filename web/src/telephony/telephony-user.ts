import { type TelephonyRole, telephonyRole } from '@coverdesk/domain/telephony/telephony-role.ts'
import { usePerson } from '../access/person.ts'

/** Telephony role of the current user (TEL-03). */
export function useTelephonyRole(): TelephonyRole {
  return telephonyRole(usePerson()?.claims ?? [])
}
