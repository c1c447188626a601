import { makeEnrollable } from '../../support/records/enrollable.ts'
import { uniqueName } from '../../support/records/marketplace-records.ts'
import { expectAccessible, goTo, navigate } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

test.describe('addresses', () => {
  test('SHELL-02 SHELL-03 SHELL-04 SHELL-05 SHELL-06 SHELL-07 SHELL-44 CONSUMER-07 CONSUMER-08 the addresses that a visitor can open', async ({
    page,
    request,
  }) => {
    await test.step('SHELL-02 SHELL-03 without a session / and every portal address lead to /login', async () => {
      for (const address of ['/', '/portal/leads']) {
        await page.goto(address)
        await expect(page).toHaveURL('/login')
      }
      for (const address of ['/portal', '/portal/policies/manage']) {
        await navigate(page, address)
        await expect(page).toHaveURL('/login')
      }
    })
    await test.step('SHELL-05 SHELL-06 an unknown address ends on the 404 page with a link to the homepage', async () => {
      await page.goto('/xyz')
      await expect(page).toHaveURL('/not-found')
      await expect(page.getByRole('heading', { name: 'Page not found / Are you lost?' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Go to homepage' })).toHaveAttribute('href', '/')
    })
    await test.step('SHELL-04 the known top-level addresses never show the 404 page', async () => {
      for (const address of ['/login', '/privacy', '/mk/return', '/consumer/', '/consumer/applications/1']) {
        expect((await request.get(address)).status()).toBe(200)
        await navigate(page, address)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page).not.toHaveURL('/not-found')
      }
    })
    await test.step('SHELL-07 a hash address of the marketplace is rewritten to the path (A-001)', async () => {
      await page.goto('/#/mk/return?exchangeId=1')
      await expect(page).toHaveURL('/mk/return?exchangeId=1')
      await expect(page.getByText('Succesfully Submitted')).toBeVisible()
    })
    await test.step('CONSUMER-07 CONSUMER-08 the privacy notice is read without login, with its date and its 14 sections', async () => {
      await page.goto('/privacy')
      await expect(page.getByText('Effective 3/13/2025', { exact: true })).toBeVisible()
      const headings = page.getByRole('main').getByRole('heading', { level: 2 })
      await expect(headings).toHaveText([
        /^1\. .*privacy choices/i,
        /^2\. .*health insurance purposes/i,
        /^3\. .*email/i,
        /^4\. .*cookies/i,
        /^5\. .*ad/i,
        /^6\. .*track/i,
        /^7\. .*text/i,
        /^8\. .*up to date/i,
        /^9\. .*security/i,
        /^10\. .*18/i,
        /^11\. .*other sites/i,
        /^12\. .*other countries/i,
        /^13\. .*changes/i,
        /^14\. .*contact/i,
      ])
    })
    await test.step('SHELL-44 a branded variant hides Call, Email and Privacy Notice, others show them', async () => {
      await page.goto('/login')
      for (const name of ['Call', 'Email', 'Privacy Notice'])
        await expect(page.getByRole('link', { name })).toBeVisible()
      const alpha = await (await request.get('/login', { headers: { host: 'alpha.example.com' } })).text()
      await page.route('**/login', (route) => route.fulfill({ body: alpha, contentType: 'text/html' }))
      await page.goto('/login')
      await expect(page.getByText('Alpha Health').first()).toBeVisible()
      for (const name of ['Call', 'Email', 'Privacy Notice'])
        await expect(page.getByRole('link', { name })).toHaveCount(0)
    })
  })

  test('SHELL-08 ACCESS-08 ACCESS-10 ACCESS-25 ACCESS-26 the portal of a customer', async ({ page, signIn }) => {
    await signIn('customer')
    await test.step('SHELL-08 a customer starts at the dashboard address with the hint to click Application', async () => {
      await page.goto('/portal/')
      await expect(page).toHaveURL('/portal/dashboard')
      await expect(page.getByText('Click Application to see your application.')).toBeVisible()
      await expect(page).toHaveTitle(/^Welcome · /)
    })
    await test.step('ACCESS-08 ACCESS-10 the section Application shows for a customer only, who has no Dashboard', async () => {
      await expect(
        page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Application' }),
      ).toBeVisible()
      for (const other of ['Dashboard', 'Policies'])
        await expect(page.getByRole('navigation', { name: 'Main' }).getByText(other)).toHaveCount(0)
    })
    await test.step('ACCESS-25 ACCESS-26 without their claims Marketplace and EDE are absent', async () => {
      await expect(page.getByRole('link', { name: 'See Plans' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Marketplace (DE)' })).toHaveCount(0)
      await expect(page.getByRole('link', { name: 'EDE', exact: true })).toHaveCount(0)
    })
  })

  test('SHELL-13 each address under /portal/mk opens a screen of its own', async ({ page, signIn }) => {
    const id = await makeEnrollable(uniqueName())
    await signIn('admin')
    await page.goto('/portal/')
    await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible()
    const application = `/portal/mk/applications/${id}`
    for (const [address, heading] of [
      ['/portal/mk/return/submit', 'Succesfully Submitted'],
      ['/portal/mk/applications', 'Applications'],
      [application, /^Ana /],
      [`${application}/enrollment`, /^Enroll Ana /],
    ] as const) {
      await navigate(page, address)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    }
    for (const plans of [`${application}/plans`, `${application}/enrollment/1/plans`]) {
      await navigate(page, plans)
      const details = page.getByRole('link', { name: /^Details/ }).first()
      const planAt = await details.getAttribute('href')
      expect(planAt).toMatch(new RegExp(`^${plans}/\\w+`))
      await navigate(page, planAt ?? '')
      await expect(page.getByRole('link', { name: 'Public page' })).toBeVisible()
    }
    // Last, with an unresponsive exchange: this screen navigates away after a second.
    await page.route('https://exchange.example.com/**', () => undefined)
    await page.goto('/portal/mk/redirect')
    await expect(page.getByRole('heading', { level: 1, name: 'Taking you to the marketplace' })).toBeVisible()
  })
})

test.describe('access to the portal', () => {
  test('ACCESS-05 a user without a role sees that the account is not set up, with a Logout that works', async ({
    page,
    signIn,
  }) => {
    await signIn('norole')
    await page.goto('/portal/')
    await expect(
      page.getByRole('heading', { name: 'Account not set up yet, talk to your administrator' }),
    ).toBeVisible()
    await expect(page.getByText("Your account hasn't been set up yet, talk to your administrator.")).toBeVisible()
    const missing = page.getByRole('region', { name: 'What is missing' })
    await expect(missing).toContainText('Your user has no role yet.')
    await expect(
      missing.getByRole('listitem').filter({ hasText: 'Denise Harper' }).getByRole('link').first(),
    ).toHaveAttribute('href', /^mailto:security.*@demo\.test$/)
    await expectAccessible(page, 'no-role')
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
  })

  test('ACCESS-06 ACCESS-07 a consumer sees a notice and a link to the consumer home', async ({ page, signIn }) => {
    await signIn('consumer')
    await page.goto('/portal/policies/manage')
    await expect(page.getByText("You're not an agent. As a result you cannot access this page.")).toBeVisible()
    await page.getByRole('link', { name: 'Go to consumer home' }).click()
    await expect(page).toHaveURL(/\/consumer\/?$/)
  })
})

test.describe('sidebar and top bar', () => {
  test('SHELL-21 SHELL-29 SHELL-36 SHELL-37 the frame of the portal and the links of Administration', async ({
    page,
    signIn,
  }) => {
    await signIn('admin')
    await test.step('SHELL-21 SHELL-36 each link of Administration, and the rates of an agent, open their own screen', async () => {
      await page.goto('/portal/')
      const menu = page.getByRole('navigation', { name: 'Main' })
      for (const [label, address, title] of [
        ['Carriers', 'carriers', 'Carriers'],
        ['Agent Manage', 'agents', 'Agents'],
        ['Agent Rates', 'rates', 'Agent Rates'],
        ['Logs', 'logs', 'Logs'],
        ['Audit Logs', 'audit_logs', 'Audit Logs'],
        ['Upload Files', 'upload', 'Upload Files'],
        ['Reports', 'reports', 'Reports'],
        ['Lists', 'lists', 'Lists'],
        ['Agency', 'agency', 'Agency'],
      ] as const) {
        await menu.getByRole('link', { name: label, exact: true }).click()
        await expect(page).toHaveURL(new RegExp(`/portal/manage/${address}$`))
        await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
      }
      await navigate(page, '/portal/manage/rates/17')
      await expect(page.getByRole('grid', { name: 'Rates' })).toBeVisible()
    })
    await test.step("SHELL-29 any other address of the portal shows 'Not Implemented'", async () => {
      await navigate(page, '/portal/abc')
      await expect(page.getByRole('heading', { name: 'Not Implemented' })).toBeVisible()
    })
    await test.step('SHELL-37 the sidebar is 300 or 80 wide, and the choice is remembered', async () => {
      await navigate(page, '/portal/')
      const sidebar = page.getByRole('navigation', { name: 'Main' })
      const width = () => sidebar.evaluate((element) => element.parentElement?.getBoundingClientRect().width)
      await expect.poll(width).toBe(300)
      // Below 1100 px a list would have two thirds of the window (decision 269).
      await page.setViewportSize({ width: 1099, height: 800 })
      await expect.poll(width).toBe(80)
      await page.getByRole('button', { name: 'Open sidebar' }).click()
      await expect.poll(width).toBe(300)
      await page.setViewportSize({ width: 1100, height: 800 })
      await expect.poll(width).toBe(300)
      await page.getByRole('button', { name: 'Close sidebar' }).click()
      await expect.poll(width).toBe(80)
      await page.reload()
      await expect(page.getByRole('button', { name: 'Open sidebar' })).toBeVisible()
      await expect.poll(width).toBe(80)
    })
  })

  test('SHELL-09 SHELL-10 SHELL-15 SHELL-16 SHELL-22 SHELL-27 SHELL-28 SHELL-38 SHELL-39 SHELL-41 SHELL-42 ACCESS-13 ACCESS-21 ACCESS-23 ACCESS-25 ACCESS-26 ACCESS-28 P-39 what an agent finds, and what is closed', async ({
    page,
    signIn,
  }) => {
    await test.step('SHELL-41 SHELL-42 visitors see Login, signed-in people their name and a default picture', async () => {
      await page.goto('/privacy')
      await page.getByRole('banner').getByRole('button').click()
      await expect(page.getByRole('menuitem', { name: 'Login' })).toBeVisible()
      await signIn('agent')
      await page.goto('/portal/')
      const menu = page.getByRole('banner').getByRole('button', { name: /^\p{Lu}\p{L}+ \p{Lu}/u })
      await expect(menu.locator('[data-initials]')).toHaveAttribute('data-initials', /^\p{Lu}{2}$/u)
      await menu.click()
      await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
    })
    await test.step('SHELL-09 SHELL-10 any other user starts at /portal/customer with a greeting by name', async () => {
      await navigate(page, '/portal/')
      await expect(page).toHaveURL('/portal/customer')
      await expect(page.getByRole('heading', { name: /^Welcome, / })).toBeVisible()
    })
    await test.step('SHELL-38 SHELL-39 ACCESS-25 ACCESS-26 the top bar leads to plans, marketplace and EDE', async () => {
      const bar = page.getByRole('banner')
      await expect(bar.getByRole('link', { name: 'See Plans' })).toHaveAttribute('href', '/self-enroll/')
      await expect(bar.getByRole('link', { name: 'See Plans' })).toHaveAttribute('target', '_blank')
      await expect(bar.getByRole('link', { name: 'Marketplace (DE)' })).toHaveAttribute('href', '/portal/mk/redirect')
      await expect(bar.getByRole('link', { name: 'EDE' })).toHaveAttribute('href', '/ede/app/')
    })
    await test.step('SHELL-38 SHELL-40 in a narrow window the links are in the profile menu and nothing is cut off', async () => {
      const size = page.viewportSize()
      for (const width of [1090, 900, 720]) {
        await page.setViewportSize({ width, height: 800 })
        const bar = page.getByRole('banner')
        await expect(bar.getByRole('link', { name: 'See Plans' })).toHaveCount(0)
        await expect(bar.getByRole('button', { name: /^Profile/ })).toBeInViewport({ ratio: 1 })
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      }
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: /^Profile/ }).click()
      await expect(page.getByRole('menuitem', { name: 'See Plans' })).toHaveAttribute('href', '/self-enroll/')
      for (const name of ['See Plans', 'Marketplace (DE)', 'EDE', 'My Account', 'Logout'])
        await expect(page.getByRole('menuitem', { name })).toBeInViewport({ ratio: 1 })
      await page.keyboard.press('Escape')
      if (size) await page.setViewportSize(size)
    })
    await test.step('ACCESS-13 ACCESS-21 ACCESS-23 sections and links show for those who may open them', async () => {
      const menu = page.getByRole('navigation', { name: 'Main' })
      await expect(menu.getByText('Policies').first()).toBeVisible()
      await expect(menu.getByRole('link', { name: 'Policies', exact: true })).toHaveText(/^Policies\d[\d,]*$/)
      await expect(menu.getByText('Administration')).toHaveCount(0)
      await expect(menu.getByText('Application', { exact: true })).toHaveCount(0)
    })
    await test.step('SHELL-15 SHELL-16 /portal/policies goes to the list', async () => {
      await navigate(page, '/portal/policies')
      await expect(page).toHaveURL(/\/portal\/policies\/manage/)
      await expect(page.getByRole('heading', { level: 1, name: 'Policies' })).toBeVisible()
    })
    await test.step('SHELL-22 SHELL-27 ACCESS-28 a screen whose rule fails goes to the error page', async () => {
      for (const address of [
        '/portal/manage/upload',
        '/portal/manage/agents',
        '/portal/security/users',
        '/portal/security/any',
      ]) {
        await navigate(page, address)
        await expect(page).toHaveURL('/portal/error?error=insufficient_permissions')
        await expect(page.getByText("You don't have permission to open this page")).toBeVisible()
      }
    })
    await test.step('SHELL-28 P-39 the error page shows the errors of the product as plain text, and no text of the address', async () => {
      await navigate(page, '/portal/error?error=insufficient_permissions')
      await expect(page.getByText('insufficient_permissions')).toBeVisible()
      const opened: string[] = []
      page.on('dialog', (dialog) => {
        opened.push(dialog.message())
        void dialog.dismiss()
      })
      for (const text of [
        '<img src=x onerror=alert(1)>',
        '<script>alert(1)</script>',
        'Call 555-0199 to unlock your account',
      ]) {
        await navigate(page, `/portal/error?error=${encodeURIComponent(text)}`)
        await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
        await expect(page.getByText(text)).toHaveCount(0)
      }
      expect(opened).toEqual([])
    })
  })
})

test.describe('theme and build', () => {
  const themeAt = async (page: import('@playwright/test').Page, hour: number, system: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme: system })
    await page.clock.setFixedTime(Date.UTC(2026, 10, 21, hour, hour === 17 ? 59 : 0))
    await page.goto('/privacy')
    return page.locator('html').getAttribute('data-mantine-color-scheme')
  }
  test.use({ timezoneId: 'UTC' })

  test('SHELL-45 SHELL-46 the theme follows the hour and the system', async ({ page }) => {
    await test.step('SHELL-45 light from 8:00 to 17:59, dark from 18:00 to 7:59', async () => {
      expect(await themeAt(page, 8, 'light')).toBe('light')
      expect(await themeAt(page, 17, 'light')).toBe('light')
      expect(await themeAt(page, 18, 'light')).toBe('dark')
      expect(await themeAt(page, 7, 'light')).toBe('dark')
    })
    await test.step('SHELL-46 a system preference for dark is dark at noon', async () => {
      expect(await themeAt(page, 12, 'dark')).toBe('dark')
    })
  })

  test('SHELL-47 SHELL-48 SHELL-49 SHELL-50 a newer build is found at the next check, asked about once, and Reload takes it', async ({
    page,
  }) => {
    let newer = false
    let requests = 0
    await page.route('**/portal', async (route) => {
      requests += 1
      // The state at the time of the request; the response may be slow.
      const changed = newer
      const answer = await route.fetch()
      const html = await answer.text()
      await route.fulfill({
        response: answer,
        body: changed ? html.replace(/name="build-id" content="[^"]*"/, 'name="build-id" content="newer"') : html,
      })
    })
    // Requests that this test fulfills do not show how the page uses its cache.
    const modes: unknown[] = []
    await page.exposeFunction('noteCacheMode', (mode: unknown) => modes.push(mode))
    await page.addInitScript(() => {
      const real = window.fetch
      window.fetch = (input, init) => {
        if (input === '/portal') Reflect.get(window, 'noteCacheMode')(init?.cache)
        return real(input, init)
      }
    })
    await page.clock.install()
    await page.goto('/privacy')
    await expect.poll(() => requests).toBe(1)
    await expect.poll(() => modes).toEqual(['no-store'])
    newer = true
    await page.clock.fastForward(600_000)
    await expect.poll(() => requests).toBe(2)
    const prompt = page.getByText('Update available, reload page?')
    await expect(prompt).toBeVisible()
    await page.clock.fastForward(170_000)
    await expect(prompt).toBeVisible()
    newer = false
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect.poll(() => requests).toBe(3)
    await expect(prompt).toHaveCount(0)
    await page.unrouteAll({ behavior: 'wait' })
  })
})

test.describe('for all users', () => {
  test('no accessibility violations on the standing screens on desktop and phone', async ({ page, signIn }) => {
    for (const address of ['/login', '/privacy', '/not-found', '/mk/return?error=x']) {
      await page.goto(address)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expectAccessible(page, address)
    }
    await signIn('agent')
    for (const address of ['/portal/customer', '/portal/abc', '/portal/error?error=insufficient_permissions']) {
      await goTo(page, address)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expectAccessible(page, address)
    }
  })
})

test('a screen whose code failed to load for a moment opens by Try again', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/portal/leads')
  const row = page.getByRole('grid', { name: 'Leads' }).getByRole('row').nth(1)
  await expect(row.getByRole('checkbox')).toBeVisible()
  const code = '**/assets/selection-bar-*.js'
  await page.route(code, (route) => route.abort('connectionreset'))
  await row.getByRole('checkbox').click()
  await expect(page.getByText("Couldn't open this screen")).toBeVisible()
  await page.unroute(code)
  await page.getByRole('button', { name: 'Try again' }).click()
  await row.getByRole('checkbox').click()
  await expect(page.getByRole('toolbar', { name: 'Selected rows' })).toContainText('1 selected')
})
