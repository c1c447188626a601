import { Id } from '@coverdesk/domain/platform/page.ts'
import { UserFilters } from '@coverdesk/domain/users/user-contract.ts'
import { z } from 'zod'

/** Dialogs of the screen; all except `new` are about one user. */
export const userDialogs = ['new', 'edit', 'password', 'link', 'visibility', 'access'] as const
export type UserDialog = (typeof userDialogs)[number]

/**
 * URL state of the list: filters, sort and page, plus the open dialog (?dialog=edit&user=7), so that it can be linked
 * and Back closes it.
 */
export const UserAddress = UserFilters.extend({
  dialog: z.enum(userDialogs).optional(),
  user: Id.optional(),
})
export type UserAddress = z.infer<typeof UserAddress>

const noOrg = { org: undefined }

/** With a single organization the ORG filter is ignored, even in the URL (USER-01). */
export function fixedWith(oneOrg: boolean) {
  return oneOrg ? noOrg : undefined
}
