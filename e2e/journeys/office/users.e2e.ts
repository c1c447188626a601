import type { Page } from '@playwright/test'
import { expectFocusWithin } from '../../support/expect-focus-within.ts'
import { rowsOf } from '../../support/records/policy-list.ts'
import { openUsers } from '../../support/records/user-list.ts'
import { makeUser } from '../../support/records/user-records.ts'
import { navigate, showAt, withMotion } from '../../support/screens.ts'
import { expect, test, userNameOf } from '../../support/test-fixtures.ts'

const actions = ['Edit', 'Reset Pass', 'Link', 'Visibility']
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })

test.describe('where the users are', () => {
  test('SHELL-26 ACCESS-24 USER-01 USER-02 USER-03 USER-04 the users are found, narrowed, read and selected', async ({
    page,
    signIn,
  }) => {
    const token = await signIn('security')
    await test.step('SHELL-26 ACCESS-24 /portal/security and every address below show the users, to be found in sidebar and palette', async () => {
      await page.goto('/portal/security')
      for (const address of ['/portal/security', '/portal/security/users', '/portal/security/any/thing']) {
        await navigate(page, address)
        await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
        await expect(page).toHaveURL(address)
      }
      await navigate(page, '/portal/customer')
      await page.getByRole('navigation').getByRole('link', { name: 'Users' }).click()
      await expect(page).toHaveURL('/portal/security/users')
      await navigate(page, '/portal/customer')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.keyboard.press('Control+k')
      await expect(page.getByRole('dialog', { name: 'Find or do anything' })).toBeVisible()
      await page.keyboard.type('new user')
      await expect(page.getByRole('option', { name: 'New user' })).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog', { name: 'Register' })).toBeVisible()
    })
    await test.step('USER-01 login and ORG are in the row, role and enabled behind More filters; each filters the list', async () => {
      const made = await makeUser(page, token, { roles: ['consumer'] })
      const grid = await openUsers(page)
      const bar = page.getByRole('search', { name: 'Filters' })
      await expect(bar.getByLabel('ORG', { exact: true })).toBeVisible()
      await bar.getByLabel('Login', { exact: true }).fill(made.login.slice(0, 10))
      await expect(rowsOf(grid)).toHaveCount(1)
      await expect(grid).toContainText(made.login)
      await page.getByRole('button', { name: 'More filters' }).click()
      await page.getByLabel('Role', { exact: true }).click()
      await page.getByRole('option', { name: 'securityadmin' }).click()
      await page.keyboard.press('Escape')
      await expect(page).toHaveURL(/role=securityadmin/)
      await expect(page.getByText('No Data', { exact: true })).toBeVisible()
      await expect(page.getByText('No users match these filters.')).toBeVisible()
      await page.getByRole('main').getByRole('button', { name: 'Clear Filters' }).last().click()
      await openUsers(page, '?enabled=no')
      await expect(page.getByText('Enabled', { exact: true })).toHaveCount(1)
    })
    await test.step('USER-02 name, login, type, email, enabled, phone, created date and roles are in the row', async () => {
      const made = await makeUser(page, token, { roles: ['agent', 'customer'], firstName: 'Ida', lastName: 'Moor' })
      const grid = await openUsers(page, `?login=${made.login}`)
      await expect(grid.getByRole('columnheader')).toContainText(
        ['Name', 'Login', 'Type', 'Email', 'Enabled', 'Phone', 'Created', 'Roles'],
        { useInnerText: true },
      )
      const today = new Intl.DateTimeFormat('en-US', {
        timeZone: 'America/New_York',
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
      }).format(new Date())
      const cells = rowsOf(grid).first().getByRole('gridcell')
      await expect(cells).toContainText([
        'Ida Moor',
        made.login,
        'Employee',
        made.login,
        'Enabled',
        '-',
        today,
        'customer',
      ])
      await expect(cells.filter({ hasText: 'customer' })).toContainText('agent')
    })
    await test.step('USER-03 USER-04 Edit, Reset Pass, Link and Visibility work with exactly one row; Control and Shift select several', async () => {
      const grid = await openUsers(page, '?login=c')
      const rows = rowsOf(grid)
      await expect(button(page, 'New')).toBeEnabled()
      for (const name of actions) {
        await expect(button(page, name)).toHaveAttribute('aria-disabled', 'true')
        await expect(button(page, name)).toHaveAttribute('title', 'Select one user first')
      }
      await rows.nth(0).getByText('@').first().click()
      for (const name of actions) await expect(button(page, name)).not.toHaveAttribute('aria-disabled', 'true')
      await rows
        .nth(2)
        .getByText('@')
        .first()
        .click({ modifiers: ['Control'] })
      await expect(page.getByText('2 selected')).toBeVisible()
      for (const name of actions) {
        await expect(button(page, name)).toHaveAttribute('title', 'Only one user at a time')
        await button(page, name).click({ force: true })
      }
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await rows.nth(0).getByText('@').first().click()
      await rows
        .nth(3)
        .getByText('@')
        .first()
        .click({ modifiers: ['Shift'] })
      await expect(page.getByText('4 selected')).toBeVisible()
    })
  })

  test('ACCESS-24 ACCESS-36 other users have no access: not in the sidebar, not by the address, not by API calls', async ({
    page,
    signIn,
  }) => {
    const token = await signIn('agent')
    await page.goto('/portal/customer')
    await expect(page.getByRole('navigation').getByText('Security')).toHaveCount(0)
    await navigate(page, '/portal/security/users')
    await expect(page).toHaveURL('/portal/error?error=insufficient_permissions')
    for (const address of ['/api/UserManage', '/api/UserManage/1', '/api/UserManage/1/visibility']) {
      const answer = await page.request.get(address, { headers: { authorization: `Bearer ${token}` } })
      expect(answer.status(), address).toBe(403)
    }
  })
})

