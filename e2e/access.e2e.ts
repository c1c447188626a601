import { expect, nameOf, password, test } from './people.ts'

test.describe('login', () => {
  test('AUTH-01 AUTH-03 AUTH-04 the page has its fields, the terms and its links', async ({ page }) => {
    await page.goto('/login')
    await expect(page.getByLabel('User', { exact: true })).toBeFocused()
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
    await expect(page.getByLabel('Remember my user name')).toBeVisible()
    await expect(page.getByText('By logging in you accept the terms of use.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Call' })).toHaveAttribute('href', /^tel:/)
    await expect(page.getByRole('link', { name: 'Email' })).toHaveAttribute('href', /^mailto:/)
    await expect(page.getByRole('link', { name: 'Privacy Notice' })).toHaveAttribute('href', '/privacy')
    await expect(page.getByRole('link', { name: 'See Plans' })).toHaveAttribute('href', '/self-enroll/')
  })

  test('AUTH-02 the password can be shown and hidden', async ({ page }) => {
    await page.goto('/login')
    const field = page.getByLabel('Password', { exact: true })
    await field.fill('secret')
    await expect(field).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(field).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: /(Show|Hide) password/ }).click()
    await expect(field).toHaveAttribute('type', 'password')
  })

  test("AUTH-08 without user it is refused with 'User is required' and nothing is sent", async ({ page }) => {
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url()))
    await page.goto('/login')
    await page.getByLabel('Password', { exact: true }).fill('x')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByText('User is required')).toBeVisible()
    expect(sent.filter((url) => url.includes('/identity/'))).toEqual([])
  })

  test('AUTH-05 AUTH-06 AUTH-10 AUTH-16 the right password opens the portal, which survives a reload', async ({
    page,
  }) => {
    await page.goto('/login')
    await page.getByLabel('User', { exact: true }).fill(nameOf('agent'))
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Logged in!')).toBeVisible()
    await expect(page).toHaveURL('/portal/customer')
    await page.reload()
    await expect(page).toHaveURL('/portal/customer')
    await page.goto('/login')
    await expect(page).toHaveURL('/portal/customer')
  })

  test("AUTH-15 MSG-11 a wrong password shows 'Login error!' with the server's sentence and stays", async ({
    page,
  }) => {
    await page.goto('/login')
    await page.getByLabel('User', { exact: true }).fill('nobody@demo.test')
    await page.getByLabel('Password', { exact: true }).fill('Wrong-Password-1')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByText('Login error! Invalid user or password')).toBeVisible()
    await expect(page).toHaveURL('/login')
  })

  test('AUTH-07 a remembered user name is filled in at the next visit, and only then', async ({ page }) => {
    const logIn = async (remember: boolean) => {
      await page.goto('/login')
      await page.getByLabel('User', { exact: true }).fill(nameOf('security'))
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
    await expect(page.getByLabel('User', { exact: true })).toHaveValue(nameOf('security'))
    await logIn(false)
    await expect(page.getByLabel('User', { exact: true })).toHaveValue('')
  })
})

test.describe('the end of a session', () => {
  test('AUTH-18 AUTH-19 SHELL-40 Logout ends it everywhere, clears the stored application and says so', async ({
    page,
    signIn,
  }) => {
    const token = await signIn('agent')
    await page.goto('/portal/')
    await page.evaluate(() => localStorage.setItem('appId', '1'))
    const other = await page.context().newPage()
    await other.goto('/portal/policies/manage')
    await page
      .getByRole('banner')
      .getByRole('button', { name: /\p{Lu}\p{Ll}+ \p{Lu}/u })
      .click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
    await expect(page.getByText("You've been logged out.")).toBeVisible()
    expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('appId')])).toEqual([
      null,
      null,
    ])
    // The page does not wait for the server's answer.
    const headers = { authorization: `Bearer ${token}` }
    await expect.poll(async () => (await page.request.get('/api/CurrentUser', { headers })).status()).toBe(401)
    await expect(other).toHaveURL('/login')
  })

  test("AUTH-17 AUTH-20 without activity 'Logged out due to inactivity.', at the token's end 'Your session has expired.'", async ({
    page,
    signIn,
  }) => {
    await page.clock.install()
    await signIn('agent')
    await page.goto('/portal/')
    await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible()
    await page.clock.fastForward(600_000)
    await page.mouse.move(200, 200)
    await page.mouse.move(300, 300)
    await page.clock.fastForward(600_000)
    await expect(page).toHaveURL('/portal/customer')
    await page.clock.fastForward(901_000)
    await expect(page).toHaveURL('/login')
    await expect(page.getByText('Logged out due to inactivity.')).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  })
})
