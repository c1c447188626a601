import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { inDatabase } from '../../support/database.ts'
import { expectAccessible } from '../../support/screens.ts'
import { expect, password, test, tokenOf } from '../../support/test-fixtures.ts'

let made = 0

/** A user for one test: an agent with the demo's password and rights, who is asked for codes in these ways. */
async function newPerson(codesBy: ('email' | 'sms')[]): Promise<string> {
  const name = `factor-${process.pid}-${++made}@demo.test`
  await inDatabase(async (connection) => {
    await connection.query(
      `with person as (
         insert into contacts (first_name, last_name) values ('Fay', 'Twostep') returning id)
       insert into users (user_name, email, phone, contact_id, password_hash, roles, claims, codes_by)
       select $1, $1, '5550100200', person.id, u.password_hash, u.roles, u.claims, $2 from users u, person
       where u.user_name = 'agent@demo.test'`,
      [name, codesBy],
    )
  })
  return name
}

/** Logs in on the page up to the second factor. */
async function logIn(page: Page, name: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('User', { exact: true }).fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** The newest code in a mailbox of the demo, as its administrator reads it. */
async function codeSentTo(page: Page, recipient: string): Promise<string> {
  const headers = { authorization: `Bearer ${await tokenOf(page, 'admin')}` }
  const list = await page.request.get('/api/Outbox', {
    params: { recipient, kind: 'second-factor-code' },
    headers,
  })
  expect(list.status()).toBe(200)
  const [{ id }] = (await list.json()).data
  const one = await page.request.get(`/api/Outbox/${id}`, { headers })
  return (await one.json()).code
}

/** What an authenticator app with this secret shows, `steps` of 30 s from now. */
const shownByApp = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

const codeField = (page: Page) => page.getByLabel('Code', { exact: true })
const toast = (page: Page, text: string) => page.getByText(text, { exact: true })

/** Turns the app on from My Account and gives its secret and recovery codes. */
async function turnOnApp(page: Page): Promise<{ secret: string; recoveryCodes: string[] }> {
  await page.getByRole('button', { name: 'Turn on the authenticator app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Authenticator app', exact: true })
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '')
  await dialog.getByLabel('Enter the six-digit code').fill(shownByApp(secret))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  return { secret, recoveryCodes: await codes.allTextContents() }
}

async function keepCodes(page: Page): Promise<void> {
  const done = page.getByRole('button', { name: 'Done' })
  await expect(done).toBeDisabled()
  await page.getByLabel('I have saved them').check()
  await done.click()
}

