import type { z } from 'zod'
import { rightChanges } from './right-changes.ts'
import { UserDetail, type UserEdit } from './user-contract.ts'

type Edit = z.output<typeof UserEdit>

/** What an edit changes of a user, as it was when the edit was requested. */
export const EditedFields = UserDetail.pick({
  email: true,
  phone: true,
  typeId: true,
  language: true,
  enable: true,
  org: true,
  roles: true,
  claims: true,
  hasFullAgentAccess: true,
  applicationId: true,
})
export type EditedFields = z.infer<typeof EditedFields>

const otherFields = ['applicationId', 'email', 'phone', 'typeId', 'language', 'org'] as const

/**
 * A requested edit for the user as they are now: fields that it does not change keep what was saved since. Null when the
 * rights, or a field that it changes, are no longer those of the request.
 */
export function waitingEdit(wanted: Edit, before: EditedFields, now: EditedFields & { version: number }): Edit | null {
  const rights = (fields: EditedFields) => ({ ...fields, applicationId: null })
  if (Object.keys(rightChanges(rights(before), rights(now))).length > 0) return null
  if (otherFields.some((field) => wanted[field] !== before[field] && now[field] !== before[field])) return null
  const merged = <Field extends keyof EditedFields>(field: Field) =>
    wanted[field] === before[field] ? now[field] : wanted[field]
  return {
    ...wanted,
    version: now.version,
    applicationId: merged('applicationId'),
    email: merged('email'),
    phone: merged('phone'),
    typeId: merged('typeId'),
    language: merged('language'),
    org: merged('org'),
  }
}
