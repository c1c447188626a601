import { randomUUID } from 'node:crypto'
import { makeOwnUser } from '../../support/records/own-user.ts'
import { expectAccessible, navigate } from '../../support/screens.ts'
import { logIn } from '../../support/sign-in.ts'
import { expect, password, test } from '../../support/test-fixtures.ts'

test('P-34 an agent asks for emergency access, a security administrator approves it, and a strip says so until it is ended', async ({
  page,
  browser,
  baseURL,
  signIn,
}) => {
  const last = `Haste${randomUUID().slice(0, 8)}`
  const asker = await makeOwnUser({ first: 'Marisol', last })
  const requests = page.getByRole('list', { name: 'Emergency access' }).getByRole('listitem').filter({ hasText: last })
  await signIn('security')
  const other = await browser.newPage({ baseURL: baseURL ?? '' })
  await logIn(other, asker, password)
  await test.step('the request needs a reason and waits', async () => {
    await navigate(other, '/portal/myaccount')
    const form = other.getByRole('form', { name: 'Emergency access' })
    await form.getByLabel('Reason').fill('urgent')
    await form.getByRole('button', { name: 'Request access' }).click()
    await expect(form.getByText('Say in at least 10 characters why it is needed')).toBeVisible()
    await form.getByLabel('Reason').fill('Client is in the hospital, her agent cannot be reached')
    await form.getByText('1 hour').click()
    await expectAccessible(other, 'emergency-ask', { fullPage: true })
    await form.getByRole('button', { name: 'Request access' }).click()
    await expect(other.getByText('You requested emergency access.')).toBeVisible()
  })
  await test.step('another person approves it under Approvals', async () => {
    await page.goto('/portal/security/users')
    await page.getByRole('button', { name: 'Approvals' }).click()
    await expect(page).toHaveURL('/portal/security/approvals')
    const row = requests.first()
    await expect(row).toContainText('Client is in the hospital')
    await expectAccessible(page, 'approvals-waiting', { fullPage: true })
    await row.getByRole('button', { name: /^Approve/ }).click()
    await expect(row).toContainText('Active')
  })
  await test.step('the requester reads clients, under a strip that ends it', async () => {
    const strip = other.getByRole('region', { name: 'Emergency access in use' })
    await expect(strip).toBeVisible({ timeout: 20_000 })
    await navigate(other, '/portal/customerManage')
    await expect(strip).toContainText('for reading only, until')
    await expect(other.getByRole('grid').getByRole('row').nth(1)).toBeVisible()
    await expectAccessible(other, 'emergency-strip')
    await strip.getByRole('button', { name: 'End now' }).click()
    await expect(strip).toHaveCount(0)
  })
  await test.step('the records read appear in the history', async () => {
    await page.reload()
    const row = requests.first()
    await expect(row).toContainText('Ended')
    await expect(row).toContainText(/[1-9]\d* reads? recorded/)
    await expectAccessible(page, 'approvals-past', { fullPage: true })
  })
  await other.close()
})
