import type { Profile } from '@coverdesk/domain/profile/profile-contract.ts'
import type { ProfileInput } from '@coverdesk/domain/profile/profile-fields.ts'
import { contactMethodsForForm } from '../contact-methods/contact-method-labels.ts'

/** A kept profile as the form's fields hold it. */
export function profileValues({ id: _id, version: _version, ...kept }: Profile): ProfileInput {
  return { ...kept, ...contactMethodsForForm(kept) }
}
