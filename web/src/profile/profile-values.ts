import type { Profile } from '@coverdesk/domain/profile/profile-contract.ts'
import type { ProfileInput } from '@coverdesk/domain/profile/profile-fields.ts'
import { contactMethodsForForm } from '../contact-methods/contact-method-labels.ts'

/** Form values of a stored profile. */
export function profileValues({ id: _id, version: _version, ...values }: Profile): ProfileInput {
  return { ...values, ...contactMethodsForForm(values) }
}
