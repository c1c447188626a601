import type { InputOf } from '@coverdesk/domain/platform/route.ts'
import type { UserDetail } from '@coverdesk/domain/users/user-contract.ts'
import { users } from '@coverdesk/domain/users/user-contract.ts'
import type { Person } from '../platform/test-agency.ts'

type Edit = InputOf<typeof users.edit>

/** What the Edit dialog sends when nothing but `change` was changed. */
export function editOf(user: UserDetail, change: Partial<Edit> = {}): Edit {
  const { id, version, email, phone, typeId, language, enable, org, roles, claims, hasFullAgentAccess, applicationId } =
    user
  return {
    ...{ id, version, email: email || 'pat@example.com', phone, typeId, language, enable, org, roles, claims },
    ...{ hasFullAgentAccess, applicationId },
    ...change,
  }
}

/** Reads the user and saves it with a change, as the dialog does. */
export async function changeUser(admin: Person, userId: number, change: Partial<Edit>): Promise<UserDetail> {
  return await admin.call(users.edit, editOf(await admin.call(users.one, { id: userId }), change))
}
