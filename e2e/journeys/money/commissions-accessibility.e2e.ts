import { chooseFile } from '../../support/load-dialog.ts'
import { statementFile } from '../../support/records/statement-files.ts'
import { expectAccessible, navigate, onDesktop, onPhone, showAt } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

test('no accessibility violations on the section Commission and what it opens on desktop and phone', async ({
  page,
  signIn,
}) => {
  test.slow(true, 'checks many states in both themes and widths')
  await signIn('admin')
  const shown = async (name: string) =>
    await expect(page.getByRole('grid', { name }).getByRole('row').nth(2)).toBeVisible()
  const open = async (name: string) =>
    await page.getByRole('main').getByRole('button', { name, exact: true }).first().click()
  await page.goto('/portal/commissions/statement')
  await shown('Statements')
  await expectAccessible(page, 'statement')
  await open('Month')
  await expect(page.getByRole('group', { name: 'Month', exact: true })).toBeVisible()
  await expectAccessible(page, 'statement-month', onDesktop)
  await showAt(page, 390)
  await open('Filters')
  await expect(page.getByRole('group', { name: 'Month', exact: true })).toBeVisible()
  await expectAccessible(page, 'statement-month', onPhone)
  await page.getByRole('combobox', { name: 'Carrier' }).click()
  await expect(page.getByRole('option').nth(8)).toBeAttached()
  await expectAccessible(page, 'statement-filters-carriers', onPhone)
  await showAt(page, 1440)

  await navigate(page, '/portal/commissions/payment')
  await shown('Payments')
  await expectAccessible(page, 'payments')
  await navigate(page, '/portal/commissions/tracking')
  await shown('Commissions')
  await expectAccessible(page, 'tracking')
  const first = page.getByRole('grid', { name: 'Commissions' }).getByRole('row').nth(1)
  await first.getByRole('gridcell').first().click()
  await expect(page.getByRole('region', { name: 'Lines of the statements' })).toBeVisible()
  await expectAccessible(page, 'tracking-lines')

  await navigate(page, '/portal/commissions/manage')
  await shown('Statements')
  await open('View')
  await expectAccessible(page, 'statement-lines')
  await open('Load')
  const load = page.getByRole('dialog', { name: 'Load statement' })
  await load.getByRole('combobox', { name: 'Carrier' }).click()
  await expect(page.getByRole('option').nth(8)).toBeAttached()
  await expectAccessible(page, 'statement-load-carriers')
  for (const [label, typed] of [
    ['Carrier', 'Oscar'],
    ['CSV format', 'Standard'],
    ['Month', 'May'],
    ['Year', '2017'],
  ] as const) {
    await load.getByLabel(label, { exact: true }).fill(typed)
    await page.getByRole('option', { name: typed, exact: true }).click()
  }
  const row = (month: string) => ['', 'Q1', 'Rosa Ledesma', '1', '22.05', month]
  await chooseFile(load, statementFile('may.csv', [row('5'), row('6')]))
  await expect(load.getByRole('list', { name: 'Refused rows' })).toBeVisible()
  await expectAccessible(page, 'statement-load')
  await page.goto('/portal/commissions/manage')
  await shown('Statements')
  await open('Delete')
  await expect(page.getByRole('dialog', { name: 'Delete statements' })).toBeVisible()
  await expectAccessible(page, 'statement-delete')
})
