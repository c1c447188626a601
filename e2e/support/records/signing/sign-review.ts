import type { Page } from '@playwright/test'
import { expect } from '../../test-fixtures.ts'

/** Opens the review of the enrollment on the agent's device, and signs it there as the client. */
export async function signReviewHere(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Sign on This Device' }).click()
  const opened = page.context().waitForEvent('page')
  await page.getByRole('dialog').getByRole('button', { name: 'Open for the Client' }).click()
  const client = await opened
  await signReview(client, { name, fullName: 'Full name', sign: 'Sign' })
  await expect(client.getByText('You can close this page.')).toBeVisible()
  await client.close()
  await expect(page.getByText(/^Signed by .+ You can enroll now\.$/)).toBeVisible({ timeout: 15_000 })
}

/** Checks all statements of an open review and signs. */
export async function signReview(
  page: Page,
  { name, fullName, sign }: { name: string; fullName: string; sign: string },
): Promise<void> {
  await expect(page.getByRole('checkbox')).toHaveCount(4)
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByLabel(fullName).pressSequentially(name)
  await page.getByRole('button', { name: sign, exact: true }).click()
}
