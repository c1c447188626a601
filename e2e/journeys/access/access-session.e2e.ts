import type { Page } from '@playwright/test'
import { inDatabase } from '../../support/database.ts'
import { openPolicies, rowsOf } from '../../support/records/policy-list.ts'
import { endAtServer, logIn, logOut, statusOf, storedToken, uniqueUserName } from '../../support/sign-in.ts'
import { expect, password, test, tokenOf, userNameOf } from '../../support/test-fixtures.ts'

const warning = (page: Page) => page.getByRole('dialog', { name: 'Are you still there?' })
const register = (page: Page) => page.getByRole('dialog', { name: 'Register' })

/** The clocks of the session begin once the settings are there, which may be a moment after the screen. */
async function clocksToRun(page: Page) {
  await expect.poll(() => page.evaluate(() => localStorage.getItem('lastActivity'))).not.toBeNull()
}

/** Another tab of the same browser. */
async function secondTab(page: Page, address: string): Promise<Page> {
  const other = await page.context().newPage()
  await other.goto(address)
  return other
}

/** Opens the form that registers a user, and types name and email into it. */
async function beginToRegister(page: Page, user: string) {
  await page.goto('/portal/security/users?dialog=new')
  await register(page).getByLabel('User', { exact: true }).fill(user)
  await register(page).getByLabel('Email', { exact: true }).fill(user)
  await register(page).getByText('Temporary password', { exact: true }).click()
}

async function finishToRegister(page: Page, options: { timeout?: number } = {}) {
  const form = register(page)
  await form.getByRole('button', { name: 'Generate password' }).click(options)
  await form.getByRole('button', { name: 'Register user' }).click(options)
}

/** The server ends the session; the page hears of it with its next call, that of the form unless another comes first. */
async function endWhileTyping(page: Page) {
  await endAtServer(userNameOf('security'), 'expired')
  // The socket may close the form before the click; a waiting click must not hit the next form.
  await finishToRegister(page, { timeout: 3_000 }).catch(() => undefined)
  await expect(page).toHaveURL('/login')
}

async function usersCalled(user: string): Promise<number> {
  const { rows } = await inDatabase((connection) =>
    connection.query('select id from users where user_name = $1', [user]),
  )
  return rows.length
}

