import type { Locator, Page } from '@playwright/test'
import { inDatabase } from '../../support/database.ts'
import { idOf } from '../../support/records/user-list.ts'
import {
  type CreatedUser,
  changeUser,
  logIn,
  logInFirst,
  makeUser,
  userNow,
} from '../../support/records/user-records.ts'
import { expect, test, userNameOf } from '../../support/test-fixtures.ts'

/** Opens Edit User for a user by its address. */
async function openEdit(page: Page, { id, login }: CreatedUser): Promise<Locator> {
  await page.goto(`/portal/security/users?login=${login}&dialog=edit&user=${id}`)
  const dialog = page.getByRole('dialog', { name: 'Edit User' })
  await expect(dialog.getByLabel('Email')).toHaveValue(/@/)
  return dialog
}
const effect = (dialog: Locator) => dialog.getByRole('region', { name: 'Effect of this change' })
const save = (dialog: Locator) => dialog.getByRole('button', { name: 'Save user' }).click()
const claim = (dialog: Locator, name: string) => dialog.getByRole('checkbox', { name, exact: true })

test.describe('Edit User', () => {
  test('P-34 a user for whom rights wait for a second security administrator shows them, so that they are not asked for again', async ({
    page,
    signIn,
  }) => {
    const token = await signIn('security')
    const made = await makeUser(page, token)
    // The setting of the agency would make all users of these tests wait.
    await inDatabase((connection) =>
      connection.query(
        `insert into rights_grants (user_id, act, rights, asked_by, asked_at, payload, expires_at)
         select $1, 'rights', 'role administrator', id, now(), '{}', now() + interval '7 days' from users
         where user_name = $2`,
        [made.id, userNameOf('security')],
      ),
    )
    const dialog = await openEdit(page, made)
    await expect(dialog.getByText(/Waits for a second security administrator since/)).toContainText(
      'Rights: role administrator. Requested by Denise Harper.',
    )
  })

  test('USER-09 USER-11 USER-12 P-74 roles, claims and a conflicting edit by another user', async ({
    page,
    signIn,
  }) => {
    const token = await signIn('security')
    await test.step('USER-09 roles and claims are given and taken; what that means is shown before it is saved', async () => {
      const made = await makeUser(page, token, { roles: ['agent'] })
      await changeUser(page, token, made.id, {
        claims: ['view.Report', 'view.Lead'],
        roles: ['agent', 'administrator'],
      })
      const dialog = await openEdit(page, made)
      await expect(effect(dialog)).toContainText('No one is logged out.')
      await dialog.getByLabel('Phone').fill('3055550142')
      await expect(effect(dialog)).toContainText('The user is logged out if codes go to the phone.')
      await claim(dialog, 'Policy, view').check()
      await claim(dialog, 'Report, view').uncheck()
      await claim(dialog, 'Lead, admin').check()
      await expect(effect(dialog)).toContainText('Opens: Policies.')
      await expect(effect(dialog)).toContainText('Closes: Reports.')
      await expect(effect(dialog)).toContainText('Also grants: admin.Lead.')
      await expect(effect(dialog)).toContainText(/Will see [\d,]+ policies of all agents \(now 0\)/)
      await expect(effect(dialog)).toContainText('The user is logged out.')
      await claim(dialog, 'administrator').uncheck()
      await expect(effect(dialog)).toContainText('0 policies of no agent (now 0)')
      await save(dialog)
      await expect(page.getByText('User edited successfully')).toBeVisible()
      await expect(dialog).toHaveCount(0)
      expect(await userNow(page, token, made.login)).toMatchObject({
        roles: ['agent'],
        claims: ['view.Lead', 'view.Policy', 'admin.Lead'],
        phone: '3055550142',
      })
      await expect(page.getByRole('grid', { name: 'Users' })).toContainText('(305) 555-0142')
    })
    await test.step('USER-11 P-74 saving over the change of another user shows a conflict, and reloads; a wrong email is rejected at its field', async () => {
      const made = await makeUser(page, token)
      const dialog = await openEdit(page, made)
      await changeUser(page, token, made.id, { phone: '3055550199' })
      await dialog.getByLabel('Email').fill('nonsense')
      await save(dialog)
      await expect(dialog.getByText('Must be valid email')).toBeVisible()
      await dialog.getByLabel('Email').fill('pat.new@example.com')
      await save(dialog)
      const message = 'User edit error Someone else changed this record. Reload it and try again.'
      await expect(page.getByText(message)).toBeVisible()
      await dialog.getByRole('button', { name: 'Reload' }).click()
      await expect(dialog.getByLabel('Phone')).toHaveValue('(305) 555-0199')
      await expect(dialog.getByLabel('Email')).toHaveValue(made.login)
      await dialog.getByLabel('Email').fill('pat.new@example.com')
      await save(dialog)
      await expect(page.getByText('User edited successfully')).toBeVisible()
      expect(await userNow(page, token, made.login)).toMatchObject({
        email: 'pat.new@example.com',
        phone: '3055550199',
      })
    })
    await test.step('USER-12 a custom claim needs key and value, becomes a chip, and goes with its cross', async () => {
      const made = await makeUser(page, token)
      const dialog = await openEdit(page, made)
      const [key, value] = [dialog.getByLabel('Claim key'), dialog.getByLabel('Claim value')]
      const chips = dialog.getByRole('list', { name: 'Custom claims' }).getByRole('listitem')
      await dialog.getByRole('button', { name: 'Add' }).click()
      await expect(dialog.getByText('Key is required')).toBeVisible()
      await key.fill('office')
      await key.press('Enter')
      await expect(dialog.getByText('Value is required')).toBeVisible()
      await expect(value).toBeFocused()
      await value.fill('Miami')
      await value.press('Enter')
      await expect(chips).toHaveText(['office.Miami'])
      await expect(key).toBeFocused()
      await expect(dialog).toBeVisible()
      await key.fill('desk')
      await value.fill('D4')
      await value.press('Enter')
      await expect(chips).toHaveText(['desk.D4', 'office.Miami'])
      await dialog.getByRole('button', { name: 'Remove office.Miami' }).click()
      await expect(effect(dialog)).toContainText('Also grants: desk.D4.')
      await dialog.getByRole('checkbox', { name: 'TelephonyAgent' }).check()
      await save(dialog)
      await expect(page.getByText('User edited successfully')).toBeVisible()
      expect(await userNow(page, token, made.login)).toMatchObject({ claims: ['TelephonyAgent', 'desk.D4'] })
    })
    await test.step('the matrix of claims is one tab stop: arrows move, Space ticks a claim, a row or a column', async () => {
      const made = await makeUser(page, token)
      const dialog = await openEdit(page, made)
      const matrix = dialog.getByRole('grid', { name: 'Claims' })
      await dialog.getByRole('button', { name: 'Add' }).focus()
      await page.keyboard.press('Tab')
      await expect(claim(matrix, 'All areas, view and admin')).toBeFocused()
      for (const key of ['ArrowRight', 'Space', 'ArrowDown', 'ArrowDown', 'ArrowLeft']) await page.keyboard.press(key)
      await expect(claim(matrix, 'Lead, view and admin')).toBeFocused()
      await expect(claim(matrix, 'Lead, view')).toBeChecked()
      await expect(claim(matrix, 'EDE, view')).toBeChecked()
      await expect(claim(matrix, 'EDE, admin')).not.toBeChecked()
      await page.keyboard.press('Space')
      await expect(claim(matrix, 'Lead, admin')).toBeChecked()
      for (const key of ['End', 'Home']) await page.keyboard.press(key)
      for (const key of ['ArrowRight', 'Space']) await page.keyboard.press(key)
      await expect(claim(matrix, 'EDE, view')).not.toBeChecked()
      await expect(claim(matrix, 'Lead, admin')).toBeChecked()
      await page.keyboard.press('Tab')
      expect(await matrix.evaluate((table) => table.contains(document.activeElement))).toBe(false)
      await page.keyboard.press('Shift+Tab')
      await expect(claim(matrix, 'All areas, view')).toBeFocused()
    })
  })

  test('USER-10 what is given takes effect after the next login: the running session ends, the next one opens it', async ({
    page,
    signIn,
    browser,
  }) => {
    const token = await signIn('security')
    const made = await makeUser(page, token, { roles: ['agent'] })
    const first = await logInFirst(page, made.login)
    const other = await (await browser.newContext()).newPage()
    await other.goto('/privacy')
    await other.evaluate((value) => localStorage.setItem('token', value), first)
    await other.goto('/portal/customer')
    await expect(other.getByRole('navigation').getByText('Policies')).toHaveCount(0)

    const dialog = await openEdit(page, made)
    await claim(dialog, 'Policy, view').check()
    await save(dialog)
    await expect(page.getByText('User edited successfully')).toBeVisible()
    await other.reload()
    await expect(other).toHaveURL('/login')

    const second = await logIn(page, made.login)
    await other.evaluate((value) => localStorage.setItem('token', value), second)
    await other.goto('/portal/customer')
    await other.getByRole('navigation').getByRole('link', { name: 'Policies', exact: true }).click()
    await expect(other.getByRole('heading', { level: 1, name: 'Policies' })).toBeVisible()
    await other.context().close()
  })

  test('P-34 what cannot be taken, who is disabled, and a lost authenticator app', async ({ page, signIn }) => {
    const token = await signIn('security')
    await test.step('P-34 in the own record no right can be taken that is not held, nor the area given up; closing asks first', async () => {
      const login = userNameOf('security')
      const dialog = await openEdit(page, { id: await idOf(page, token, login), login })
      await expect(dialog.getByText('This is your own user')).toBeVisible()
      for (const name of ['Enabled', 'securityadmin', 'administrator', 'Full agent access', 'Policy, view'])
        await expect(claim(dialog, name)).toBeDisabled()
      await expect(claim(dialog, 'agent')).toBeEnabled()
      await claim(dialog, 'agent').uncheck()
      await expect(effect(dialog)).toContainText("Without the role agent, the user can't open the portal.")
      await expect(effect(dialog)).toContainText('Your other sessions end.')
      await page.keyboard.press('Escape')
      await page.getByRole('dialog', { name: 'Really close?' }).getByRole('button', { name: 'Yes' }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      expect(await userNow(page, token, login)).toMatchObject({
        roles: expect.arrayContaining(['agent', 'securityadmin']),
      })
    })
    await test.step('a disabled user is shown so, and cannot log in', async () => {
      const made = await makeUser(page, token)
      await logInFirst(page, made.login)
      const dialog = await openEdit(page, made)
      await claim(dialog, 'Enabled').uncheck()
      await expect(effect(dialog)).toContainText('Closes: Dashboard. Cannot log in.')
      await save(dialog)
      await expect(page.getByRole('grid', { name: 'Users' })).toContainText('Disabled')
    })
    await test.step('a lost authenticator app is removed after a confirmation, and what was typed stays', async () => {
      const made = await makeUser(page, token)
      await inDatabase((connection) =>
        connection.query(
          `insert into user_authenticators (user_id, secret_sealed, confirmed_at) values ($1, '\\x00', now())`,
          [made.id],
        ),
      )
      const dialog = await openEdit(page, made)
      await dialog.getByLabel('Email').fill('pat.typed@example.com')
      await dialog.getByRole('button', { name: 'Remove second factor' }).click()
      const question = page.getByRole('dialog', { name: 'Remove second factor?' })
      await question.getByRole('button', { name: 'Keep it' }).click()
      await dialog.getByRole('button', { name: 'Remove second factor' }).click()
      await question.getByRole('button', { name: 'Remove second factor' }).click()
      await expect(page.getByText('Second factor removed')).toBeVisible()
      await expect(dialog.getByText('No authenticator app')).toBeVisible()
      await expect(dialog.getByLabel('Email')).toHaveValue('pat.typed@example.com')
      await save(dialog)
      await expect(page.getByText('User edited successfully')).toBeVisible()
      expect(await userNow(page, token, made.login)).toMatchObject({
        secondFactor: false,
        email: 'pat.typed@example.com',
      })
    })
  })
})
