import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import type { Profile } from '@coverdesk/domain/profile/profile-contract.ts'
import type { ProfileInput } from '@coverdesk/domain/profile/profile-fields.ts'

/** A kept profile as the form's fields hold it: phones as they are shown while one types. */
export function profileValues({ id: _id, version: _version, phones, ...rest }: Profile): ProfileInput {
  return { ...rest, phones: phones.map((entry) => ({ ...entry, phone: showPhone(entry.phone) })) }
}
