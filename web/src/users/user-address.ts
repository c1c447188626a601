import { Id } from '@coverdesk/domain/platform/page.ts'
import { UserFilters } from '@coverdesk/domain/users/user-contract.ts'
import { z } from 'zod'

/** The dialogs of the screen; all but `new` are about one user. */
export const userDialogs = ['new', 'edit', 'password', 'link', 'visibility'] as const
export type UserDialog = (typeof userDialogs)[number]

/**
 * What the address of the list holds: the call's own filters, sort and page, and the dialog that is open with the user
 * it is about (?dialog=edit&user=7), so that it can be linked and Back closes it.
 */
export const UserAddress = UserFilters.extend({
  dialog: z.enum(userDialogs).optional(),
  user: Id.optional(),
})
export type UserAddress = z.infer<typeof UserAddress>

const noOrg = { org: undefined }

/** Where the installation has one organisation there is no filter for it, whatever the address says (USER-01). */
export function fixedWith(oneOrg: boolean) {
  return oneOrg ? noOrg : undefined
}
