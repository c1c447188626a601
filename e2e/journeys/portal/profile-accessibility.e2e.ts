import { expectAccessible } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

test('no accessibility violations on My Account and what it opens on desktop and phone', async ({ page, signIn }) => {
  await signIn('agent')
  await page.goto('/portal/myaccount')
  await expect(page.getByLabel('First name')).toBeVisible()
  await expect(page.getByText('This session')).toBeVisible()
  await expectAccessible(page, 'account', { fullPage: true })
  await page.getByLabel('Sign-in email').fill('new@agency.test')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Current password is required')).toBeVisible()
  await expectAccessible(page, 'account-sign-in', { fullPage: true })
  await page.getByText('This session').scrollIntoViewIfNeeded()
  await expectAccessible(page, 'account-sessions', { fullPage: true })
  await page.getByRole('button', { name: 'Add address' }).click()
  await page.getByRole('button', { name: 'Add phone' }).click()
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Address is required')).toBeVisible()
  await expectAccessible(page, 'account-errors', { fullPage: true })
  await page.getByRole('button', { name: 'Delete phone 1' }).click()
  await expect(page.getByRole('dialog', { name: 'Really delete?' })).toBeVisible()
  await expectAccessible(page, 'account-delete', { fullPage: true })
})
