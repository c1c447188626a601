import { expect, type Page } from '@playwright/test'
import { inDatabase } from './database.ts'
import { password, tokenOf } from './test-fixtures.ts'

/** Fills in and submits the login form of the current page. */
export async function typeLogin(page: Page, user: string, pass = password): Promise<void> {
  await page.getByLabel('User', { exact: true }).fill(user)
  await page.getByLabel('Password', { exact: true }).fill(pass)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Logs in on the login page, ends an older session if there is one, and waits for the portal. */
export async function logIn(page: Page, user: string, pass = password): Promise<void> {
  await page.goto('/login')
  await typeLogin(page, user, pass)
  const yes = page.getByRole('button', { name: 'Yes' })
  const inside = page.getByRole('banner').getByRole('button', { name: /\p{Lu}\p{Ll}+ \p{Lu}/u })
  await expect(yes.or(inside)).toBeVisible()
  if (await yes.isVisible()) await yes.click()
  await expect(inside).toBeVisible()
}

/** Chooses Logout in the profile menu. */
export async function logOut(page: Page): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /\p{Lu}\p{Ll}+ \p{Lu}/u })
    .click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
}

/** The token in the browser's storage. */
export function storedToken(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('token'))
}

/** The API's status for a token: 200, or 401 after its session has ended. */
export async function statusOf(page: Page, token: string): Promise<number> {
  const answer = await page.request.get('/api/CurrentUser', { headers: { authorization: `Bearer ${token}` } })
  return answer.status()
}

/** The newest message of a kind to an address, from the demo's outbox. Pages of the administrator give their own token. */
export async function newestMessage(
  page: Page,
  recipient: string,
  kind: string,
  token?: string,
): Promise<{ link: string | null; code: string | null }> {
  const headers = { authorization: `Bearer ${token ?? (await tokenOf(page, 'admin'))}` }
  const list = await page.request.get('/api/Outbox', { headers, params: { recipient, kind } })
  expect(list.status()).toBe(200)
  const { data } = await list.json()
  const message = await page.request.get(`/api/Outbox/${data[0].id}`, { headers })
  return await message.json()
}

let count = 0
/** A user name that does not exist yet. */
export function uniqueUserName(what: string): string {
  count += 1
  return `${what}-${Date.now().toString(36)}-${process.pid}-${count}@example.com`
}

/** Creates a user with a temporary password, as the security administrator of `token`. */
export async function registerUser(page: Page, token: string, user: string, roles = ['agent']): Promise<void> {
  const answer = await page.request.post('/identity/register', {
    headers: { authorization: `Bearer ${token}` },
    data: {
      user,
      email: user,
      pass: temporaryPassword,
      pass_confirm: temporaryPassword,
      firstName: 'Nora',
      lastName: 'Vega',
      roles,
    },
  })
  expect(answer.status(), await answer.text()).toBe(200)
}
export const temporaryPassword = 'Quiet-Harbor-92x'

/** Ends a user's sessions on the server, through inactivity or expiration. */
export async function endAtServer(user: string, how: 'idle' | 'expired'): Promise<void> {
  const change =
    how === 'idle' ? "last_active_at = now() - interval '901 seconds'" : "expires_at = now() - interval '1 second'"
  await inDatabase((connection) =>
    connection.query(`update sessions set ${change} where user_id = (select id from users where user_name = $1)`, [
      user,
    ]),
  )
}
