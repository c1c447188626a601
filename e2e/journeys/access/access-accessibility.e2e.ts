import { expectAccessible } from '../../support/screens.ts'
import { typeLogin } from '../../support/sign-in.ts'
import { expect, test, tokenOf, userNameOf } from '../../support/test-fixtures.ts'

test('no accessibility violations on the pages of the login area and the warning before the end on desktop and phone', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/login/reset/some-code')
  await page.getByLabel('New password', { exact: true }).fill('lantern')
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(page.getByText('User is required')).toBeVisible()
  await expectAccessible(page, 'reset')
  await page.goto('/login/register')
  await expect(page.getByLabel('Email')).toBeVisible()
  await expectAccessible(page, 'register')
  await page.goto('/login/forgot')
  await page.getByLabel('User', { exact: true }).fill('unknown-user')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Reset Email Sent!')).toBeVisible()
  await expectAccessible(page, 'forgot')

  await tokenOf(page, 'agent')
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  await expectAccessible(page, 'login')
  await typeLogin(page, userNameOf('agent'))
  await expect(page.getByRole('button', { name: 'Yes' })).toBeFocused()
  await expectAccessible(page, 'question')
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible()
  await page.clock.fastForward(841_000)
  await expect(page.getByRole('dialog', { name: 'Are you still there?' })).toBeVisible()
  await expectAccessible(page, 'warning')
})