test.describe('the end of a session', () => {
  test('AUTH-18 AUTH-19 SHELL-40 P-22 Logout ends it everywhere, clears the stored application and says so', async ({
    page,
    signIn,
  }) => {
    const token = await signIn('agent')
    await page.goto('/portal/')
    await page.evaluate(() => localStorage.setItem('appId', '1'))
    const other = await secondTab(page, '/portal/policies/manage')
    await logOut(page)
    await expect(page).toHaveURL('/login')
    await expect(page.getByText("You've been logged out.")).toBeVisible()
    expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('appId')])).toEqual([
      null,
      null,
    ])
    // The page does not wait for the server's answer.
    await expect.poll(() => statusOf(page, token)).toBe(401)
    await expect(other).toHaveURL('/login')
  })

  test("AUTH-17 at the token's end 'Your session has expired.', announced five minutes before", async ({
    page,
    signIn,
  }) => {
    await page.clock.install()
    const token = await signIn('agent')
    await page.goto('/portal/')
    await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible()
    await clocksToRun(page)
    const end = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).exp * 1000
    const left = end - (await page.evaluate(() => Date.now()))
    // Advances the clock without activity, in one step.
    await page.evaluate((then) => localStorage.setItem('lastActivity', String(then)), end)
    await page.clock.fastForward(left - 299_000)
    await expect(
      page.getByText(/^Your session ends at \d+:\d\d [AP]M\. Save your work and log in again\.$/),
    ).toBeVisible()
    await page.clock.fastForward(300_000)
    await expect(page).toHaveURL('/login')
    await expect(page.getByText('Your session has expired.')).toBeVisible()
    expect(await storedToken(page)).toBeNull()
  })

  for (const how of ['expired', 'idle'] as const)
    test(`AUTH-17 P-15 a session that the server ended (${how}) says 'Your session has expired.' at the next call, once`, async ({
      page,
      signIn,
    }) => {
      await signIn('security')
      await page.goto('/portal/security/users')
      await expect(page.getByRole('grid', { name: 'Users' })).toContainText('@')
      await endAtServer(userNameOf('security'), how)
      // A background call of the page may come first and remove the button with the screen.
      await page
        .getByRole('button', { name: 'Next page' })
        .click({ timeout: 3_000 })
        .catch(() => undefined)
      await expect(page).toHaveURL('/login')
      await expect(page.getByRole('alert')).toHaveText('Your session has expired.')
      expect(await storedToken(page)).toBeNull()
    })

  test("AUTH-20 after 900 seconds without activity 'Logged out due to inactivity.', and any activity restarts the time", async ({
    page,
    signIn,
  }) => {
    await page.clock.install()
    const token = await signIn('agent')
    await page.goto('/portal/')
    await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible()
    await clocksToRun(page)
    for (const act of [
      () => page.mouse.move(300, 300),
      () => page.keyboard.press('Shift'),
      () => page.mouse.wheel(0, 9),
    ]) {
      await page.clock.fastForward(600_000)
      await act()
      // Mouse events reach the page with a delay.
      await expect
        .poll(() => page.evaluate(() => Date.now() - Number(localStorage.getItem('lastActivity'))))
        .toBeLessThan(60_000)
    }
    await page.clock.fastForward(600_000)
    await expect(page).toHaveURL('/portal/customer')
    await page.clock.fastForward(301_000)
    await expect(page).toHaveURL('/login')
    await expect(page.getByText('Logged out due to inactivity.')).toBeVisible()
    expect(await storedToken(page)).toBeNull()
    await expect.poll(() => statusOf(page, token)).toBe(401)
  })
})

test.describe('the warning before', () => {
  test('AUTH-20 the last minute is counted down in all tabs and read aloud; one that is active takes it away in all', async ({
    page,
    signIn,
  }) => {
    await page.clock.install()
    await signIn('agent')
    await page.goto('/portal/')
    await clocksToRun(page)
    const other = await secondTab(page, '/portal/policies/manage')
    await expect(other.getByRole('grid', { name: 'Policies' })).toHaveAttribute('aria-busy', 'false')
    await page.clock.fastForward(841_000)
    for (const tab of [page, other]) {
      await expect(warning(tab)).toContainText(/You will be logged out in 0:\d\d/)
      await expect(warning(tab).getByRole('alert')).toHaveText(/^You will be logged out in (60|30|10) seconds$/)
    }
    await page.bringToFront()
    await expect(warning(page).getByRole('button', { name: 'Stay signed in' })).toBeFocused()
    await page.mouse.move(40, 600)
    await expect(warning(page)).toContainText('You are still signed in.')
    await expect(warning(other)).toContainText('You are still signed in.')
    for (const tab of [page, other]) {
      await tab.clock.runFor(3_000)
      await expect(warning(tab)).toHaveCount(0)
    }
    await page.clock.fastForward(800_000)
    await expect(page).toHaveURL('/portal/customer')
  })

  test('AUTH-20 Stay signed in tells the server, Log out ends the session', async ({ page, signIn }) => {
    await page.clock.install()
    const token = await signIn('agent')
    await page.goto('/portal/')
    await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible()
    await clocksToRun(page)
    await page.clock.fastForward(850_000)
    await expect(warning(page).getByRole('button', { name: 'Stay signed in' })).toBeFocused()
    const request = page.waitForRequest('**/api/CurrentUser')
    await page.keyboard.press('Enter')
    await request
    await expect(warning(page)).toHaveCount(0)
    await page.clock.fastForward(850_000)
    await warning(page).getByRole('button', { name: 'Log out' }).press('Enter')
    await expect(page).toHaveURL('/login')
    await expect(page.getByText("You've been logged out.")).toBeVisible()
    await expect.poll(() => statusOf(page, token)).toBe(401)
  })
})

