import type { Page } from '@playwright/test'
import { dayFromToday, makeAgent, makeRate } from '../../support/records/agent-records.ts'
import { chooseFilter, rowsOf, totalShown } from '../../support/records/policy-list.ts'
import { savedFile } from '../../support/saved-file.ts'
import { navigate } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

const logs = (page: Page) => page.getByRole('grid', { name: 'Logs' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('LOG-01 LOG-02 LOG-03 LOG-04 LOG-05 LOG-06 logs, activity and audit logs', async ({ page, signIn }) => {
  const token = await signIn('admin')
  await test.step('LOG-01 LOG-02 LOG-03 LOG-04 the log is filtered, exported, and each message is shown in full', async () => {
    await page.goto('/portal/')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Logs', exact: true }).click()
    await expect(page).toHaveURL(/\/portal\/manage\/logs/)
    await expect(logs(page).getByRole('columnheader')).toHaveText([
      'Level',
      'Message',
      'User',
      'Category',
      'Server',
      'Date',
    ])
    await expect(rowsOf(logs(page)).first()).toContainText(/Information|Warning|Error/)
    const all = await totalShown(page)
    for (const query of [
      `from=${dayFromToday(-2).iso}`,
      `to=${dayFromToday(-2).iso}`,
      'user=admin',
      'message=exported',
      'level=Warning',
      'category=Messages',
    ]) {
      await navigate(page, `/portal/manage/logs?${query}`)
      await expect(rowsOf(logs(page)).first()).toBeVisible()
      await expect.poll(() => totalShown(page), query).toBeLessThan(all)
    }
    await navigate(page, '/portal/manage/logs')
    await page.getByRole('search', { name: 'Filters' }).getByLabel('Server').fill('no server of this name')
    await expect(page.getByText('No log entries match these filters.')).toBeVisible()

    await navigate(page, '/portal/manage/logs?level=Warning')
    await chooseFilter(page, 'Category', 'Messages')
    const row = rowsOf(logs(page)).first()
    await expect(row).toContainText('A message did not go out')
    const whole = /and then less and less often for a day\.$/
    await expect(row).not.toContainText('less and less often')
    await row.getByRole('button').click()
    const dialog = page.getByRole('dialog', { name: 'Log entry' })
    await expect(dialog.getByText(whole)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await row.focus()
    await page.keyboard.press('Enter')
    await expect(dialog.getByText(whole)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await button(page, 'Export').click()
    const { name, content } = await savedFile(page, () => page.getByRole('menuitem', { name: 'Excel' }).click())
    expect(name).toMatch(/\.xlsx$/)
    expect(content.subarray(0, 2).toString()).toBe('PK')
  })
  await test.step('LOG-05 the second tab shows the activity: who does what, how often, first and last', async () => {
    // Right after its start the server has no counts yet.
    await expect
      .poll(async () => {
        const answer = await page.request.get('/api/Log/activity?category=policy', {
          headers: { authorization: `Bearer ${token}` },
        })
        return (await answer.json()).totalRecords
      })
      .toBeGreaterThan(0)
    await navigate(page, '/portal/manage/logs')
    await page.getByRole('navigation', { name: 'Log and activity' }).getByRole('link', { name: 'Activity' }).click()
    const grid = page.getByRole('grid', { name: 'Activity' })
    await expect(grid.getByRole('columnheader')).toHaveText([
      'Category',
      'Created by',
      'Occurrence',
      'Data 1: action',
      'Data 2: address',
      'Result',
      'First access',
      'Last access',
    ])
    await expect(rowsOf(grid).first()).toBeVisible()
    await page.getByRole('search', { name: 'Filters' }).getByLabel('Category').fill('policy')
    await expect(page).toHaveURL(/category=policy/)
    await expect(rowsOf(grid).first()).toContainText('policy')
  })
  await test.step('LOG-06 the audit logs show who did what, when and with which result; a row opens with old and new values', async () => {
    const agent = await makeAgent(page, token)
    const [today, next] = [dayFromToday(0), dayFromToday(30)]
    const rate = { agentId: agent.id, carrierId: 1, rate1: '18.00', startDate: today.iso }
    await makeRate(page, token, rate)
    // A new rate ends the previous one, a change with an old and a new value.
    await makeRate(page, token, { ...rate, rate1: '19.00', startDate: next.iso })
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Audit Logs', exact: true }).click()
    await expect(page).toHaveURL(/\/portal\/manage\/audit_logs/)
    const grid = page.getByRole('grid', { name: 'Audit Logs' })
    await expect(grid.getByRole('columnheader')).toHaveText([
      'Date',
      'User',
      'Action',
      'Entity',
      'Record',
      'Result',
      'Address',
    ])
    const all = await totalShown(page)
    const reads = grid.getByRole('gridcell', { name: /^View/ })
    await expect(reads).toHaveCount(0)
    await navigate(page, '/portal/manage/audit_logs?action=read')
    await expect(reads.first()).toBeVisible()
    await navigate(page, '/portal/manage/audit_logs')
    // Reads are left out without a filter that could be removed.
    await expect(page.getByRole('button', { name: 'Clear Filters' })).toHaveCount(0)
    await chooseFilter(page, 'Action', 'Update')
    await expect(page).toHaveURL(/action=update/)
    await navigate(page, '/portal/manage/audit_logs?action=update&entity=rate')
    await expect(grid).toHaveAttribute('aria-busy', 'false')
    await expect.poll(() => totalShown(page)).toBeLessThan(all)
    // Other tests change rates, too.
    const row = rowsOf(grid).filter({ hasText: agent.lastName })
    for (const words of ['Update', 'Rate', 'Done', '127.0.0.1']) await expect(row).toContainText(words)
    await button(page, 'Export').click()
    const file = await savedFile(page, () => page.getByRole('menuitem', { name: 'CSV' }).click())
    expect(file.content.toString()).toContain(agent.lastName)
    await row.getByText(/\d{1,2}:\d\d:\d\d [AP]M/).click()
    const dialog = page.getByRole('dialog', { name: 'Audit event' })
    await expect(dialog.getByRole('row', { name: /End date - \d\d\/\d\d\/\d{4}/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })
  await test.step('LOG-06 the logs of one record: found by its name, or from one of its events; who viewed it is listed on request', async () => {
    const agent = await makeAgent(page, token)
    await navigate(page, '/portal/manage/audit_logs')
    const filters = page.getByRole('search', { name: 'Filters' })
    await filters.getByRole('button', { name: 'Record' }).click()
    await page.keyboard.type(agent.lastName)
    await page.getByRole('option', { name: new RegExp(`${agent.lastName} · agent`) }).click()
    await expect(page).toHaveURL(/record=agent/)
    const grid = page.getByRole('grid', { name: 'Audit Logs' })
    await expect(rowsOf(grid)).toHaveCount(1)
    await expect(rowsOf(grid).first()).toContainText('Create')
    await expect(filters.getByText(/^Record /)).toContainText(agent.lastName)
    await rowsOf(grid)
      .first()
      .getByText(/\d{1,2}:\d\d:\d\d [AP]M/)
      .click()
    await page
      .getByRole('dialog', { name: 'Audit event' })
      .getByRole('button', { name: 'All events of this record' })
      .click()
    await expect(page).toHaveURL(/action=all/)
    await expect(rowsOf(grid).first()).toContainText('View')
    // Also where no event on the page is about this record alone.
    await page.goto(`${page.url()}&to=2020-01-01`)
    await expect(page.getByText('No events match these filters.')).toBeVisible()
    await expect(filters.getByText(/^Record /)).toContainText(agent.lastName)
  })
})
