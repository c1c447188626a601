import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { idOf } from './user-list.ts'

/** Keeps the password rule, and no list of common ones holds it. */
export const firstPassword = 'Quarzit-Moos#4'
const ownPassword = 'Basalt*Farn+9x'

export interface MadeUser {
  id: number
  login: string
}

/** A login that nobody has, of the journey's own. */
export function freshLogin(name = 'pat'): string {
  return `${name}-${randomUUID().slice(0, 8)}@example.com`
}

/** Makes a user by the API, as the security administrator of the token, with a temporary password. */
export async function makeUser(
  page: Page,
  token: string,
  wish: { roles?: string[]; firstName?: string; lastName?: string } = {},
): Promise<MadeUser> {
  const login = freshLogin()
  const { roles = ['agent'], firstName = 'Pat', lastName = 'Fern' } = wish
  const answer = await page.request.post('/identity/register', {
    headers: { authorization: `Bearer ${token}` },
    data: {
      ...{ user: login, email: login, pass: firstPassword, pass_confirm: firstPassword },
      ...{ firstName, lastName, roles, typeId: 2 },
    },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  return { id: (await answer.json()).id, login }
}

/** Reads a user and saves it with a change, by the API, as somebody else at another desk would. */
export async function changeUser(
  page: Page,
  token: string,
  id: number,
  change: Record<string, unknown>,
): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const user = await (await page.request.get(`/api/UserManage/${id}`, { headers })).json()
  const { version, email, phone, typeId, language, enable, org, roles, claims, hasFullAgentAccess, applicationId } =
    user
  const answer = await page.request.put(`/api/UserManage/${id}`, {
    headers,
    data: {
      ...{ version, email, phone, typeId, language, enable, org, roles, claims, hasFullAgentAccess, applicationId },
      ...change,
    },
  })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** Logs a made user in by the API, by way of the forced reset of the temporary password; answers the token. */
export async function logInFirst(page: Page, login: string, temporary = firstPassword): Promise<string> {
  const forced = await page.request.post('/identity/login', { data: { user: login, pass: temporary } })
  const { code } = await forced.json()
  const reset = await page.request.post('/identity/reset', {
    data: { user: login, pass: ownPassword, pass_confirm: ownPassword, code },
  })
  expect(reset.status(), await reset.text()).toBe(200)
  return await logIn(page, login)
}

/** Logs in somebody who has set a password. */
export async function logIn(page: Page, login: string): Promise<string> {
  const answer = await page.request.post('/identity/login', { data: { user: login, pass: ownPassword } })
  const { token } = await answer.json()
  expect(typeof token).toBe('string')
  return token
}

/** The user as the API shows it now. */
export async function userNow(page: Page, token: string, login: string): Promise<Record<string, unknown>> {
  const id = await idOf(page, token, login)
  const answer = await page.request.get(`/api/UserManage/${id}`, { headers: { authorization: `Bearer ${token}` } })
  return await answer.json()
}
