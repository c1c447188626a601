import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { numbersIn } from './canary.ts'
import { inDatabase } from './database.ts'

export const password = 'Coverdesk-Demo1'
/** The demo's users, by the local part of their email address. */
export const demoUsers = ['admin', 'agent', 'security', 'customer', 'consumer', 'norole'] as const
export type DemoUser = (typeof demoUsers)[number]

/** User name of a demo user's copy for this worker (see copy-demo-users.ts). */
export function userNameOf(person: DemoUser): string {
  return `${person}-w${base.info().parallelIndex}@demo.test`
}

/** Active token of a demo user, from the API; ends the user's older session. */
export async function tokenOf(page: Page, person: DemoUser): Promise<string> {
  const answer = await page.request.post('/identity/login', { data: { user: userNameOf(person), pass: password } })
  expect(answer.status()).toBe(200)
  const { token } = await answer.json()
  // With an older session the token is pending; its first call activates it.
  const live = await page.request.get('/api/CurrentUser', { headers: { authorization: `Bearer ${token}` } })
  expect(live.status()).toBe(200)
  return token
}

/** Deletes columns, widths and page sizes that earlier tests of this worker, or an earlier try, have saved. */
async function resetPreferences(userName: string): Promise<void> {
  await inDatabase((connection) =>
    connection.query('delete from user_preferences where user_id = (select id from users where user_name = $1)', [
      userName,
    ]),
  )
}

/**
 * A test with `signIn`, to call before the first page load: `await signIn('admin')`. At its end, the browser storage must not
 * contain any of the canary's numbers.
 */
export const test = base.extend<{ signIn: (person: DemoUser) => Promise<string>; storageCheck: undefined }>({
  storageCheck: [
    async ({ browser }, use) => {
      const stored: string[] = []
      let opened = 0
      const watch = (context: BrowserContext) => {
        opened += 1
        const close = context.close.bind(context)
        context.close = async (options) => {
          context.close = close
          stored.push(await storedDataOf(context))
          await close(options)
        }
      }
      browser.on('context', watch)
      await use(undefined)
      browser.off('context', watch)
      // Contexts that the test left open.
      for (const context of browser.contexts()) await context.close()
      expect(stored.length, 'checked browser contexts').toBe(opened)
      // Not the text itself: reports are stored, too.
      expect(
        stored.some((text) => numbersIn(Buffer.from(text)).length > 0),
        'a browser stores a number',
      ).toBe(false)
    },
    { auto: true },
  ],
  signIn: async ({ page }, use) => {
    await use(async (person) => {
      await resetPreferences(userNameOf(person))
      const token = await tokenOf(page, person)
      await page.addInitScript((value) => {
        // Only once: after a sign-out the next load must stay signed out.
        if (sessionStorage.getItem('signed-in-by-test')) return
        sessionStorage.setItem('signed-in-by-test', 'yes')
        localStorage.setItem('token', value)
      }, token)
      return token
    })
  },
})
export { expect }

/** Everything that a browser context stores: cookies, both storages, databases, addresses. */
async function storedDataOf(context: BrowserContext): Promise<string> {
  const session = context.pages().map((page) =>
    // about:blank has no storage.
    page.evaluate(() => `${location.href} ${JSON.stringify(sessionStorage)}`).catch(() => ''),
  )
  return `${await Promise.all(session)} ${JSON.stringify(await context.storageState({ indexedDB: true }))}`
}
