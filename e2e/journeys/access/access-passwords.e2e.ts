import type { Page } from '@playwright/test'
import { expectAccessible, navigate } from '../../support/screens.ts'
import {
  logIn,
  newestMessage,
  registerUser,
  temporaryPassword,
  typeLogin,
  uniqueUserName,
} from '../../support/sign-in.ts'
import { expect, test, tokenOf, userNameOf } from '../../support/test-fixtures.ts'

const rule = 'At least 1 lowercase, 1 Uppercase, and 1 special, min 12, max 20'

/** The newest link that the demo would have mailed to an address. */
async function mailedLink(page: Page, recipient: string, kind = 'reset-link'): Promise<string> {
  return (await newestMessage(page, recipient, kind)).link ?? ''
}

/** A user with an email address of their own. */
async function someUser(page: Page): Promise<string> {
  const user = uniqueUserName('resetting')
  await registerUser(page, await tokenOf(page, 'security'), user)
  return user
}

async function typeNew(page: Page, user: string, pass: string, confirm = pass) {
  // First a field that only this page has: the login page has one for the user, too.
  await page.getByLabel('New password', { exact: true }).fill(pass)
  await page.getByLabel('User', { exact: true }).fill(user)
  await page.getByLabel('Confirm password', { exact: true }).fill(confirm)
  await page.getByRole('button', { name: 'Reset password' }).click()
}

test.describe('a forgotten password', () => {
  test("AUTH-22 AUTH-23 AUTH-30 AUTH-31 the mailed link sets a new password once; AUTH-32 a used one says why it can't", async ({
    page,
  }) => {
    const user = await someUser(page)
    const own = 'Copper&Lantern-41'
    await page.goto('/login')
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await expect(page).toHaveURL('/login/forgot')
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByText('User is required')).toBeVisible()
    await page.getByLabel('User', { exact: true }).fill(user)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Reset Email Sent!')).toBeVisible()

    const link = await mailedLink(page, user)
    expect(new URL(link).pathname).toMatch(/^\/login\/reset\/[\w-]{32}$/)
    await page.goto(new URL(link).pathname)
    await typeNew(page, user, own)
    await expect(page.getByText('Password Reset!')).toBeVisible()
    await expect(page).toHaveURL('/login')
    await typeLogin(page, user, own)
    await expect(page).toHaveURL('/portal/customer')

    await page.goto(new URL(link).pathname)
    await typeNew(page, user, 'Another!Lantern-42')
    await expect(
      page.getByText("Couldn't reset password: This link is no longer valid, please request a new one"),
    ).toBeVisible()
  })

  test('AUTH-22 AUTH-30 AUTH-33 AUTH-34 AUTH-35 AUTH-38 P-05 messages before a password is set', async ({ page }) => {
    await test.step('AUTH-22 P-05 a user who does not exist reads the same', async () => {
      await page.goto('/login/forgot')
      await page.getByLabel('User', { exact: true }).fill(uniqueUserName('unknown'))
      await page.getByRole('button', { name: 'Send link' }).click()
      await expect(page.getByText('Reset Email Sent!')).toBeVisible()
      await expect(page.getByText('If this user exists, a link is on its way.')).toBeVisible()
    })
    await test.step('AUTH-33 AUTH-34 AUTH-35 violations of the rule appear at their field, all at once, and nothing is sent', async () => {
      const sent: string[] = []
      page.on('request', (request) => sent.push(request.url()))
      await navigate(page, '/login/reset/some-code')
      const pass = page.getByLabel('New password', { exact: true })
      await typeNew(page, '', 'short', 'other')
      await expect(page.getByText('User is required')).toBeVisible()
      await expect(page.getByText(rule)).toBeVisible()
      await expect(page.getByText('Passwords must match')).toBeVisible()
      await expect(page.getByLabel('User', { exact: true })).toBeFocused()
      for (const weak of [
        'Elevenchar-',
        'Twenty-one-characters',
        'NO-LOWERCASE-LETTER',
        'no-uppercase-letter',
        'NoSpecialLetter1',
      ]) {
        await typeNew(page, 'someone', weak)
        await expect(pass, weak).toHaveAccessibleDescription(new RegExp(rule))
        await expect(pass).toBeFocused()
      }
      await typeNew(page, 'someone', 'Copper&Lantern-41', 'Copper&Lantern-42')
      await expect(page.getByText(rule)).toHaveCount(0)
      await expect(page.getByText('Passwords must match')).toBeVisible()
      expect(sent.filter((url) => url.includes('/identity/'))).toEqual([])
    })
    await test.step('AUTH-30 while it is typed the page shows which parts of the rule are kept, and each field can be shown', async () => {
      await page.goto('/login/reset/some-code')
      const kept = page.getByRole('listitem').filter({ hasText: ', met' })
      await expect(kept).toHaveCount(0)
      const pass = page.getByLabel('New password', { exact: true })
      await pass.fill('lantern')
      await expect(kept).toHaveText(['1 lowercase letter, met'])
      await pass.fill('Copper&Lantern-41')
      await expect(kept).toHaveCount(4)
      await page.getByRole('button', { name: 'Show password' }).click()
      await expect(pass).toHaveAttribute('type', 'text')
      const confirm = page.getByLabel('Confirm password', { exact: true })
      await expect(confirm).toHaveAttribute('type', 'password')
      await page.getByRole('button', { name: 'Show confirmation' }).click()
      await expect(confirm).toHaveAttribute('type', 'text')
    })
    await test.step("AUTH-38 errors appear at their fields, and a password that is refused reads 'Registration error!' with the reason", async () => {
      await navigate(page, '/login/register')
      await page.getByLabel('Email').fill('no address')
      await page.getByRole('button', { name: 'Create account' }).click()
      await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Must be valid email')
      await expect(page.getByText(rule)).toBeVisible()
      await page.getByLabel('Email').fill(userNameOf('agent'))
      for (const label of ['New password', 'Confirm password'])
        await page.getByLabel(label, { exact: true }).fill('Password-123!')
      await page.getByRole('button', { name: 'Create account' }).click()
      await expect(page.getByText(/^Registration error! This password is too common/)).toBeVisible()
      await expect(page.getByLabel('New password', { exact: true })).toHaveAccessibleDescription(/too common/)
      await expect(page).toHaveURL('/login/register')
    })
  })
})

