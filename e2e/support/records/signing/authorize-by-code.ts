import type { Page } from '@playwright/test'
import { expect } from '../../test-fixtures.ts'
import { newestMessage } from './newest-message.ts'

/** Has the exchange send the client a code, and enters it as the client reads it out. */
export async function authorizeByCode(page: Page, token: string, recipient: string): Promise<void> {
  const section = page.getByRole('region', { name: 'Authorization at the exchange' })
  await section.getByRole('button', { name: /^Send (new )?code$/ }).click()
  await expect(section).toContainText('The exchange sent a code to')
  const { code } = await newestMessage(page, token, { recipient, kind: 'exchange-authorization' })
  await section.getByRole('textbox', { name: 'Code' }).pressSequentially(code)
  await section.getByRole('button', { name: 'Confirm code' }).click()
  await expect(section).toContainText('The client read out the code')
}
