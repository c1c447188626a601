import { expect, test } from '../../support/test-fixtures.ts'

test('without a connection the palette says that it could not search, not that there are no results', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/portal/leads')
  await expect(page.getByRole('grid', { name: 'Leads' }).getByRole('checkbox').nth(1)).toBeVisible()
  const palette = page.getByRole('dialog', { name: 'Find or do anything' })
  await page.keyboard.press('Control+k')
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.context().setOffline(true)
  await page.keyboard.type('Zzyzx')
  await expect(palette.getByRole('status')).toHaveText(/^Couldn't search records: Couldn't reach Coverdesk\./)
  await page.context().setOffline(false)
  await expect(palette.getByRole('status')).toHaveText('No results for "Zzyzx"')
})

test('without a connection a list says that it could not load, and loads by itself once there is one', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/portal/leads')
  const grid = page.getByRole('grid', { name: 'Leads' })
  await expect(grid.getByRole('checkbox').nth(1)).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('textbox', { name: 'Name' }).fill('Zzyzx')
  const alert = page.getByRole('main').getByRole('alert').filter({ hasText: "Couldn't load leads." })
  await expect(alert).toContainText("Couldn't reach Coverdesk. Check the connection and try again.")
  await page.context().setOffline(false)
  await expect(alert).toBeHidden()
  await expect(page.getByText('No leads match these filters.')).toBeVisible()
})