test.describe('a login with a second factor', () => {
  test("AUTH-12 AUTH-24 AUTH-25 AUTH-27 every way is offered; the code by email opens the portal with 'Code verified!'", async ({
    page,
  }) => {
    const name = await newPerson(['email', 'sms'])
    await logIn(page, name)
    await expect(toast(page, '2FA Required')).toBeVisible()
    await expect(page).toHaveURL(/\/login\/2fa\?code=[\w-]{32}&methods=email_sms$/)
    await expect(page.getByRole('radio', { name: 'Email' })).toBeChecked()
    await expect(page.getByRole('radio')).toHaveCount(2)
    await expect(page.getByRole('radio', { name: 'Email' })).toHaveAccessibleName('Email f•••@demo.test')
    await expect(page.getByRole('radio', { name: 'Text message' })).toHaveAccessibleName('Text message (•••) •••-0200')
    const sent = page.waitForRequest('**/identity/2fa/send')
    await page.getByRole('button', { name: 'Send code' }).click()
    expect((await sent).postDataJSON()).toMatchObject({ method: 'email' })
    await expect(toast(page, 'Code sent!')).toBeVisible()
    await expect(codeField(page)).toBeFocused()
    await expect(codeField(page)).toHaveAttribute('autocomplete', 'one-time-code')
    await codeField(page).fill(await codeSentTo(page, name))
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(toast(page, 'Code verified!')).toBeVisible()
    await expect(page).toHaveURL('/portal/customer')
    await page.reload()
    await expect(page).toHaveURL('/portal/customer')
  })

  test('AUTH-25 with one method the code is sent at once, once, and its masked address is shown', async ({ page }) => {
    const sends: string[] = []
    page.on('request', (request) => request.url().endsWith('/2fa/send') && sends.push(request.method()))
    const name = await newPerson(['sms'])
    await page.goto('/login')
    await page.getByLabel('User', { exact: true }).pressSequentially(name)
    await page.getByLabel('Password', { exact: true }).pressSequentially(password)
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Code sent!')).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Sent to (•••) •••-0200. ' })).toBeVisible()
    await expect(codeField(page)).toBeFocused()
    await test.step('a reload sends no second code, and the first one still works', async () => {
      await page.reload()
      await expect(page.getByText('Sent to (•••) •••-0200. ')).toBeVisible()
      await expect(page.getByText('Please wait before')).toBeHidden()
      await page.keyboard.type(await codeSentTo(page, '5550100200'))
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL('/portal/customer')
    })
    // The second request is the one after the reload, which the server refused.
    expect(sends).toHaveLength(2)
  })

  test('AUTH-24 AUTH-28 AUTH-29 a code by text message, a wrong one, and any other failure', async ({ page }) => {
    await test.step('AUTH-24 the text message is the other choice, and the code goes to the phone', async () => {
      const name = await newPerson(['email', 'sms'])
      await logIn(page, name)
      await page.getByRole('radio', { name: 'Text message' }).check()
      const sent = page.waitForRequest('**/identity/2fa/send')
      await page.getByRole('button', { name: 'Send code' }).click()
      expect((await sent).postDataJSON()).toMatchObject({ method: 'sms' })
      await expect(toast(page, 'Code sent!')).toBeVisible()
    })
    await test.step('AUTH-28 a wrong code shows the server’s sentence and stays', async () => {
      await logIn(page, await newPerson(['email']))
      await expect(toast(page, 'Code sent!')).toBeVisible()
      await page.getByRole('button', { name: 'Verify' }).click()
      await expect(page.getByText('Code is required')).toBeVisible()
      await codeField(page).fill('12 34')
      await page.getByRole('button', { name: 'Verify' }).click()
      await expect(toast(page, 'This code is not valid')).toBeVisible()
      await expect(page).toHaveURL(/\/login\/2fa/)
      await expect(codeField(page)).toHaveValue('12 34')
      // The refused code is selected: the next one replaces it.
      await page.keyboard.type('56 78')
      await expect(codeField(page)).toHaveValue('56 78')
    })
    await test.step("AUTH-29 any other failure shows 'There was an error, please re-login.' and goes to the login", async () => {
      for (const step of ['Verify', 'Send code']) {
        await page.goto('/login/2fa?code=unknown-login-code-of-32-chars-xx&methods=email_sms')
        await codeField(page).fill('123456')
        await page.getByRole('button', { name: step }).click()
        await expect(toast(page, 'There was an error, please re-login.').first()).toBeVisible()
        await expect(page).toHaveURL('/login')
      }
      await page.goto('/login/2fa?code=unknown-login-code-of-32-chars-xx&methods=email')
      await expect(toast(page, 'There was an error, please re-login.').first()).toBeVisible()
      await expect(page).toHaveURL('/login')
      await logIn(page, await newPerson(['email']))
      await page.route('**/identity/2fa/validate', (route) => route.abort())
      await codeField(page).fill('123456')
      await page.getByRole('button', { name: 'Verify' }).click()
      await expect(page).toHaveURL('/login')
    })
  })

  test('AUTH-26 after a code no new one for 30 seconds, then again', async ({ page }) => {
    await page.clock.install()
    const name = await newPerson(['email'])
    await logIn(page, name)
    await expect(toast(page, 'Code sent!')).toBeVisible()
    const waiting = page.getByRole('button', { name: /^Send a new code in \d+ s$/ })
    await expect(waiting).toBeDisabled()
    // From here on the page's clock only moves when advanced.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))
    const left = Number(/\d+/.exec(await waiting.innerText())?.[0])
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThanOrEqual(30)
    await page.clock.runFor((left - 1) * 1_000)
    await expect(page.getByRole('button', { name: 'Send a new code in 1 s', exact: true })).toBeDisabled()
    await page.clock.runFor(1_000)
    const again = page.getByRole('button', { name: 'Send a new code', exact: true })
    await expect(again).toBeEnabled()
    await page.clock.resume()
    // The server's clock has not moved, so the server still enforces the limit.
    await again.click()
    await expect(toast(page, 'Please wait before requesting a new code.')).toBeVisible()
    await expect(page).toHaveURL(/\/login\/2fa/)
    await inDatabase((connection) =>
      connection.query(
        `update sign_in_codes set sent_at = sent_at - interval '31 s' where attempt_id in (
           select a.id from sign_in_attempts a join users u on u.id = a.user_id where u.user_name = $1)`,
        [name],
      ),
    )
    await again.click()
    await expect(page.getByRole('button', { name: /^Send a new code in/ })).toBeDisabled()
  })

  test('AUTH-13 AUTH-27 with an older session the second step asks whether to close that one', async ({ page }) => {
    const name = await newPerson(['email'])
    const logInWhole = async () => {
      await logIn(page, name)
      await expect(toast(page, 'Code sent!')).toBeVisible()
      await codeField(page).fill(await codeSentTo(page, name))
      await page.getByRole('button', { name: 'Verify' }).click()
    }
    await logInWhole()
    await expect(page).toHaveURL('/portal/customer')
    const older = await page.evaluate(() => localStorage.getItem('token'))
    await page.evaluate(() => localStorage.removeItem('token'))
    await logInWhole()
    await page.getByRole('button', { name: 'Yes' }).click()
    await expect(page).toHaveURL('/portal/customer')
    const answer = await page.request.get('/api/CurrentUser', { headers: { authorization: `Bearer ${older}` } })
    expect(answer.status()).toBe(401)
  })
})

