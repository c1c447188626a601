import { expect, type Page } from '@playwright/test'
import { inDatabase } from './database.ts'
import { password, tokenOf } from './people.ts'

/** Fills in the login form and sends it, on the page where it is shown. */
export async function typeLogin(page: Page, user: string, pass = password): Promise<void> {
  await page.getByLabel('User', { exact: true }).fill(user)
  await page.getByLabel('Password', { exact: true }).fill(pass)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Logs in by the login page, ends an older session where there is one, and arrives in the portal. */
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

/** The token that this page's browser keeps. */
export function storedToken(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('token'))
}

/** What the API says to a token: 200, or 401 once its session has ended. */
export async function statusOf(page: Page, token: string): Promise<number> {
  const answer = await page.request.get('/api/CurrentUser', { headers: { authorization: `Bearer ${token}` } })
  return answer.status()
}

/** The newest message of a kind that the demo would have mailed to an address. */
export async function newestMessage(
  page: Page,
  recipient: string,
  kind: string,
): Promise<{ link: string | null; code: string | null }> {
  const headers = { authorization: `Bearer ${await tokenOf(page, 'admin')}` }
  const list = await page.request.get('/api/Outbox', { headers, params: { recipient, kind } })
  expect(list.status()).toBe(200)
  const { data } = await list.json()
  const message = await page.request.get(`/api/Outbox/${data[0].id}`, { headers })
  return await message.json()
}

let made = 0
/** A user name that nobody has yet. */
export function newName(what: string): string {
  made += 1
  return `${what}-${Date.now().toString(36)}-${process.pid}-${made}@example.com`
}

/** Makes a user with a temporary password, as the security administrator of `token` would. */
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

/** Lets a person's sessions end at the server, as a shorter life of theirs would. */
export async function endAtServer(user: string, how: 'idle' | 'expired'): Promise<void> {
  const change =
    how === 'idle' ? "last_active_at = now() - interval '901 seconds'" : "expires_at = now() - interval '1 second'"
  await inDatabase((connection) =>
    connection.query(`update sessions set ${change} where user_id = (select id from users where user_name = $1)`, [
      user,
    ]),
  )
}
