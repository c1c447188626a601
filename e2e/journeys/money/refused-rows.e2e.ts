import type { Locator, Page } from '@playwright/test'
import { chooseFile, loadCommissions } from '../../support/load-dialog.ts'
import { makeAgent } from '../../support/records/agent-records.ts'
import { type ChosenFile, csvFile, numberAt, plainFile, uniquePrefix } from '../../support/records/policy-files.ts'
import { expectAccessible } from '../../support/screens.ts'
import { type StrictServer, startStrictServer, strictServerUrl } from '../../support/strict-server.ts'
import { expect, test } from '../../support/test-fixtures.ts'
import { enterAgency } from './enter-agency.ts'
import { loadByApi } from './load-by-api.ts'

const portOffset = 950
const password = 'Verdant-Kettle-42'
let agency: StrictServer

// An agency of its own: a month closes only when nothing waits, also what another test loaded.
test.describe.configure({ mode: 'default', timeout: 180_000 })
test.use({ baseURL: strictServerUrl(portOffset) })
test.beforeAll(async () => {
  agency = await startStrictServer(password, portOffset, { SECOND_FACTOR: 'optional' })
})
test.afterAll(() => agency.stop())

const [month, year] = [1, 2026]
const prefix = uniquePrefix('RR')
const carrier = `Harbor Mutual ${prefix}`
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })

async function choose(dialog: Locator, label: string, typed: string): Promise<void> {
  await dialog.getByLabel(label, { exact: true }).fill(typed)
  await dialog.page().getByRole('option', { name: typed, exact: true }).click()
}

async function upload(page: Page, file: ChosenFile, prepare: (dialog: Locator) => Promise<void> = async () => {}) {
  await page.goto('/portal/manage/upload')
  const dialog = await loadCommissions(page)
  await chooseFile(dialog, file)
  await prepare(dialog)
  await expect(button(dialog, 'Upload')).toBeEnabled({ timeout: 30_000 })
  await button(dialog, 'Upload').click()
  await expect(dialog).toContainText('The commissions are loaded.')
  await button(dialog, 'Close').last().click()
}

/** Check under Commission statements, for the statement of the test. */
async function openCheck(page: Page): Promise<Locator> {
  await page.goto('/portal/commissions/manage')
  await button(page, 'Check').click()
  const form = page.getByRole('dialog', { name: 'Check a statement' })
  await choose(form, 'Carrier', carrier)
  await choose(form, 'Month', 'January')
  await choose(form, 'Year', String(year))
  await button(form, 'Check').click()
  return page.getByRole('dialog', { name: `${carrier} 01/${year}` })
}

