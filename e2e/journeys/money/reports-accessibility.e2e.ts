import { expectAccessible } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

test('no accessibility violations on the reports and their parameters on desktop and phone', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/portal/manage/reports')
  await expect(page.getByRole('button', { name: 'Download Policies by Carrier' })).toBeVisible()
  await expectAccessible(page, 'reports')
  await page.getByRole('button', { name: 'Download Production by Agent' }).click()
  const modal = page.getByRole('dialog', { name: /^Report Parameters/ })
  await modal.getByRole('textbox', { name: 'Policies at least' }).fill('two')
  await modal.getByRole('button', { name: 'Download PDF' }).click()
  await expect(modal.getByText('1 field to correct')).toBeVisible()
  await expectAccessible(page, 'reports-parameters')
})