test.describe('tabs of one browser', () => {
  test('P-22 a newer session of the same person leaves an open form as it is, and sends it with the newer token', async ({
    page,
    signIn,
  }) => {
    const user = uniqueUserName('two-tabs')
    const older = await signIn('security')
    await beginToRegister(page, user)
    const other = await secondTab(page, '/privacy')
    const login = await page.request.post('/identity/login', { data: { user: userNameOf('security'), pass: password } })
    const { token: newer } = await login.json()
    // Requests sent before the page handles the event use the older token; the page's listener runs before this one.
    await page.evaluate(() => {
      const heard = new Promise((done) => addEventListener('storage', done, { once: true }))
      Reflect.set(window, 'heard', heard)
    })
    await other.evaluate((token) => localStorage.setItem('token', token), newer)
    await page.evaluate(async () => void (await Reflect.get(window, 'heard')))
    await expect(register(page).getByLabel('User', { exact: true })).toHaveValue(user)
    await finishToRegister(page)
    await expect(page.getByText('User registered!')).toBeVisible()
    expect([await usersCalled(user), await statusOf(page, older)]).toEqual([1, 401])
  })

  test('P-22 when another user logs in in another tab, nothing of the former person stays, and a stale form writes nothing', async ({
    page,
    signIn,
  }) => {
    const user = uniqueUserName('stale')
    await signIn('security')
    await beginToRegister(page, user)
    const other = await secondTab(page, '/privacy')
    const writes: string[] = []
    page.on('request', (request) => request.url().includes('/identity/register') && writes.push(request.url()))
    const token = await tokenOf(page, 'admin')
    await other.evaluate((value) => localStorage.setItem('token', value), token)
    await expect(page.getByRole('banner').getByRole('button', { name: 'Ana Beltrán' })).toBeVisible()
    await expect(register(page)).toHaveCount(0)
    await page.goto('/portal/security/users?dialog=new')
    await expect(register(page).getByLabel('User', { exact: true })).toHaveValue('')
    expect([writes, await usersCalled(user)]).toEqual([[], 0])
  })

  test('P-22 a login in one tab brings the others from the login page into the portal', async ({ page }) => {
    const other = await secondTab(page, '/login')
    await logIn(page, userNameOf('agent'))
    await expect(other).toHaveURL('/portal/customer')
    await expect(other.getByRole('heading', { name: /^Welcome/ })).toBeVisible()
  })
})

test('P-23 after a logout nothing that was seen is left in storage, on the page or behind Back', async ({
  page,
  signIn,
}) => {
  await signIn('agent')
  const grid = await openPolicies(page)
  const names = (await rowsOf(grid).first().innerText())
    .split(/\s*\n\s*/)
    .filter((text) => /\p{Lu}\p{Ll}{3}/u.test(text))
  expect(names.length).toBeGreaterThan(0)
  const nothingLeft = async () => {
    const left = await page.evaluate(() =>
      JSON.stringify([document.documentElement.outerHTML, document.title, { ...localStorage }, { ...sessionStorage }]),
    )
    for (const name of names) expect(left).not.toContain(name)
  }
  await page.goto('/portal/policies/manage?pageNumber=2')
  await page.goto('/portal/')
  await logOut(page)
  await expect(page).toHaveURL('/login')
  // The address changes before the screen does.
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  await nothingLeft()
  for (const _ of [1, 2]) {
    await page.goBack()
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
    await nothingLeft()
  }
  const answer = await page.request.get('/api/CurrentUser', { headers: { authorization: 'Bearer none' } })
  expect(answer.headers()['cache-control']).toContain('no-store')
})

