import { alertLimits } from '@coverdesk/domain/alerts/alert-rules.ts'
import { expectAccessible } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

test('administrators are notified of a mass export within two minutes and see who exported how much', async ({
  page,
  signIn,
}) => {
  test.slow(true, 'the job that raises alerts runs once a minute')
  const token = await signIn('admin')
  await test.step('one export holds more records than the limit', async () => {
    const answer = await page.request.get('/api/Policies', {
      headers: { authorization: `Bearer ${token}`, accept: 'text/csv' },
    })
    expect((await answer.text()).split('\n').length).toBeGreaterThan(alertLimits.exportedRecords)
  })
  await test.step('the notification leads to the alert', async () => {
    const notification = page.getByRole('link', { name: /Security alert: mass export/ }).first()
    await expect(async () => {
      await page.goto('/portal/dashboard')
      await page.getByRole('button', { name: /^Notifications/ }).click()
      await expect(notification).toBeVisible({ timeout: 5_000 })
    }).toPass({ timeout: 120_000, intervals: [5_000] })
    await notification.click()
    await expect(page).toHaveURL(/\/portal\/security\/alerts/)
    const row = page
      .getByRole('grid', { name: 'Security Alerts' })
      .getByRole('row', { name: /Mass export/ })
      .first()
    await expect(row).toContainText('records in an hour')
  })
  await test.step('the alerts are readable at every width, and can be filtered', async () => {
    await expectAccessible(page, 'security-alerts')
    await page.goto('/portal/security/alerts?kind=audit-record')
    await expect(page.getByText('No alerts match these filters.')).toBeVisible()
  })
})
