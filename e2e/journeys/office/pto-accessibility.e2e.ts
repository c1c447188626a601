import { randomInt } from 'node:crypto'
import { makeRequest, nextMonday, workdayFromToday } from '../../support/records/pto-requests.ts'
import { expectAccessible } from '../../support/screens.ts'
import { expect, test, tokenOf } from '../../support/test-fixtures.ts'

test('no accessibility violations on the requests for time off and what they open on desktop and phone', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  // A day that no other test requests.
  const days = randomInt(1_000, 9_000)
  await makeRequest(page, await tokenOf(page, 'agent'), { days, comment: 'A wedding in the family, all are invited' })
  await page.goto('/portal/pto')
  const rows = page.getByRole('grid', { name: 'Requests' })
  await expect(rows).toContainText('Requested')
  await expectAccessible(page, 'pto')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'New PTO' })
  await form.getByRole('textbox', { name: 'Start date' }).fill(nextMonday().typed)
  await form.getByRole('textbox', { name: 'End date' }).fill(nextMonday().typed)
  await expect(form.getByRole('status')).toHaveText('Hours needed 08:00')
  await expectAccessible(page, 'pto-new')
  const { iso, typed } = workdayFromToday(days)
  await page.goto(`/portal/pto?from=${iso}&to=${iso}`)
  await expect(rows).toContainText(typed)
  await rows.getByText('Requested').dblclick()
  const details = page.getByRole('dialog', { name: 'PTO request' })
  await expect(details.getByRole('list', { name: 'Statuses' })).toContainText('Status Requested')
  await expectAccessible(page, 'pto-details')
  await details.getByRole('button', { name: 'Change Status' }).click()
  await expect(page.getByRole('dialog', { name: 'Change Status' })).toContainText('Requested')
  await expectAccessible(page, 'pto-status')
})
