import { expect, type Page } from '@playwright/test'

/** Logs in to an installation of its own through the API and opens the portal as that user. */
export async function enterAgency(page: Page, user: string, password: string): Promise<string> {
  const answer = await page.request.post('/identity/login', { data: { user, pass: password } })
  expect(answer.status(), await answer.text()).toBe(200)
  const { token } = await answer.json()
  await page.goto('/login')
  await page.evaluate((value) => localStorage.setItem('token', value), token)
  await page.goto('/portal')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  return token
}