test.describe('unsent input', () => {
  test('P-85 survives the end of the session for the same person, and becomes one record', async ({ page, signIn }) => {
    const user = uniqueUserName('kept')
    await signIn('security')
    await beginToRegister(page, user)
    await endWhileTyping(page)
    await expect(page.getByRole('alert')).toHaveText('Your session has expired.')
    expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain(user)

    await page.getByLabel('User', { exact: true }).fill(userNameOf('security'))
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    // The address of the page names the dialog, which opens again by itself.
    await expect(page).toHaveURL('/portal/security/users?dialog=new')
    await expect(register(page).getByText('Your unsaved changes were restored.')).toBeVisible()
    await expect(register(page).getByLabel('User', { exact: true })).toHaveValue(user)
    await expect(register(page).getByLabel('Email', { exact: true })).toHaveValue(user)
    await finishToRegister(page)
    await expect(page.getByText('User registered!')).toBeVisible()
    expect(await usersCalled(user)).toBe(1)
  })

  test('P-85 also in a form that is a part of a page: the terms of use', async ({ page, signIn }) => {
    const typed = `# Terms\n${uniqueUserName('terms')}`
    await signIn('admin')
    await page.goto('/portal/manage/agency')
    const terms = page.getByLabel('Terms in English')
    await terms.fill(typed)
    await endAtServer(userNameOf('admin'), 'expired')
    // The socket may tell of the end before the click.
    await page
      .getByRole('button', { name: 'Save terms' })
      .click({ timeout: 3_000 })
      .catch(() => undefined)
    await expect(page).toHaveURL('/login')
    await page.getByLabel('User', { exact: true }).fill(userNameOf('admin'))
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/portal/manage/agency')
    await expect(page.getByText('Your unsaved changes were restored.')).toBeVisible()
    await expect(terms).toHaveValue(typed)
  })

  test('P-85 also when the session ended in another tab; Discard empties the form, and closing it forgets', async ({
    page,
    signIn,
  }) => {
    const user = uniqueUserName('discarded')
    await signIn('security')
    await beginToRegister(page, user)
    const other = await secondTab(page, '/portal/')
    await logOut(other)
    await expect(page).toHaveURL('/login')
    await logIn(other, userNameOf('security'))
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' }).click()
    const open = () => page.getByRole('button', { name: 'New', exact: true }).click()
    await open()
    await expect(register(page).getByLabel('User', { exact: true })).toHaveValue(user)
    await register(page).getByRole('button', { name: 'Discard' }).click()
    await expect(register(page).getByLabel('User', { exact: true })).toHaveValue('')
    await expect(register(page).getByText('Your unsaved changes were restored')).toHaveCount(0)
    await register(page).getByRole('button', { name: 'Cancel' }).click()
    await open()
    await expect(register(page).getByLabel('User', { exact: true })).toHaveValue('')
  })

  test('P-85 never comes back to another person', async ({ page, signIn }) => {
    const user = uniqueUserName('foreign')
    await signIn('security')
    await beginToRegister(page, user)
    await endWhileTyping(page)
    for (const person of ['admin', 'security'] as const) {
      await endAtServer(userNameOf(person), 'expired')
      await page.getByLabel('User', { exact: true }).fill(userNameOf(person))
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.keyboard.press('Enter')
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' }).click()
      await page.getByRole('button', { name: 'New', exact: true }).click()
      await expect(register(page).getByLabel('User', { exact: true })).toHaveValue('')
      await expect(page.getByText(/^Reopen .* to restore/)).toHaveCount(0)
      await register(page).getByRole('button', { name: 'Cancel' }).click()
      await logOut(page)
      await expect(page).toHaveURL('/login')
    }
  })

  test('P-85 MSG-04 without a network the form stays with the reason, and one retry makes one record', async ({
    page,
    context,
    signIn,
  }) => {
    const user = uniqueUserName('offline')
    await signIn('security')
    await beginToRegister(page, user)
    await context.setOffline(true)
    await finishToRegister(page)
    await expect(register(page).getByRole('alert')).toHaveText(
      "Couldn't reach Coverdesk. Your entries are still here. Check the connection and try again.",
    )
    await expect(register(page).getByLabel('User', { exact: true })).toHaveValue(user)
    await context.setOffline(false)
    await register(page).getByRole('button', { name: 'Register user' }).click()
    await expect(page.getByText('User registered!')).toBeVisible()
    expect(await usersCalled(user)).toBe(1)
  })
})