test.describe('the list of users', () => {
  test('the list is used by keys, keeps its columns, says when it has not loaded, and opens its dialogs on a phone', async ({
    page,
    signIn,
  }) => {
    await signIn('security')
    await test.step('everything is done by keys: Enter opens, letters open the dialogs, Esc goes back to the row, ? tells', async () => {
      const grid = await openUsers(page, `?login=${userNameOf('customer')}`)
      await grid.focus()
      await page.keyboard.press('e')
      await expect(page.getByRole('alert').filter({ hasText: 'No user selected.' })).toBeVisible()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Edit User' })
      await expectFocusWithin(dialog)
      await expect(dialog.getByLabel('Email')).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await expect(grid).toBeFocused()
      await page.keyboard.press('Space')
      for (const [key, name] of [
        ['e', 'Edit User'],
        ['p', 'Reset Pass'],
        ['l', 'Link to contact'],
        ['v', 'User Visibility'],
        ['n', 'Register'],
      ] as const) {
        await page.keyboard.press(key)
        await expectFocusWithin(page.getByRole('dialog', { name }))
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
        await expect(grid).toBeFocused()
      }
      await page.keyboard.press('?')
      await expect(page.getByRole('dialog')).toContainText('Set what the user sees')
    })
    await test.step('columns that are chosen stay chosen', async () => {
      const grid = await openUsers(page)
      await expect(grid.getByRole('columnheader', { name: 'ORG' })).toHaveCount(0)
      await page.getByRole('button', { name: 'Columns' }).click()
      const saved = page.waitForResponse((answer) => answer.url().includes('/api/Preferences/users'))
      // The page renders the choice from storage with a delay, so click first, then expect.
      await page.getByRole('checkbox', { name: 'ORG' }).click()
      await expect(page.getByRole('checkbox', { name: 'ORG' })).toBeChecked()
      expect((await saved).status()).toBe(200)
      await page.reload()
      await expect(page.getByRole('columnheader', { name: 'ORG' })).toBeVisible()
    })
    await test.step('"Users haven\'t loaded?" without a response, and Try again loads them', async () => {
      let refused = 0
      await page.route('**/api/UserManage?**', async (route) => {
        await route.abort()
        refused += 1
      })
      await page.goto('/portal/security/users')
      await expect(page.getByText("Couldn't load users.")).toBeVisible()
      // The screen retries three times automatically, then offers the button.
      await expect.poll(() => refused).toBe(3)
      await page.unroute('**/api/UserManage?**')
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(rowsOf(page.getByRole('grid', { name: 'Users' }))).toHaveCount(10)
    })
    await test.step('on a phone a row opens Edit, and the actions stand below for the row that is ticked', async () => {
      await navigate(page, `/portal/security/users?login=${userNameOf('agent')}`)
      await showAt(page, 390)
      const list = page.getByRole('list', { name: 'Users' })
      await list.getByRole('checkbox').check()
      await page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Visibility' }).click()
      await expect(page.getByRole('dialog', { name: 'User Visibility' })).toBeVisible()
      await page.goBack()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await list.getByRole('button').click()
      await expect(page.getByRole('dialog', { name: 'Edit User' })).toBeVisible()
    })
  })
})

test.describe('with motion', () => {
  test.use(withMotion)

  test('however quickly a dialog is left, while it opens or as its user arrives, the table has the keys again', async ({
    page,
    signIn,
  }) => {
    await signIn('security')
    const grid = await openUsers(page, `?login=${userNameOf('customer')}`)
    for (const what of ['opens', 'arrives'] as const) expect(await grid.evaluate(leaveQuickly, what), what).toEqual([])
  })
})

/**
 * Runs in the page for precise timing: opens the row and closes its dialog 0 to 30 ms after it opened, or 0 to 30 ms before
 * its user is loaded. Returns the delays after which the table did not get the focus back.
 */
async function leaveQuickly(grid: HTMLElement | SVGElement, what: 'opens' | 'arrives'): Promise<number[]> {
  const after = (time: number) => new Promise((done) => setTimeout(done, time))
  const press = (key: string) =>
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  const seen = async (test: () => boolean) => {
    while (!test()) await new Promise(requestAnimationFrame)
  }
  const ask = window.fetch
  let left: Promise<unknown> = Promise.resolve()
  window.fetch = async (...question) => {
    const answer = await ask(...question)
    if (answer.url.includes('UserManage/')) await left
    return answer
  }
  const lost: number[] = []
  for (let time = 0; time <= 30; time += 5) {
    grid.focus()
    let leave = () => {}
    const closed = new Promise<void>((done) => {
      leave = done
    })
    if (what === 'arrives') left = closed.then(() => after(time))
    press('Enter')
    await seen(() => document.querySelector('[role="dialog"]') !== null)
    if (what === 'opens') await after(time)
    else await seen(() => document.querySelector('[role="dialog"]')?.contains(document.activeElement) ?? false)
    press('Escape')
    leave()
    await seen(() => document.querySelector('[role="dialog"]') === null)
    if (document.activeElement !== grid) lost.push(time)
  }
  window.fetch = ask
  return lost
}
