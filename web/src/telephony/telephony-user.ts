import { type TelephonyRole, telephonyRole } from '@coverdesk/domain/telephony/telephony-role.ts'
import { usePerson } from '../access/person.ts'

/** What the person signed in is to the phone app (TEL-03). */
export function useTelephonyRole(): TelephonyRole {
  return telephonyRole(usePerson()?.claims ?? [])
}
