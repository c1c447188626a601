import type { Locator, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { rowsOf } from '../../support/records/policy-list.ts'
import { openUsers } from '../../support/records/user-list.ts'
import { uniqueLogin } from '../../support/records/user-records.ts'
import { expectAccessible } from '../../support/screens.ts'
import { newestMessage, typeLogin } from '../../support/sign-in.ts'
import { expect, test } from '../../support/test-fixtures.ts'
import { expectSpanish } from '../enrolling/expect-spanish.ts'

const password = 'Basalt*Farn+9x'
const type = async (field: Locator, text: string) => {
  await field.click()
  await field.pressSequentially(text)
}

/** Path of the link in the newest invitation; its host is the configured one. */
async function linkTo(page: Page, recipient: string): Promise<string> {
  const { link } = await newestMessage(page, recipient, 'invitation')
  return new URL(link ?? '').pathname
}

test('P-12 an invited user chooses the first password and a second factor by the link, typing key by key', async ({
  page,
  signIn,
  browser,
}) => {
  test.slow(true, 'six pages, each checked for accessibility in both themes and widths')
  await signIn('security')
  const login = uniqueLogin('nora')
  const dialog = page.getByRole('dialog')

  await test.step('USER-05 Register sends an invitation unless a temporary password is chosen', async () => {
    await openUsers(page)
    await page.getByRole('main').getByRole('button', { name: 'New', exact: true }).click()
    await type(dialog.getByLabel('User', { exact: true }), login)
    await type(dialog.getByLabel('Email', { exact: true }), login)
    await type(dialog.getByLabel('First name'), 'Nora')
    await type(dialog.getByLabel('Last name'), 'Lund')
    await expect(dialog.getByRole('radio', { name: 'Send an invitation' })).toBeChecked()
    await expect(dialog.getByLabel('Password', { exact: true })).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Register user' }).click()
    await expect(page.getByText(`Invitation sent to ${login}`)).toBeVisible()
    await expect(rowsOf(page.getByRole('grid', { name: 'Users' })).filter({ hasText: login })).toContainText('Invited')
  })
  const first = await linkTo(page, login)

  await test.step('the invitation is revoked and sent again; the old link says what to do', async () => {
    await page.getByRole('main').getByRole('button', { name: 'Access', exact: true }).click()
    const invitation = dialog.getByRole('region', { name: 'Invitation' })
    await expect(invitation).toContainText('The link works until')
    await invitation.getByRole('button', { name: 'Revoke invitation' }).click()
    await page
      .getByRole('dialog', { name: 'Revoke the invitation?' })
      .getByRole('button', { name: 'Revoke invitation' })
      .click()
    await expect(invitation).toContainText('then revoked')
    await expectAccessible(page, 'user-access-invitation')
    await invitation.getByRole('button', { name: 'Send again' }).click()
    await expect(invitation).toContainText('The link works until')
    await expect(dialog.getByRole('list', { name: 'History of account and rights' })).toContainText(
      'Denise Harper revoked the invitation of Nora Lund.',
    )
  })

  const theirs = await browser.newContext()
  const desk = await theirs.newPage()
  await desk.goto(first)
  await expect(desk.getByText('If you have chosen your password already, log in with it.')).toBeVisible()
  await expectAccessible(desk, 'invitation-invalid')

  const link = await linkTo(page, login)
  await test.step('the page names the user, says what is wrong with a password, and sets a good one', async () => {
    await desk.goto(link)
    await expect(desk.getByText('Welcome, Nora Lund.')).toBeVisible()
    await expect(desk.getByLabel('New password')).toBeFocused()
    await desk.getByRole('button', { name: 'Español' }).click()
    await expect(desk.getByText('Le damos la bienvenida, Nora Lund.')).toBeVisible()
    await expectSpanish(desk, 'the invitation')
    await desk.getByRole('button', { name: 'English' }).click()
    await expect(desk.getByLabel('User', { exact: true })).toHaveValue(login)
    await type(desk.getByLabel('New password'), 'short')
    await type(desk.getByLabel('Confirm password'), 'other')
    await desk.keyboard.press('Enter')
    await expect(desk.getByText('Passwords must match')).toBeVisible()
    await expect(desk.getByText('At least 1 lowercase, 1 Uppercase, and 1 special, min 12, max 20')).toBeVisible()
    await expectAccessible(desk, 'invitation')
    for (const label of ['New password', 'Confirm password']) {
      await desk.getByLabel(label).click()
      await desk.keyboard.press('ControlOrMeta+a')
      await desk.keyboard.type(password)
    }
    await desk.getByRole('button', { name: 'Set password' }).click()
  })

  await test.step('the second factor is offered, set up with an app, and the portal opens', async () => {
    await expect(desk.getByRole('heading', { name: 'Add a second factor' })).toBeVisible()
    await expectAccessible(desk, 'invitation-second-factor')
    await desk.getByRole('button', { name: 'Set up an authenticator app' }).click()
    await expect(desk.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
    await expectAccessible(desk, 'invitation-app')
    await desk.getByRole('button', { name: 'Español' }).click()
    await expect(desk.getByRole('button', { name: 'Activar' })).toBeVisible()
    await expectSpanish(desk, 'the second factor')
    await desk.getByRole('button', { name: 'English' }).click()
    const secret = (await desk.locator('code').innerText()).replaceAll(' ', '')
    await type(desk.getByLabel('Enter the six-digit code'), new TOTP({ secret: Secret.fromBase32(secret) }).generate())
    await desk.keyboard.press('Enter')
    await desk.getByLabel('I have saved them').check()
    await desk.getByRole('button', { name: 'Done' }).click()
    await expect(desk.getByRole('banner').getByRole('button', { name: 'Nora Lund' })).toBeVisible()
    const missing = desk.getByRole('region', { name: 'What is missing' })
    await expect(missing).toContainText('no claims yet')
    await expect(missing).toContainText('Denise Harper')
    await expectAccessible(desk, 'no-claims')
  })

  await test.step('the link works once; the next login asks for the app', async () => {
    await theirs.clearCookies()
    await desk.evaluate(() => localStorage.clear())
    await desk.goto(link)
    await expect(desk.getByText('This invitation is no longer valid')).toBeVisible()
    await desk.goto('/login')
    await typeLogin(desk, login, password)
    await expect(desk).toHaveURL(/\/login\/2fa\?.*methods=authenticator/)
  })
  await theirs.close()
})