test('two refused rows of a statement are named with line and reason and hold the close; one is set aside with a reason, the other is loaded corrected, and the month closes', async ({
  page,
}) => {
  test.slow(true, 'an agency from nothing to a closed month')
  const token = await enterAgency(page, agency.admin, password)
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(path, { headers: { authorization: `Bearer ${token}` }, data })
    expect(answer.status(), await answer.text()).toBe(200)
    return await answer.json()
  }
  const locations = await post('/api/Lists/locations', { name: 'Main Office' })
  const agent = await makeAgent(page, token, { locationId: locations.values[0].id })
  const blank = { code: '', aliases: [], issuerIds: [], phone: '', portalUrl: '', disputeDays: 90 }
  const { id: carrierId } = await post('/api/Carrier', { name: carrier, ...blank })
  const terms = { basis: 'percent', percent: '70', amount: null, startDate: '2000-01-01', endDate: null }
  await post('/api/AgentContracts', { agentId: agent.id, carrierId, ...terms })
  const book = plainFile(`${prefix}-book.csv`, prefix, 4, () => ({ EffectiveDate: `01/01/${year}` }))
  const at = `carrierId=${carrierId}&month=${month}&year=${year}`
  await loadByApi(page, token, `/api/UploadPolicies/UploadPolicyCSV?${at}`, book)
  const statement = (name: string, lines: readonly (readonly [at: number, amount: string])[]) =>
    csvFile(name, [
      ['Carrier', 'AgentNPN', 'PolicyNumber', 'InsuredName', 'Month', 'Year', 'Members', 'Amount'],
      ...lines.map(([at, amount]) => [
        carrier,
        agent.npn,
        numberAt(prefix, at),
        'Rosa Ledesma',
        String(month),
        String(year),
        '1',
        amount,
      ]),
    ])

  await test.step('a statement with two broken rows is loaded without them', async () => {
    const file = statement(`${prefix}-january.csv`, [
      [0, '40.00'],
      [1, 'forty'],
      [2, '40.00'],
      [3, '4O.00'],
    ])
    await upload(page, file, async (dialog) => {
      await expect(dialog.getByRole('tab', { name: 'Refused 2' })).toBeVisible({ timeout: 30_000 })
      await dialog.getByRole('checkbox', { name: /^Load the good rows/ }).check()
    })
  })

  await test.step('its month cannot be closed, and the pay run names the file and the lines', async () => {
    await page.goto('/portal/commissions/pay-runs')
    await button(page, 'New Pay Run').first().click()
    const dialog = page.getByRole('dialog')
    const field = dialog.getByLabel('Statements up to')
    await field.press('ControlOrMeta+a')
    await field.pressSequentially('01/2026')
    await button(dialog, 'Calculate').click()
    await expect(page.getByRole('region', { name: 'Checks and sums' })).toContainText(
      `2 rows of statements were refused while loading (${prefix}-january.csv, line 3, 5).`,
    )
    await expect(button(page, 'Close month')).toBeDisabled()
  })
  const run = page.url()

  await test.step('Check names both rows with line and reason, and one is set aside', async () => {
    const check = await openCheck(page)
    await expect(check).toContainText('4 lines read = 2 matched + 2 exceptions (2 refused) + 0 totals')
    const refused = check.getByRole('region', { name: 'Refused rows' })
    const rows = refused.getByRole('listitem')
    await expect(rows).toHaveCount(2)
    for (const [line, value, number] of [
      [3, 'forty', numberAt(prefix, 1)],
      [5, '4O.00', numberAt(prefix, 3)],
    ] as const) {
      const row = rows.filter({ hasText: `${prefix}-january.csv, line ${line}` })
      await expect(row).toContainText(/Amount: .+/)
      await expect(row).toContainText(`(${value}), policy ${number}`)
    }
    await expect(button(refused, 'Set all 2 aside')).toBeVisible()
    await expectAccessible(page, 'refused rows of a statement')
    await button(rows.filter({ hasText: 'line 5' }), 'Set aside').click()
    const asked = page.getByRole('dialog', { name: 'Set a refused row aside' })
    await button(asked, 'Set aside').click()
    await expect(asked.getByText('Reason is required').first()).toBeVisible()
    await expectAccessible(page, 'setting a refused row aside')
    await asked.getByLabel('Reason').pressSequentially('A subtotal of the carrier')
    await button(asked, 'Set aside').click()
    await expect(asked).toBeHidden()
    await expect(rows.filter({ hasText: 'line 5' })).toContainText(/Set aside by .+: A subtotal of the carrier/)
    await expect(button(rows.filter({ hasText: 'line 5' }), 'Take back')).toBeVisible()
    await expect(check).toContainText('(2 refused)')
    await expectAccessible(page, 'a refused row set aside')
  })

  await test.step('each screen of the statement has the same lines read', async () => {
    const read = '4 lines read = 2 matched + 2 exceptions (2 refused) + 0 totals'
    for (const screen of ['statement', 'manage', 'exceptions']) {
      await page.goto(`/portal/commissions/${screen}?carrierId=${carrierId}`)
      await expect(page.getByText(read)).toBeVisible()
    }
    await page.goto(`/portal/manage/upload?kind=commissions&carrier=${carrierId}`)
    await page.getByRole('grid', { name: 'Past uploads' }).getByText(`${prefix}-january.csv`).first().click()
    const past = page.getByRole('dialog', { name: `${prefix}-january.csv` })
    await expect(past).toContainText(read)
    await button(past, 'Close').last().click()
  })

  await test.step('the other row still holds the month', async () => {
    await page.goto(run)
    await expect(page.getByRole('region', { name: 'Checks and sums' })).toContainText(
      `1 row of a statement was refused while loading (${prefix}-january.csv, line 3).`,
    )
  })

  await test.step('it is loaded corrected, and the month closes', async () => {
    await upload(page, statement(`${prefix}-corrected.csv`, [[1, '40.00']]))
    const check = await openCheck(page)
    await expect(check).toContainText('4 lines read = 3 matched + 1 exception (1 refused) + 0 totals')
    await page.goto(run)
    await expect(page.getByRole('region', { name: 'Checks and sums' })).toContainText(
      'No row of a statement was refused, or a person set it aside.',
    )
    await button(page, 'Recalculate').first().click()
    await button(page, 'Close month').click()
    await button(page.getByRole('dialog'), 'Close month').click()
    await expect(page.getByText('Pay run 01/2026 closed')).toBeVisible()
  })
})
