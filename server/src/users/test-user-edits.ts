import { access } from '@coverdesk/domain/access/access-contract.ts'
import type { InputOf } from '@coverdesk/domain/platform/route.ts'
import type { UserDetail } from '@coverdesk/domain/users/user-contract.ts'
import { users } from '@coverdesk/domain/users/user-contract.ts'
import type { Person, TestApp } from '../testing/test-app.ts'

type Edit = InputOf<typeof users.edit>

/** Request of the Edit dialog when only `change` was changed. */
export function editOf(user: UserDetail, change: Partial<Edit> = {}): Edit {
  const { id, version, email, phone, typeId, language, enable, org, roles, claims, hasFullAgentAccess, applicationId } =
    user
  return {
    id,
    version,
    email: email || 'pat@example.com',
    phone,
    typeId,
    language,
    enable,
    org,
    roles,
    claims,
    hasFullAgentAccess,
    applicationId,
    ...change,
  }
}

/** Reads the user and saves it with a change, as the dialog does. */
export async function changeUser(admin: Person, userId: number, change: Partial<Edit>): Promise<UserDetail> {
  return await admin.call(users.edit, editOf(await admin.call(users.one, { id: userId }), change))
}

/** Whether the user's session is still accepted. */
export const isSessionAccepted = (person: Person): Promise<boolean> =>
  person.call(access.currentUser, {}).then(
    () => true,
    () => false,
  )

/** The newest audit event of a change of a user, with parsed facts. */
export async function lastChangeOf({ db }: TestApp, userId: number) {
  const event = await changeEvents(db, userId).orderBy('id', 'desc').executeTakeFirst()
  const facts: unknown = typeof event?.facts === 'string' ? JSON.parse(event.facts) : event?.facts
  return event && { ...event, facts }
}

/** Number of audit events about a user's changes. */
export const changesOf = async ({ db }: TestApp, userId: number): Promise<number> =>
  (await changeEvents(db, userId).execute()).length

const changeEvents = (db: TestApp['db'], userId: number) =>
  db
    .selectFrom('audit_events')
    .select(['user_id', 'action', 'entity', 'outcome', 'facts'])
    .where('entity_id', '=', String(userId))
    .where('entity', 'in', ['user', 'user visibility'])
    .where('action', '=', 'update')

/** Sends a body of any shape to the user's address, past the typed client. */
export async function putRaw(agency: TestApp, person: Person, path: string, payload: object) {
  const answer = await agency.app.inject({
    method: 'PUT',
    url: `/api/UserManage/${path}`,
    headers: { authorization: `Bearer ${person.token}` },
    payload,
  })
  const body: { code?: string; details?: { path: string; message: string }[] } = answer.json()
  return { status: answer.statusCode, code: body.code, paths: body.details?.map((detail) => detail.path) }
}
