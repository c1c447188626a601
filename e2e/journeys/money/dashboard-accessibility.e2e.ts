import { makeAgent } from '../../support/records/agent-records.ts'
import { expectAccessible, onPhone, showAt } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

test('no accessibility violations on the dashboard on desktop and phone', async ({ page, signIn }) => {
  const token = await signIn('admin')
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
  const { id } = await makeAgent(page, token)
  await page.goto(`/portal/dashboard?agentId=${id}`)
  await expect(page.getByText('No Data')).toBeVisible()
  await expectAccessible(page, 'dashboard-nothing')
})
