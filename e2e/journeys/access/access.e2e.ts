import type { Page } from '@playwright/test'
import { inDatabase } from '../../support/database.ts'
import { navigate } from '../../support/screens.ts'
import {
  endAtServer,
  logOut,
  registerUser,
  statusOf,
  storedToken,
  temporaryPassword,
  typeLogin,
  uniqueUserName,
} from '../../support/sign-in.ts'
import { expect, password, test, tokenOf, userNameOf } from '../../support/test-fixtures.ts'

/** Fills in the login form with an unknown name; returns a function that submits it. */
const tryToLogIn = async (page: Page) => {
  await page.goto('/login')
  await page.getByLabel('User', { exact: true }).fill(uniqueUserName('unknown'))
  await page.getByLabel('Password', { exact: true }).fill('x')
  return () => page.getByRole('button', { name: 'Login' }).click()
}

test.describe('login', () => {
  test('AUTH-01 AUTH-02 AUTH-03 AUTH-04 AUTH-08 AUTH-15 MSG-01 MSG-02 MSG-03 MSG-04 MSG-05 MSG-11 the login page, what it refuses and what it says', async ({
    page,
  }) => {
    await test.step("AUTH-01 AUTH-02 AUTH-03 AUTH-04 AUTH-08 the page has its fields, terms and links, shows the password and hides it, and without user refuses with 'User is required'", async () => {
      const sent: string[] = []
      page.on('request', (request) => sent.push(request.url()))
      await page.goto('/login')
      await expect(page.getByLabel('User', { exact: true })).toBeFocused()
      await expect(page.getByLabel('Remember my user name')).toBeVisible()
      await expect(page.getByText('By logging in you accept the terms of use.')).toBeVisible()
      await expect(page.getByRole('link', { name: 'terms of use' })).toHaveAttribute('href', '/terms')
      await expect(page.getByRole('link', { name: 'Call' })).toHaveAttribute('href', /^tel:/)
      await expect(page.getByRole('link', { name: 'Email' })).toHaveAttribute('href', /^mailto:/)
      await expect(page.getByRole('link', { name: 'Privacy Notice' })).toHaveAttribute('href', '/privacy')
      await expect(page.getByRole('link', { name: 'See Plans' })).toHaveAttribute('href', '/self-enroll/')

      const field = page.getByLabel('Password', { exact: true })
      await field.fill('secret')
      await expect(field).toHaveAttribute('type', 'password')
      await page.getByRole('button', { name: 'Show password' }).click()
      await expect(field).toHaveAttribute('type', 'text')
      await page.getByRole('button', { name: /(Show|Hide) password/ }).click()
      await expect(field).toHaveAttribute('type', 'password')

      await page.getByRole('button', { name: 'Login' }).click()
      await expect(page.getByText('User is required')).toBeVisible()
      expect(sent.filter((url) => url.includes('/identity/'))).toEqual([])
    })
    await test.step("AUTH-15 MSG-11 a wrong password shows 'Login error!' with the server's sentence and stays", async () => {
      await page.getByLabel('User', { exact: true }).fill('unknown@demo.test')
      await page.getByLabel('Password', { exact: true }).fill('Wrong-Password-1')
      await page.getByRole('button', { name: 'Login' }).click()
      await expect(page.getByText('Login error! Invalid user or password')).toBeVisible()
      await expect(page).toHaveURL('/login')
    })
    await test.step("AUTH-15 a disabled user reads 'Login error! User is disabled' and stays", async () => {
      const user = uniqueUserName('disabled')
      await registerUser(page, await tokenOf(page, 'security'), user)
      await inDatabase((connection) =>
        connection.query('update users set enabled = false where user_name = $1', [user]),
      )
      await typeLogin(page, user, temporaryPassword)
      await expect(page.getByText('Login error! User is disabled')).toBeVisible()
      await expect(page).toHaveURL('/login')
      expect(await storedToken(page)).toBeNull()
    })
    await test.step('AUTH-01 everything can be done with the keyboard: the first wrong field has the focus, Enter sends', async () => {
      await page.goto('/login')
      await expect(page.getByLabel('User', { exact: true })).toBeFocused()
      await page.keyboard.type('someone')
      await page.keyboard.press('Enter')
      await expect(page.getByText('Password is required')).toBeVisible()
      await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
      const stops = ['Show password', 'Forgot password?', 'Remember my user name', 'Login', 'terms of use']
      for (const name of [...stops, 'Create an account']) {
        await page.keyboard.press('Tab')
        await expect(page.locator(':focus')).toHaveAccessibleName(name)
      }
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL('/login/register')
    })
    await test.step('MSG-04 without a network a sentence says what to do', async () => {
      const press = await tryToLogIn(page)
      await page.route('**/identity/login', (route) => route.abort('internetdisconnected'))
      await press()
      await expect(page.getByRole('alert')).toHaveText(
        "Login error! Couldn't reach Coverdesk. Your entries are still here. Check the connection and try again.",
      )
      await page.unroute('**/identity/login')
    })
    await test.step('MSG-01 MSG-02 MSG-03 MSG-05 MSG-11 an answer that is not ours is readable too, in one toast', async () => {
      const answers = [
        { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>', says: 'Error: 502 - Bad Gateway' },
        { status: 503, contentType: 'text/plain', body: 'Down until noon', says: 'Down until noon' },
        { status: 500, contentType: 'application/json', body: '', says: 'Error: 500 - Internal Server Error' },
        { status: 400, contentType: 'application/json', body: '{"Message":"Not today"}', says: 'Not today' },
        { status: 400, contentType: 'application/json', body: '{"errors":{"Password":["Too old"]}}', says: 'Too old' },
      ]
      const press = await tryToLogIn(page)
      for (const { says, ...answer } of answers) {
        // A proxy between browser and server sends its own error page.
        await page.route('**/identity/login', (route) => route.fulfill(answer), { times: 1 })
        await press()
        await expect(page.getByRole('alert').last()).toHaveText(`Login error! ${says}`)
      }
    })
  })

  test('AUTH-05 AUTH-06 AUTH-10 AUTH-16 the right password opens the portal, and a signed-in user stays there', async ({
    page,
  }) => {
    await test.step('AUTH-05 AUTH-06 AUTH-10 AUTH-16 the right password opens the portal, which survives a reload', async () => {
      await endAtServer(userNameOf('agent'), 'expired')
      await page.goto('/login')
      await page.getByLabel('User', { exact: true }).fill(userNameOf('agent'))
      await page.getByLabel('Password', { exact: true }).fill(password)
      expect(await storedToken(page)).toBeNull()
      const sent = page.waitForRequest('**/identity/login')
      await page.keyboard.press('Enter')
      expect((await sent).postDataJSON()).toEqual({
        user: userNameOf('agent'),
        pass: password,
        rememberUsername: false,
      })
      await expect(page.getByText('Logged in!')).toBeVisible()
      await expect(page).toHaveURL('/portal/customer')
      await page.reload()
      await expect(page).toHaveURL('/portal/customer')
    })
    await test.step('AUTH-05 signed-in users are redirected from the login pages, and not from a reset link (A-025)', async () => {
      for (const address of ['/login', '/login/forgot', '/login/register', '/login/2fa']) {
        await navigate(page, address)
        await expect(page).toHaveURL('/portal/customer')
      }
      await navigate(page, '/login/reset/some-code')
      await expect(page.getByRole('heading', { name: 'Reset Password' })).toBeVisible()
    })
  })

  test('AUTH-07 AUTH-13 AUTH-14 a remembered user name, and an older session', async ({ page }) => {
    await test.step('AUTH-13 AUTH-14 with an older session it asks: No keeps nothing and leaves the older one, Yes closes it and logs in', async () => {
      const older = await tokenOf(page, 'security')
      await page.goto('/login')
      await typeLogin(page, userNameOf('security'))
      await expect(
        page.getByText('You are already logged in somewhere else. Close the previous session?'),
      ).toBeVisible()
      const dropped = page.waitForResponse('**/identity/logout')
      await page.getByRole('button', { name: 'No' }).click()
      expect((await dropped).status()).toBe(200)
      await expect(page.getByLabel('User', { exact: true })).toBeVisible()
      expect(await storedToken(page)).toBeNull()
      expect(await statusOf(page, older)).toBe(200)

      await typeLogin(page, userNameOf('security'))
      await page.getByRole('button', { name: 'Yes' }).click()
      await expect(page.getByText('Logged in!')).toBeVisible()
      await expect(page).toHaveURL('/portal/customer')
      expect(await statusOf(page, (await storedToken(page)) ?? '')).toBe(200)
      expect(await statusOf(page, older)).toBe(401)
      await logOut(page)
      await expect(page).toHaveURL('/login')
    })
    await test.step('AUTH-07 a remembered user name is filled in on the next visit, and only then', async () => {
      const logIn = async (remember: boolean) => {
        // The page does not wait until the server ends the previous session, which would cause the question.
        await endAtServer(userNameOf('security'), 'expired')
        await page.goto('/login')
        await page.getByLabel('User', { exact: true }).fill(userNameOf('security'))
        await page.getByLabel('Password', { exact: true }).fill(password)
        await page.getByLabel('Remember my user name').setChecked(remember)
        await page.getByRole('button', { name: 'Login' }).click()
        await expect(page).toHaveURL('/portal/customer')
        await page
          .getByRole('banner')
          .getByRole('button', { name: /\p{Lu}\p{Ll}+ \p{Lu}/u })
          .click()
        await page.getByRole('menuitem', { name: 'Logout' }).click()
        await expect(page).toHaveURL('/login')
      }
      await logIn(true)
      await expect(page.getByLabel('User', { exact: true })).toHaveValue(userNameOf('security'))
      await logIn(false)
      await expect(page.getByLabel('User', { exact: true })).toHaveValue('')
    })
  })

  test('AUTH-11 AUTH-30 AUTH-31 P-12 a temporary password leads to a new one, which alone logs in', async ({
    page,
  }) => {
    const user = uniqueUserName('temporary')
    const own = 'Lantern-Meadow+7'
    await registerUser(page, await tokenOf(page, 'security'), user)
    await page.goto('/login')
    await typeLogin(page, user, temporaryPassword)
    await expect(page.getByText('You need to reset your password')).toBeVisible()
    await expect(page).toHaveURL(/\/login\/reset\/[\w-]{20,}$/)
    expect(await storedToken(page)).toBeNull()

    await expect(page.getByLabel('User', { exact: true })).toHaveValue(user)
    await page.getByLabel('New password', { exact: true }).fill(own)
    await page.getByLabel('Confirm password', { exact: true }).fill(own)
    const sent = page.waitForRequest('**/identity/reset')
    await page.keyboard.press('Enter')
    expect(Object.keys((await sent).postDataJSON()).toSorted()).toEqual(['code', 'pass', 'pass_confirm', 'user'])
    await expect(page.getByText('Password Reset!')).toBeVisible()
    await expect(page).toHaveURL('/login')
    await typeLogin(page, user, temporaryPassword)
    await expect(page.getByText('Login error! Invalid user or password')).toBeVisible()
    await typeLogin(page, user, own)
    await expect(page).toHaveURL('/portal/customer')
  })

  test('AUTH-41 the app shows who is signed in by the name and address of their contact', async ({ page, signIn }) => {
    await signIn('admin')
    await page.goto('/portal/')
    await expect(page.getByRole('heading', { name: 'Welcome, Ana' })).toBeVisible()
    await page.getByRole('banner').getByRole('button', { name: 'Ana Beltrán' }).click()
    await expect(page.getByRole('menu')).toContainText(userNameOf('admin'))
  })
})

test.describe('what a failed login says', () => {
  test('MSG-06 MSG-07 MSG-08 an error stays 20 seconds, at most five toasts stand, the debug flag adds one', async ({
    page,
  }) => {
    await page.clock.install()
    const press = await tryToLogIn(page)
    await page.route('**/identity/login', (route) => route.fulfill({ status: 503, body: 'Busy' }))
    for (let times = 1; times <= 6; times++) {
      await press()
      await expect(page.getByRole('alert')).toHaveCount(Math.min(times, 5))
      await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled()
    }
    await page.clock.fastForward(21_000)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await press()
    await expect(page.getByRole('alert')).toHaveCount(1)
    await page.clock.fastForward(10_000)
    await expect(page.getByRole('alert')).toHaveCount(1)
    await page.clock.fastForward(11_000)
    await expect(page.getByRole('alert')).toHaveCount(0)

    await page.evaluate(() => localStorage.setItem('debug', 'true'))
    await press()
    await expect(page.getByRole('alert')).toHaveText(['Login error! Busy', /^Debug: /])
  })
})
