import type { Locator, Page } from '@playwright/test'
import { inDatabase } from '../../support/database.ts'
import { expectAccessible } from '../../support/screens.ts'
import { expect, test, tokenOf } from '../../support/test-fixtures.ts'

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })

async function type(within: Locator, label: string, text: string): Promise<void> {
  const field = within.getByLabel(label, { exact: true })
  await field.click()
  await field.press('ControlOrMeta+a')
  await field.pressSequentially(text)
}

test('an agent enters a bank account, whose wrong routing number is refused, and a second person approves it', async ({
  page,
  signIn,
}) => {
  test.slow(true, 'from an account to the file that pays it')
  await signIn('agent')
  const last4 = String(Date.now()).slice(-4)
  const dialog = page.getByRole('dialog')

  await test.step('the agent enters an account', async () => {
    await page.goto('/portal/myaccount')
    await page.getByRole('button', { name: /^(Enter|Change) account$/ }).click()
    await type(dialog, 'Name on the account', 'Ana Vega')
    await type(dialog, 'Routing number', '123456789')
    await type(dialog, 'Account number', `70001${last4}`)
    await type(dialog, 'Account number again', `70001${last4}`)
    await button(dialog, 'Send for approval').click()
    await expect(dialog.getByText(/its check digit is wrong/).first()).toBeVisible()
    await expectAccessible(page, 'own bank account')
    await type(dialog, 'Routing number', '123456780')
    await button(dialog, 'Send for approval').click()
    await expect(page.getByText('Account sent. It waits for approval.')).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: `Checking ending in ${last4}` })).toContainText('Waiting')
  })

  await test.step('an administrator approves it', async () => {
    const token = await tokenOf(page, 'admin')
    await page.evaluate((value) => localStorage.setItem('token', value), token)
    await page.goto('/portal/commissions/bank-accounts?status=waiting')
    await page.getByRole('row').filter({ hasText: last4 }).click()
    await expectAccessible(page, 'bank accounts')
    await button(page, 'Approve').click()
    await button(dialog, 'Approve account').click()
    await expect(page.getByText('Account approved')).toBeVisible()
    await page.goto('/portal/commissions/bank-accounts?status=approved')
    await expect(page.getByRole('row').filter({ hasText: last4 })).toContainText('Approved')
  })

  await test.step('the agency enters its bank', async () => {
    await inDatabase((client) => client.query('delete from payout_settings'))
    await page.goto('/portal/manage/agency')
    const form = page.getByRole('form', { name: 'Bank for paying agents' })
    await type(form, 'Bank name', 'First Bank of Miami')
    await type(form, 'Routing number', '123456789')
    await type(form, 'Account number', '9900112233')
    await type(form, 'Immediate destination', '111111118')
    await type(form, 'Immediate origin', '1592837465')
    await type(form, 'Company id', '1592837465')
    await type(form, 'Company name', 'Sunrise Coverage')
    await button(form, 'Save bank').click()
    await expect(form.getByText(/its check digit is wrong/).first()).toBeVisible()
    await type(form, 'Routing number', '123456780')
    await button(form, 'Save bank').click()
    await expect(form.getByText('Ends in 2233. Leave empty to keep it.')).toBeVisible()
  })
})
