import { openUsers } from '../../support/records/user-list.ts'
import { makeUser, uniqueLogin, userNow } from '../../support/records/user-records.ts'
import { expectAccessible } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

test('a role template is made, a new user starts from it, and the next one is copied from that colleague', async ({
  page,
  signIn,
}) => {
  test.slow(true, 'three forms with every claim, each checked for accessibility')
  const token = await signIn('security')
  const name = `Back office ${uniqueLogin('t').slice(2, 8)}`
  const dialog = page.getByRole('dialog')

  await test.step('the security administrator makes a template', async () => {
    await openUsers(page)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('role templates')
    await page.getByRole('option', { name: 'Role Templates' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Role Templates' })).toBeVisible()
    await expect(page.getByRole('grid', { name: 'Role Templates' })).toContainText('Agency administrator')
    await expectAccessible(page, 'role-templates')
    await page.getByRole('main').getByRole('button', { name: 'New', exact: true }).click()
    await dialog.getByRole('button', { name: 'Create template' }).click()
    await expect(dialog.getByText('Name is required')).toBeVisible()
    await dialog.getByLabel('Name', { exact: true }).pressSequentially(name)
    await dialog.getByRole('checkbox', { name: 'Lead, view', exact: true }).check()
    await dialog.getByRole('checkbox', { name: 'OfflineApp, admin', exact: true }).check()
    await expectAccessible(page, 'role-template')
    await dialog.getByRole('button', { name: 'Create template' }).click()
    await expect(page.getByText('Role template created')).toBeVisible()
    await expect(page.getByRole('grid', { name: 'Role Templates' })).toContainText('view.Lead, admin.OfflineApp')
  })

  const first = uniqueLogin('first')
  await test.step('a new user starts from it; the form shows the rights before they are saved', async () => {
    await openUsers(page)
    await page.getByRole('main').getByRole('button', { name: 'New', exact: true }).click()
    await dialog.getByLabel('User', { exact: true }).pressSequentially(first)
    await dialog.getByLabel('Email', { exact: true }).pressSequentially(first)
    await dialog.getByLabel('First name').pressSequentially('Nia')
    await dialog.getByLabel('Last name').pressSequentially('Holt')
    await dialog.getByLabel('Role template').click()
    await page.getByRole('option', { name }).click()
    const rights = dialog.getByRole('region', { name: 'Rights of the new user' })
    await expect(rights).toContainText('Roles: agent. Claims: view.Lead, admin.OfflineApp.')
    await expect(rights).toContainText('Opens: Dashboard, Leads')
    await dialog.getByRole('checkbox', { name: 'Policy, view', exact: true }).check()
    await expect(rights).toContainText('view.Lead, view.Policy, admin.OfflineApp.')
    await dialog.getByText('Temporary password', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Generate password' }).click()
    await dialog.getByRole('button', { name: 'Register user' }).click()
    await expect(page.getByText('User registered!')).toBeVisible()
    expect(await userNow(page, token, first)).toMatchObject({
      roles: ['agent'],
      claims: ['view.Lead', 'view.Policy', 'admin.OfflineApp'],
    })
  })

  await test.step('an existing user gets the rights of that colleague', async () => {
    const made = await makeUser(page, token, { roles: [], firstName: 'Otto', lastName: 'Pine' })
    await openUsers(page, `?login=${made.login}&dialog=edit&user=${made.id}`)
    await dialog.getByLabel('Or copy from a colleague').pressSequentially(first.slice(0, 14))
    await page.getByRole('option', { name: `Nia Holt, ${first}` }).click()
    await expect(dialog.getByRole('region', { name: 'Effect of this change' })).toContainText('Opens: Dashboard, Leads')
    await dialog.getByRole('button', { name: 'Save user' }).click()
    await expect(page.getByText('User edited successfully')).toBeVisible()
    expect(await userNow(page, token, made.login)).toMatchObject({
      roles: ['agent'],
      claims: ['view.Lead', 'view.Policy', 'admin.OfflineApp'],
    })
  })
})