test.describe('a new password', () => {
  test('AUTH-32 P-02 a password that is tried first is refused with the reason, at its field too, and the code stays good', async ({
    page,
  }) => {
    const user = await someUser(page)
    await page.goto('/login')
    await typeLogin(page, user, temporaryPassword)
    await expect(page).toHaveURL(/\/login\/reset\//)
    await typeNew(page, user, 'Password-123!')
    await expect(page.getByText(/^Couldn't reset password: This password is too common/)).toBeVisible()
    await expect(page.getByLabel('New password', { exact: true })).toHaveAccessibleDescription(/too common/)
    await typeNew(page, user, 'Copper&Lantern-41')
    await expect(page.getByText('Password Reset!')).toBeVisible()
  })
})

test.describe('signing up', () => {
  test("AUTH-38 AUTH-37 P-12 a consumer signs up by 'Create an account', reads 'Registered!', confirms the address and logs in to the consumer's place", async ({
    page,
  }) => {
    const email = uniqueUserName('consumer')
    await page.goto('/login')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByLabel('First name').fill('Tomás')
    await page.getByLabel('Last name').fill('Iriarte')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('New password', { exact: true }).fill('Copper&Lantern-41')
    await page.getByLabel('Confirm password', { exact: true }).fill('Copper&Lantern-41')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Registered!')).toBeVisible()
    await expect(page.getByText(`We sent a link to ${email}.`)).toBeVisible()
    await expectAccessible(page, 'registered')
    await page.getByRole('link', { name: 'Back to login' }).click()
    await typeLogin(page, email, 'Copper&Lantern-41')
    await expect(page.getByText('Confirm your email address first: open the link we sent you')).toBeVisible()

    await page.goto(new URL(await mailedLink(page, email, 'confirm-registration')).pathname)
    await expectAccessible(page, 'confirm')
    await page.getByLabel('Password', { exact: true }).fill('Another!Lantern-42')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      'This is not the password you chose when you registered',
    )
    await page.getByLabel('Password', { exact: true }).fill('Copper&Lantern-41')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('Your account is ready, please log in')).toBeVisible()
    await expect(page).toHaveURL('/login')
    await expect(page.getByLabel('User', { exact: true })).toHaveValue(email)
    await typeLogin(page, email, 'Copper&Lantern-41')
    await expect(page).toHaveURL(/\/consumer\/?$/)
    await expect(page.getByRole('heading', { name: 'Welcome, Tomás' })).toBeVisible()
  })
})

test('AUTH-31 P-13 a session of the same user ends with the reset of its password', async ({
  page,
  browser,
  baseURL,
}) => {
  const user = await someUser(page)
  await page.goto('/login')
  await typeLogin(page, user, temporaryPassword)
  await typeNew(page, user, 'Copper&Lantern-41')
  await expect(page.getByText('Password Reset!')).toBeVisible()
  await logIn(page, user, 'Copper&Lantern-41')
  const forgot = await page.request.post('/identity/forgot', { data: { user } })
  expect(forgot.status()).toBe(200)
  const elsewhere = await browser.newPage({ baseURL: baseURL ?? '' })
  await elsewhere.goto(new URL(await mailedLink(page, user)).pathname)
  await typeNew(elsewhere, user, 'Copper&Lantern-43')
  await expect(elsewhere.getByText('Password Reset!')).toBeVisible()
  await elsewhere.close()
  await page.goto('/portal/policies/manage')
  await expect(page).toHaveURL('/login')
})
