import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expectAccessible } from '../../support/screens.ts'
import { type StrictServer, startStrictServer } from '../../support/strict-server.ts'
import { expect, test } from '../../support/test-fixtures.ts'

const password = 'Verdant-Kettle-42'
let strict: StrictServer

async function logIn(page: Page): Promise<void> {
  await page.goto(`${strict.url}/login`)
  await page.getByLabel('User', { exact: true }).fill(strict.admin)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

// Starts an installation of its own, which makes a database and loads all counties.
test.describe.configure({ mode: 'serial', timeout: 180_000 })
test.beforeAll(async () => {
  strict = await startStrictServer(password)
})
test.afterAll(() => strict.stop())

test('P-83 with the mail server down the login says within 5 s that the code is delayed, and stays where another can be asked for', async ({
  page,
}) => {
  await logIn(page)
  await expect(page).toHaveURL(/\/login\/2fa\?/)
  // There is one method, so the page sends the code at once.
  const began = Date.now()
  await expect(page.getByText(/^The message could not be sent yet\. We keep trying\./)).toBeVisible()
  expect(Date.now() - began).toBeLessThan(5_000)
  await expect(page).toHaveURL(/\/login\/2fa\?/)
  await expect(page.getByRole('button', { name: /^Send a new code in \d+ s$/ })).toBeDisabled()
})

test('P-09 an administrator without the app sees only how to set it up, may log out, and then has the portal', async ({
  page,
}) => {
  await strict.withoutMail()
  const heading = page.getByRole('heading', { name: 'Set up your authenticator app' })
  await logIn(page)
  await expect(heading).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(`${strict.url}/login`)

  await logIn(page)
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  await page.goto(`${strict.url}/portal/policies/manage`)
  await expect(heading).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expectAccessible(page, 'enrolment', { fullPage: true })

  const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
  const code = page.getByLabel('Enter the six-digit code')
  await code.fill('000')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('This code is not valid')).toBeVisible()
  // The refused code is selected: the next one replaces it.
  await page.keyboard.type(new TOTP({ secret: Secret.fromBase32(secret) }).generate())
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  await expectAccessible(page, 'enrolment-codes')
  await page.getByLabel('I have saved them').check()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page).toHaveURL(`${strict.url}/portal/customer`)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
})
