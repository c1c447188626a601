import type { Locator, Page } from '@playwright/test'
import { inDatabase } from '../../support/database.ts'
import { chooseFile, loadCommissions } from '../../support/load-dialog.ts'
import { makeAgent } from '../../support/records/agent-records.ts'
import { type ChosenFile, csvFile, numberAt, plainFile, uniquePrefix } from '../../support/records/policy-files.ts'
import { savedFile } from '../../support/saved-file.ts'
import { expectAccessible } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'
import { type WorkbookCell, workbookFile } from './workbook-file.ts'

// Both tests need the one draft that the agency may have.
test.describe.configure({ mode: 'default' })

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

test('an agency moves in by files: schedules, contracts, hierarchy and splits with headings of their own, refused lines and names to map; the expected month and the pay run follow', async ({
  page,
  signIn,
}) => {
  test.slow(true, 'five files, each with its dry run')
  const token = await signIn('admin')
  const headers = { authorization: `Bearer ${token}` }
  const get = async (path: string) => await (await page.request.get(path, { headers })).json()
  const post = async (path: string, options: object) => {
    const answer = await page.request.post(path, { headers, ...options })
    expect(answer.status(), await answer.text()).toBe(200)
    return await answer.json()
  }
  const mark = uniquePrefix('MI')
  const health = `Moving Health ${mark}`
  const [number, firstName] = [
    numberAt(mark, 0),
    `Mia${mark.replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))}`,
  ]
  const [newest] = (await get('/api/PayRuns')).data
  const at = newest ? Number(newest.month.slice(0, 4)) * 12 + Number(newest.month.slice(5, 7)) : 2005 * 12
  const [year, month] = [Math.floor(at / 12), (at % 12) + 1]
  const shown = `${String(month).padStart(2, '0')}/${year}`
  const { id: carrierId } = await post('/api/Carrier', {
    data: { name: health, code: '', aliases: [], issuerIds: [], phone: '', portalUrl: '', disputeDays: 90 },
  })
  const seller = await makeAgent(page, token, { contact: { firstName, middleName: '', lastName: 'Seller' } })
  const above = await makeAgent(page, token, { contact: { firstName, middleName: '', lastName: 'Above' } })
  const book = plainFile(`${mark}.csv`, mark, 1, () => ({
    NumberOfMembers: '2',
    EffectiveDate: `01/01/${year}`,
    State: 'FL',
  }))
  const text = book.buffer
    .toString()
    .replace(/\n/, ',AgentNPN\n')
    .replace(/\n(.+)\n/, `\n$1,${seller.npn}\n`)
  await post(
    `/api/UploadPolicies/UploadPolicyCSV?${new URLSearchParams({ carrierId: String(carrierId), month: String(month), year: String(year), fileName: book.name })}`,
    {
      headers: { ...headers, 'content-type': 'text/csv' },
      data: text,
    },
  )
  const statement = csvFile(`${mark}-paid.csv`, [
    ['Carrier', 'AgentNPN', 'PolicyNumber', 'InsuredName', 'Month', 'Year', 'Members', 'Amount'],
    [health, seller.npn, number, 'Rosa Ledesma', String(month), String(year), '2', '40.00'],
  ])
  await post('/api/FileUpload/upload', { multipart: { file: statement } })
  const run = await post('/api/PayRuns', { data: { month: shown } })
  /** Chooses a file in the dialog of the current list; the caller answers what it asks. */
  const open = async (title: string, file: ChosenFile): Promise<Locator> => {
    await button(page.getByRole('main'), title).click()
    const dialog = page.getByRole('dialog', { name: title })
    await chooseFile(dialog, file)
    return dialog
  }
  const finish = async (dialog: Locator, loaded: string) => {
    await expect(button(dialog, 'Load')).toBeEnabled({ timeout: 30_000 })
    await button(dialog, 'Load').click()
    await expect(dialog).toContainText(loaded)
    await button(dialog, 'Close').last().click()
    await expect(dialog).toBeHidden()
  }
  const menu = page.getByRole('navigation', { name: 'Main' })
  const writingPart = async () => {
    await post(`/api/PayRuns/${run.id}/calculate`, { data: {} })
    await page.goto(`/portal/commissions/pay-runs/${run.id}`)
    return page.getByRole('grid').getByRole('row')
  }

  try {
    await test.step('the run of the month has nothing for the agents before', async () => {
      await expect((await writingPart()).filter({ hasText: seller.name })).not.toContainText('24.00')
    })

    await test.step('schedules come from a workbook with titles above; a line that overlaps is refused and stays out', async () => {
      await menu.getByRole('link', { name: 'Schedules' }).click()
      const rows: WorkbookCell[][] = [
        [`${health}, commission schedule`],
        [],
        ['Company', 'ST', 'Plan Name', 'Eff Dt', 'Through', 'Type', 'Rate'],
        [health, 'FL', 'All', { day: `${year}-01-01` }, { day: `${year}-12-31` }, 'PMPM', 20],
        [health, 'FL', 'Gold', { day: `${year}-01-01` }, { day: `${year}-12-31` }, '% of premium', { percent: 2.5 }],
        [health, 'FL, TX', 'All', { day: `${year}-06-01` }, '', 'PMPM', 22],
      ]
      const dialog = await open('Load Schedules', workbookFile(`${mark} schedule.xlsx`, rows))
      await expect(dialog.getByRole('tab', { name: 'Refused 1' })).toBeVisible({ timeout: 30_000 })
      await expect(dialog.getByRole('region', { name: 'Refused rows' })).toContainText('Overlaps line 4')
      await expectAccessible(page, 'dry run of schedules')
      await dialog.getByRole('checkbox', { name: /Load the good rows/ }).check()
      await finish(dialog, 'The rows are loaded.')
    })

    await test.step('the policy of the month is expected now', async () => {
      await button(page, 'Test on a policy').click()
      const dialog = page.getByRole('dialog', { name: 'Test on a policy' })
      await dialog.getByLabel('Carrier', { exact: true }).fill(health)
      await page.getByRole('option', { name: health, exact: true }).click()
      await dialog.getByLabel('Policy number', { exact: true }).fill(number)
      await dialog.getByLabel('Month', { exact: true }).fill(shown)
      await button(dialog, 'Test').click()
      await expect(dialog.getByRole('region', { name: 'Answer' })).toContainText('40.00')
      await page.keyboard.press('Escape')
    })

    await test.step('the carrier’s document is kept with the rows of the year, and downloaded', async () => {
      await page.goto(`/portal/commissions/schedules?carrierId=${carrierId}`)
      await page.getByRole('row').filter({ hasText: health }).first().click()
      await button(page, 'Document').click()
      const dialog = page.getByRole('dialog', { name: 'Source document' })
      await chooseFile(dialog, {
        name: `${mark}.pdf`,
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-1.7 rates'),
      })
      await button(dialog, 'Save document').click()
      await expect(page.getByText('Document saved with 2 rows')).toBeVisible()
      await button(page, 'Document').click()
      const saved = await savedFile(page, () => button(dialog, `${mark}.pdf`).click())
      expect(saved.content.toString()).toBe('%PDF-1.7 rates')
      await page.keyboard.press('Escape')
    })

    await test.step('contracts come from a CSV that names an agent and the carrier as the office calls them, which are mapped', async () => {
      await menu.getByRole('link', { name: 'Agent Contracts' }).click()
      const file = csvFile(`${mark} contracts.csv`, [
        ['Producer', 'Issuer', 'Comp Level', 'Effective', 'Term Date'],
        [`${firstName} S.`, `MH ${mark}`, '60%', `1/1/${year}`, ''],
        [above.name, health, '$10.00 PMPM', `1/1/${year}`, ''],
      ])
      const dialog = await open('Load Contracts', file)
      const unknown = dialog.getByRole('region', { name: 'Unknown values' })
      await unknown.getByLabel(`Meaning of ${firstName} S. in Producer`).selectOption({ label: seller.name })
      await unknown.getByLabel(`Meaning of MH ${mark} in Issuer`).selectOption({ label: health })
      await expect(dialog.getByRole('tab', { name: 'New 2' })).toBeVisible({ timeout: 30_000 })
      await finish(dialog, 'The contracts are loaded.')
      await expect((await writingPart()).filter({ hasText: seller.name })).toContainText('24.00')
    })

    await test.step('uplines, overrides and a split follow', async () => {
      await menu.getByRole('link', { name: 'Hierarchy' }).click()
      await finish(
        await open(
          'Load Uplines',
          csvFile(`${mark} uplines.csv`, [
            ['Agent NPN', 'Manager NPN', 'Start'],
            [seller.npn, above.npn, `01/01/${year}`],
          ]),
        ),
        'The uplines are loaded.',
      )
      await page.getByRole('link', { name: 'Overrides', exact: true }).click()
      await finish(
        await open(
          'Load Overrides',
          csvFile(`${mark} overrides.csv`, [
            ['NPN', 'Tier', 'Override %', 'From'],
            [above.npn, '1', '10%', `01/01/${year}`],
          ]),
        ),
        'The overrides are loaded.',
      )
      await menu.getByRole('link', { name: 'Agent Contracts' }).click()
      await page.getByRole('link', { name: 'Policy splits', exact: true }).click()
      await finish(
        await open(
          'Load Splits',
          csvFile(`${mark} splits.csv`, [
            ['Policy #', 'NPN', 'Split %', 'Start'],
            [number, seller.npn, '75%', `01/01/${year}`],
            [number, above.npn, '25%', `01/01/${year}`],
          ]),
        ),
        'The splits are loaded.',
      )
      await expect(page.getByRole('row').filter({ hasText: number }).first()).toBeVisible()
    })

    await test.step('the pay run follows: 75 % of the writing part, and the other 25 % with the override of 10 %', async () => {
      const agents = await writingPart()
      await expect(agents.filter({ hasText: seller.name })).toContainText('18.00')
      await expect(agents.filter({ hasText: above.name })).toContainText('10.00')
    })

    await test.step('the split is undone in the dialog', async () => {
      await page.goto('/portal/commissions/contracts?tab=splits')
      await button(page.getByRole('main'), 'Load Splits').click()
      const dialog = page.getByRole('dialog', { name: 'Load Splits' })
      await button(dialog, `Undo ${mark} splits.csv`).click()
      await button(page.getByRole('dialog', { name: 'Undo this load?' }), 'Undo load').click()
      await expect(page.getByText(`${mark} splits.csv is undone`)).toBeVisible()
      await expect((await writingPart()).filter({ hasText: seller.name })).toContainText('24.00')
    })
  } finally {
    await page.request.delete(`/api/PayRuns/${run.id}`, { headers })
  }
})
