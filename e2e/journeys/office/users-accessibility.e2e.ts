import type { Locator } from '@playwright/test'
import { idOf } from '../../support/records/user-list.ts'
import { expectAccessible, navigate } from '../../support/screens.ts'
import { expect, test, userNameOf } from '../../support/test-fixtures.ts'

test('no accessibility violations on the users and each of their dialogs on desktop and phone', async ({
  page,
  signIn,
}) => {
  test.slow(true, 'checks many dialogs in both themes and widths')
  const token = await signIn('security')
  const dialog: Locator = page.getByRole('dialog')
  await page.goto('/portal/security/users')
  const rows = page.getByRole('grid', { name: 'Users' })
  await expect(rows).toContainText('@demo.test')
  await rows.focus()
  await page.keyboard.press('Space')
  await expectAccessible(page, 'users')

  const agent = await idOf(page, token, userNameOf('agent'))
  const customer = await idOf(page, token, userNameOf('customer'))
  const open = async (what: string) => navigate(page, `/portal/security/users?login=${userNameOf('agent')}&${what}`)
  await open(`dialog=edit&user=${agent}`)
  await expect(dialog.getByRole('grid', { name: 'Claims' })).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'administrator' }).check()
  await dialog.getByRole('checkbox', { name: 'Report, view', exact: true }).uncheck()
  await expect(dialog.getByRole('region', { name: 'Effect of this change' })).toContainText(
    'Opens: Policies: Three Sources, Commission: Exceptions, Commission: Variances, Commission: Disputes, Commission: Schedules, Commission: Agent Contracts, Commission: Hierarchy, Commission: Adjustments, Carriers, Agent Manage',
  )
  await expect(dialog.getByRole('region', { name: 'Effect of this change' })).toContainText('of all agents')
  await expectAccessible(page, 'edit')
  await dialog.getByLabel('Claim key').fill('office')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expectAccessible(page, 'edit-custom')

  await open('dialog=new')
  await expectAccessible(page, 'register-invitation')
  await dialog.getByText('Temporary password', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Generate password' }).click()
  await dialog.getByRole('button', { name: 'Register user' }).click()
  await expect(dialog.getByText('User is required')).toBeVisible()
  await expectAccessible(page, 'register')

  await open(`dialog=password&user=${agent}`)
  await expect(dialog.getByRole('button', { name: 'Generate password' })).toBeVisible()
  await expectAccessible(page, 'password')

  await open(`dialog=link&user=${agent}`)
  await dialog.getByLabel('Contact').fill('quintero')
  await page
    .getByRole('option', { name: /^Lucía Quintero/ })
    .first()
    .click()
  await expectAccessible(page, 'link')

  await open(`dialog=visibility&user=${agent}`)
  await expect(dialog.getByText(/Own records: /)).toBeVisible()
  await expectAccessible(page, 'visibility-none')
  for (const index of [0, 1]) {
    await dialog.getByRole('button', { name: 'Add rule' }).click()
    await dialog.getByLabel('Agent').nth(index).fill('ma')
    await page
      .getByRole('option', { name: /, NPN / })
      .nth(index)
      .click()
  }
  await expect(dialog.getByText(/[\d,]+ policies of 3 agents \(now [\d,]+\)/)).toBeVisible()
  await expectAccessible(page, 'visibility')
  await open('dialog=edit')
  await expect(dialog.getByText('No user selected.')).toBeVisible()
  await expectAccessible(page, 'no-users')
  expect(customer).toBeGreaterThan(0)
})
