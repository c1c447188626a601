import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { idOf } from './user-list.ts'

/** Satisfies the password rule and is in no list of common passwords. */
export const firstPassword = 'Quarzit-Moos#4'
const ownPassword = 'Basalt*Farn+9x'

export interface CreatedUser {
  id: number
  login: string
}

/** A unique login for one test. */
export function uniqueLogin(name = 'pat'): string {
  return `${name}-${randomUUID().slice(0, 8)}@example.com`
}

/** Creates a user with a temporary password through the API, as a security administrator. */
export async function makeUser(
  page: Page,
  token: string,
  wish: { roles?: string[]; firstName?: string; lastName?: string } = {},
): Promise<CreatedUser> {
  const login = uniqueLogin()
  const { roles = ['agent'], firstName = 'Pat', lastName = 'Fern' } = wish
  const answer = await page.request.post('/identity/register', {
    headers: { authorization: `Bearer ${token}` },
    data: {
      user: login,
      email: login,
      pass: firstPassword,
      pass_confirm: firstPassword,
      firstName,
      lastName,
      roles,
      typeId: 2,
    },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  return { id: (await answer.json()).id, login }
}

/** Changes a user through the API, as another user would. */
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
      version,
      email,
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
    },
  })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** Logs a created user in through the API with the forced password reset, and returns the token. */
export async function logInFirst(page: Page, login: string, temporary = firstPassword): Promise<string> {
  const forced = await page.request.post('/identity/login', { data: { user: login, pass: temporary } })
  const { code } = await forced.json()
  const reset = await page.request.post('/identity/reset', {
    data: { user: login, pass: ownPassword, pass_confirm: ownPassword, code },
  })
  expect(reset.status(), await reset.text()).toBe(200)
  return await logIn(page, login)
}

/** Logs in a user who has set a password. */
export async function logIn(page: Page, login: string): Promise<string> {
  const answer = await page.request.post('/identity/login', { data: { user: login, pass: ownPassword } })
  const { token } = await answer.json()
  expect(typeof token).toBe('string')
  return token
}

/** The user's current data from the API. */
export async function userNow(page: Page, token: string, login: string): Promise<Record<string, unknown>> {
  const id = await idOf(page, token, login)
  const answer = await page.request.get(`/api/UserManage/${id}`, { headers: { authorization: `Bearer ${token}` } })
  return await answer.json()
}
