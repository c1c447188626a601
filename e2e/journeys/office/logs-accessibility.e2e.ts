import { dayFromToday, makeAgent, makeRate } from '../../support/records/agent-records.ts'
import { expectAccessible, navigate } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

test('no accessibility violations on logs, activity and audit logs on desktop and phone', async ({ page, signIn }) => {
  test.slow(true, 'checks many states in both themes and widths')
  const token = await signIn('admin')
  const rows = (name: string) => page.getByRole('grid', { name })
  // Only demo data: the run's own records may continue past midnight.
  const before = dayFromToday(-2).iso
  await page.goto(`/portal/manage/logs?to=${before}`)
  await expect(rows('Logs')).toContainText('Signed in')
  await expectAccessible(page, 'logs')
  await navigate(page, '/portal/manage/logs?category=Messages')
  await rows('Logs')
    .getByRole('button', { name: /A message did not go out/ })
    .first()
    .click()
  await expect(page.getByRole('dialog').getByText(/less and less often/)).toBeVisible()
  await expectAccessible(page, 'log-entry')

  await navigate(page, '/portal/manage/logs?tab=activity')
  await expect(rows('Activity')).toContainText('View')
  await expectAccessible(page, 'activity')

  const agent = await makeAgent(page, token)
  for (const [rate1, day] of [
    ['18.00', 0],
    ['19.00', 30],
  ] as const)
    await makeRate(page, token, { agentId: agent.id, carrierId: 1, rate1, startDate: dayFromToday(day).iso })
  await navigate(page, `/portal/manage/audit_logs?to=${before}`)
  await expect(rows('Audit Logs')).toContainText('Logout')
  await expectAccessible(page, 'audit-logs')
  const answer = await page.request.get('/api/AuditLog?action=update&entity=rate', {
    headers: { authorization: `Bearer ${token}` },
  })
  const { data } = await answer.json()
  await navigate(page, `/portal/manage/audit_logs?event=${data[0].id}`)
  await expect(page.getByRole('dialog').getByRole('columnheader', { name: 'Old' })).toBeVisible()
  await expectAccessible(page, 'audit-event')
})
