import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { numbersIn } from './canary.ts'
import { inDatabase } from './database.ts'

export const password = 'Coverdesk-Demo1'
/** The demo's sign-ins, by the name before the @. */
export const demoPeople = ['admin', 'agent', 'security', 'customer', 'consumer', 'norole'] as const
export type DemoPerson = (typeof demoPeople)[number]

/** The user name of a demo person, of this worker's own (see copy-people.ts). */
export function nameOf(person: DemoPerson): string {
  return `${person}-w${base.info().parallelIndex}@demo.test`
}

/** A live token of a demo person, by the API; ends the session that the person had. */
export async function tokenOf(page: Page, person: DemoPerson): Promise<string> {
  const answer = await page.request.post('/identity/login', { data: { user: nameOf(person), pass: password } })
  expect(answer.status()).toBe(200)
  const { token } = await answer.json()
  // Beside an older session the token is pending; its first call makes it live.
  const live = await page.request.get('/api/CurrentUser', { headers: { authorization: `Bearer ${token}` } })
  expect(live.status()).toBe(200)
  return token
}

/** Columns, widths and sizes that other journeys of the same worker chose, or the same one at its first try. */
async function forgetChosen(userName: string): Promise<void> {
  await inDatabase((connection) =>
    connection.query('delete from user_preferences where user_id = (select id from users where user_name = $1)', [
      userName,
    ]),
  )
}

/**
 * A journey that begins signed in: `await signIn('admin')`, then go where it begins. Each journey ends with a look at what
 * its browsers keep: none of the canary's numbers.
 */
export const test = base.extend<{ signIn: (person: DemoPerson) => Promise<string>; keptNothing: undefined }>({
  keptNothing: [
    async ({ browser }, use) => {
      const kept: string[] = []
      let opened = 0
      const watch = (context: BrowserContext) => {
        opened += 1
        const close = context.close.bind(context)
        context.close = async (options) => {
          context.close = close
          kept.push(await keptBy(context))
          await close(options)
        }
      }
      browser.on('context', watch)
      await use(undefined)
      browser.off('context', watch)
      // Those of the journey's own that it left open.
      for (const context of browser.contexts()) await context.close()
      expect(kept.length, 'browsers looked at').toBe(opened)
      // Not the text itself: a report is kept, too.
      expect(
        kept.some((text) => numbersIn(Buffer.from(text)).length > 0),
        'a browser keeps a number',
      ).toBe(false)
    },
    { auto: true },
  ],
  signIn: async ({ page }, use) => {
    await use(async (person) => {
      await forgetChosen(nameOf(person))
      const token = await tokenOf(page, person)
      await page.addInitScript((value) => {
        // Only once: a page that signs out must stay signed out over its next loads.
        if (sessionStorage.getItem('signed-in-by-test')) return
        sessionStorage.setItem('signed-in-by-test', 'yes')
        localStorage.setItem('token', value)
      }, token)
      return token
    })
  },
})
export { expect }

/** What a browser keeps of a journey: cookies, both storages, databases, addresses. */
async function keptBy(context: BrowserContext): Promise<string> {
  const session = context.pages().map((page) =>
    // A page without an address of its own has no storage.
    page.evaluate(() => `${location.href} ${JSON.stringify(sessionStorage)}`).catch(() => ''),
  )
  return `${await Promise.all(session)} ${JSON.stringify(await context.storageState({ indexedDB: true }))}`
}
