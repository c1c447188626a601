import type { Locator, Page } from '@playwright/test'
import { inDatabase } from '../../support/database.ts'
import { chooseFile, loadCommissions } from '../../support/load-dialog.ts'
import { csvFile, numberAt, uniquePrefix } from '../../support/records/policy-files.ts'
import { savedFile } from '../../support/saved-file.ts'
import { expectAccessible } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
const prefix = uniquePrefix('PR')
const carrier = `Payer ${prefix}`

test('an administrator runs a month’s pay, opens an amount down to the line of the file, closes and saves statement and journal, and reopens with a reason', async ({
  page,
  signIn,
}) => {
  test.slow(true, 'the whole way from a statement to a correction')
  const token = await signIn('admin')
  const headers = { authorization: `Bearer ${token}` }
  const get = async (path: string) => await (await page.request.get(path, { headers })).json()
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(path, { headers, data })
    expect(answer.status(), await answer.text()).toBe(200)
    return await answer.json()
  }
  // Runs are the agency's: the month after the newest one, before all statements of the demo.
  const [newest] = (await get('/api/PayRuns')).data
  const at = newest ? Number(newest.month.slice(0, 4)) * 12 + Number(newest.month.slice(5, 7)) : 2005 * 12
  const [year, month] = [Math.floor(at / 12), (at % 12) + 1]
  const shown = `${String(month).padStart(2, '0')}/${year}`
  const { id: carrierId } = await post('/api/Carrier', {
    ...{ name: carrier, code: '', aliases: [], issuerIds: [], phone: '', portalUrl: '', disputeDays: 90 },
  })
  const agent = (await get('/api/Agent?statusId=1&pageSize=25')).data.find(({ npn }: { npn: string | null }) => npn)
  // The agent's contract of that time; the screens of contracts have their own tests.
  await inDatabase(async (client) => {
    await client.query(
      `insert into agent_contracts (agent_id, carrier_id, start_date, basis, percent) values ($1, $2, '2000-01-01', 'percent', 70)`,
      [agent.id, carrierId],
    )
  })

  await test.step('the statement of the month is loaded', async () => {
    await page.goto('/portal/manage/upload')
    const dialog = await loadCommissions(page)
    await chooseFile(
      dialog,
      csvFile(`${prefix}.csv`, [
        ['Carrier', 'AgentNPN', 'PolicyNumber', 'InsuredName', 'Month', 'Year', 'Members', 'Amount'],
        [carrier, agent.npn, numberAt(prefix, 0), 'Rosa Ledesma', String(month), String(year), '3', '60.00'],
      ]),
    )
    await expect(button(dialog, 'Upload')).toBeEnabled({ timeout: 30_000 })
    await button(dialog, 'Upload').click()
    await expect(dialog).toContainText('The commissions are loaded.')
    await button(dialog, 'Close').last().click()
  })

  await test.step('the run of the month is calculated, with what must hold before it is closed', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pay Runs' }).click()
    await button(page, 'New Pay Run').first().click()
    const dialog = page.getByRole('dialog', { name: 'New pay run' })
    const field = dialog.getByLabel('Statements up to')
    await field.click()
    await field.press('ControlOrMeta+a')
    await field.pressSequentially(shown)
    await button(dialog, 'Calculate').click()
    await expect(page.getByRole('heading', { name: `Pay Run ${shown}` })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Checks and sums' })).toContainText(
      'Each line of a statement has an agent.',
    )
    const missing = button(page, 'Confirm missing')
    if (newest) await missing.click()
    await expect(missing).toHaveCount(0)
    await button(page, 'Recalculate').click()
  })

  await test.step('the amount of the agent is opened down to the line', async () => {
    await page.getByRole('row').filter({ hasText: '42.00' }).first().dblclick()
    const dialog = page.getByRole('dialog', { name: new RegExp(`${shown}$`) })
    await expect(dialog.getByRole('region', { name: 'Steps' })).toContainText('Writing part')
    const line = dialog
      .getByRole('region', { name: 'Lines' })
      .getByRole('row')
      .filter({ hasText: numberAt(prefix, 0) })
    await expect(line).toContainText(`70 % by the contract of 01/01/2000, ${carrier}`)
    await expect(line).toContainText(`${prefix}.csv, line 2`)
    await expectAccessible(page, 'why an agent gets this amount')
    await page.keyboard.press('Escape')
  })

  await test.step('the month is closed, and the agent’s statement and the journal are saved', async () => {
    await button(page, 'Close month').click()
    await button(page.getByRole('dialog'), 'Close month').click()
    await expect(page.getByText(`Pay run ${shown} closed`)).toBeVisible()
    await page.getByRole('row').filter({ hasText: '42.00' }).first().dblclick()
    const dialog = page.getByRole('dialog', { name: new RegExp(`${shown}$`) })
    const pdf = await savedFile(page, () => button(dialog, 'Statement').click())
    expect(pdf.content.subarray(0, 5).toString()).toBe('%PDF-')
    await page.keyboard.press('Escape')
    const journal = await savedFile(page, () => button(page, 'Journal').click())
    expect(journal.content.toString()).toContain('Commissions Payable,,42.00,')
    await button(page, 'Set to processed').click()
    await button(page, 'Set to paid').click()
    await button(page.getByRole('dialog'), 'Set $42.00 to paid').click()
    await expect(page.getByText('Batch set to paid')).toBeVisible()
  })

  await test.step('another contract and a reason make a correction with the difference', async () => {
    await inDatabase(async (client) => {
      await client.query('update agent_contracts set percent = 75 where carrier_id = $1', [carrierId])
    })
    await button(page, 'Reopen').click()
    const dialog = page.getByRole('dialog', { name: `Reopen pay run ${shown}` })
    await dialog.getByLabel('Reason').pressSequentially('The contract was wrong')
    await button(dialog, 'Reopen').click()
    await expect(page.getByRole('heading', { name: `Pay Run ${shown}, correction 1` })).toBeVisible()
    await expect(page.getByText('Reopened: The contract was wrong')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Checks and sums' })).toContainText('3.00')
    // Another run can start only when this one is no draft.
    await button(page, 'Close month').click()
    await button(page.getByRole('dialog'), 'Close month').click()
    await expect(page.getByText(`Pay run ${shown}, correction 1 closed`)).toBeVisible()
  })
})
