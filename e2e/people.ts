import { test as base, expect, type Page } from '@playwright/test'

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

/** A journey that begins signed in: `await signIn('admin')`, then go where it begins. */
export const test = base.extend<{ signIn: (person: DemoPerson) => Promise<string> }>({
  signIn: async ({ page }, use) => {
    await use(async (person) => {
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
