import { inDatabase } from '../../support/database.ts'
import { household, makeApplications, uniqueName } from '../../support/records/marketplace-records.ts'
import { expectAccessible, onDesktop } from '../../support/screens.ts'
import { typeLogin } from '../../support/sign-in.ts'
import { expect, test } from '../../support/test-fixtures.ts'

test('CUST-25 SHELL-11 P-12 a customer is made of an application, with email and key shown once; the key only sets a password, which then opens the own application', async ({
  browser,
  page,
  signIn,
}) => {
  test.slow(true, 'goes from the application to the first sign-in of the customer')
  const name = uniqueName()
  const email = `${name.toLowerCase()}@mail.test`
  const [appId = ''] = await makeApplications(name, [{ firstName: 'Ana', document: household('Ana', name) }])
  await inDatabase((connection) =>
    connection.query('update marketplace_applications set user_email = $1 where exchange_assigned_id = $2', [
      email,
      appId,
    ]),
  )
  await signIn('admin')
  await page.goto(`/portal/mk/applications/${appId}`)
  await page.getByRole('button', { name: 'Create Customer' }).click()
  const question = page.getByRole('dialog', { name: 'Create Customer' })
  await expect(question).toContainText(`Ana ${name}`)
  await question.getByRole('button', { name: 'Create customer' }).click()
  const made = page.getByRole('dialog', { name: 'Customer created' })
  await expect(made.getByText(email)).toBeVisible()
  const key = (await made.locator('code').nth(1).textContent()) ?? ''
  expect(key).toMatch(/^\S{12,20}$/)
  await expectAccessible(page, 'linked-customer', onDesktop)
  await made.getByRole('button', { name: 'Done' }).click()
  await expect(made).toBeHidden()
  await expect(page.getByText(key)).toHaveCount(0)

  const customer = await browser.newPage()
  await customer.goto('/login')
  await typeLogin(customer, email, key)
  await expect(customer).toHaveURL(/\/login\/reset\//)
  const own = 'Zephyr&Quartz-71'
  await customer.getByLabel('New password', { exact: true }).fill(own)
  await expect(customer.getByLabel('User', { exact: true })).toHaveValue(email)
  await customer.getByLabel('Confirm password', { exact: true }).fill(own)
  await customer.getByRole('button', { name: 'Reset password' }).click()
  await expect(customer.getByText('Password Reset!')).toBeVisible()
  await customer.goto('/login')
  await typeLogin(customer, email, own)
  await customer.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Application' }).click()
  await expect(customer).toHaveURL(new RegExp(`/portal/mk/applications/${appId}$`))
  await expect(customer.getByRole('heading', { level: 1, name: `Ana ${name}` })).toBeVisible()
  await expect(customer.getByRole('button', { name: 'Create Customer' })).toHaveCount(0)
})
