import { expectAccessible, navigate, onPhone, showAt } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

test('no accessibility violations on the dashboard on desktop and phone', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/portal/dashboard')
  await expect(page.getByRole('slider', { name: /^Persistence/ })).toBeVisible()
  await expectAccessible(page, 'dashboard')
  await showAt(page, 390)
  await page.getByRole('slider', { name: /^Comparison/ }).scrollIntoViewIfNeeded()
  await expectAccessible(page, 'dashboard-below', onPhone)
  await showAt(page, 1440)
  await page.getByRole('slider', { name: /^Carriers by month/ }).focus()
  await page.keyboard.press('End')
  await page.getByRole('button', { name: 'Persistence as a table' }).click()
  await expect(page.getByRole('region', { name: 'Persistence' }).getByRole('table')).toBeVisible()
  await expectAccessible(page, 'dashboard-table')
  await navigate(page, `/portal/dashboard?year=${new Date().getFullYear() - 5}`)
  await expect(page.getByText('No Data')).toBeVisible()
  await expectAccessible(page, 'dashboard-nothing')
})