test.describe('the second factor on My Account', () => {
  test('the app is turned on by its QR code, asked for at the next login, and a recovery code replaces it', async ({
    page,
  }) => {
    const name = await newPerson([])
    await logIn(page, name)
    await expect(page).toHaveURL('/portal/customer')
    await page.goto('/portal/myaccount')
    const { secret, recoveryCodes } = await turnOnApp(page)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toBe('recovery-codes.txt')
    await keepCodes(page)
    await expect(page.getByText('10 recovery codes left')).toBeVisible()

    await page.evaluate(() => localStorage.removeItem('token'))
    await logIn(page, name)
    await expect(page).toHaveURL(/methods=authenticator$/)
    // The code that enabled the app is used; the next one is valid already.
    await codeField(page).fill(shownByApp(secret, 1))
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Yes' }).click()
    await expect(page).toHaveURL('/portal/customer')

    await page.evaluate(() => localStorage.removeItem('token'))
    await logIn(page, name)
    await codeField(page).fill(recoveryCodes[3] ?? '')
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.getByRole('button', { name: 'Yes' }).click()
    await expect(page).toHaveURL('/portal/customer')
    await page.goto('/portal/myaccount')
    await expect(page.getByText('9 recovery codes left')).toBeVisible()
  })

  test('a wrong password is reported at its field; new codes and turning off ask for it too', async ({ page }) => {
    const name = await newPerson([])
    await logIn(page, name)
    await expect(page).toHaveURL('/portal/customer')
    await page.goto('/portal/myaccount')
    await page.getByRole('button', { name: 'Turn on the authenticator app' }).click()
    await page.getByRole('dialog').getByLabel('Current password').fill('Wrong-Password-1')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('The current password is not right')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    const { recoveryCodes } = await turnOnApp(page)
    // A reload would lose the codes, so the browser asks.
    page.once('dialog', (dialog) => void dialog.dismiss())
    const asked = page.waitForEvent('dialog')
    await page.evaluate(() => location.reload())
    expect((await asked).type()).toBe('beforeunload')
    await keepCodes(page)

    await page.getByRole('button', { name: 'New recovery codes' }).click()
    await page.getByRole('dialog').getByLabel('Current password').fill(password)
    await page.getByRole('button', { name: 'Create new codes' }).click()
    const shown = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    await expect(shown).toHaveCount(10)
    expect(await shown.allTextContents()).not.toContain(recoveryCodes[0])
    await keepCodes(page)

    await page.getByRole('button', { name: 'Turn off', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Current password').fill(password)
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
    await expect(toast(page, 'The authenticator app is off')).toBeVisible()
    await expect(page.getByText('Logins ask for your password only.')).toBeVisible()
  })

  test('codes by email can be chosen, and the next login asks for one', async ({ page }) => {
    const name = await newPerson([])
    await logIn(page, name)
    await expect(page).toHaveURL('/portal/customer')
    await page.goto('/portal/myaccount')
    await page.getByRole('button', { name: 'Turn on codes by email' }).click()
    await page.getByRole('dialog').getByLabel('Current password').fill(password)
    await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click()
    await expect(toast(page, 'Codes by email are on')).toBeVisible()
    await page.evaluate(() => localStorage.removeItem('token'))
    await logIn(page, name)
    await expect(page).toHaveURL(/methods=email$/)
  })
})

test('no accessibility violations on the second step and on the section of My Account on desktop and phone', async ({
  page,
}) => {
  test.slow(true, 'checks two screens in both widths and themes')
  const name = await newPerson(['email', 'sms'])
  await logIn(page, name)
  await expect(page.getByRole('radio').first()).toBeChecked()
  await page.getByRole('button', { name: 'Close' }).click()
  await expectAccessible(page, 'second-step')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText('Sent to f•••@demo.test. The code is valid for 10 minutes')).toBeVisible()
  await expectAccessible(page, 'second-step-sent')
  await codeField(page).fill(await codeSentTo(page, name))
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL('/portal/customer')
  await page.goto('/portal/myaccount')
  const section = page.getByRole('region', { name: 'Second factor' })
  await expect(section.getByText('Codes by email')).toBeVisible()
  await section.scrollIntoViewIfNeeded()
  await expectAccessible(page, 'panel')
  await page.getByRole('button', { name: 'Turn on the authenticator app' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current password').fill('wrong')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('The current password is not right')).toBeVisible()
  await expectAccessible(page, 'panel-password')
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '')
  await dialog.getByLabel('Enter the six-digit code').fill('1')
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByText('This code is not valid')).toBeVisible()
  await expectAccessible(page, 'panel-scan')
  await dialog.getByLabel('Enter the six-digit code').fill(shownByApp(secret))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByText('I have saved them')).toBeVisible()
  await expectAccessible(page, 'panel-codes')
  await keepCodes(page)
  await expect(section.getByText('10 recovery codes left')).toBeVisible()
  await expectAccessible(page, 'panel-on')
})
