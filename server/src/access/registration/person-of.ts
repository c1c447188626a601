import type { passwords } from '@coverdesk/domain/access/password-contract.ts'
import type { ParsedInputOf } from '@coverdesk/domain/platform/route.ts'

/** Input of a registration. */
export type NewUser = ParsedInputOf<typeof passwords.register>

/** Person of a registration, with the user name in one Unicode form. */
export function personOf({ user, email, firstName, lastName, phone, language }: NewUser) {
  return { userName: user.normalize('NFKC'), email, firstName, lastName, phone: phone ?? null, language }
}
