import { randomInt } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { inDatabase } from '../../support/database.ts'
import { chooseFile } from '../../support/load-dialog.ts'
import { makeAgent } from '../../support/records/agent-records.ts'
import { makeCarrier } from '../../support/records/make-carrier.ts'
import { signInAsNew } from '../../support/records/own-user.ts'
import { uniquePrefix } from '../../support/records/policy-files.ts'
import { loadStatement, statementFile, withoutStatements } from '../../support/records/statement-files.ts'
import { savedFile } from '../../support/saved-file.ts'
import { navigate } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

const period = { carrierId: 2, carrier: 'AvMed', month: 5, monthName: 'May', year: 2017 }
const other = { ...period, month: 6, monthName: 'June' }
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
const rows = (page: Page) => page.getByRole('grid', { name: 'Statements' }).getByRole('row')

async function choose(dialog: Locator, label: string, typed: string): Promise<void> {
  await dialog.getByLabel(label, { exact: true }).fill(typed)
  await dialog.page().getByRole('option', { name: typed, exact: true }).click()
}

async function choosePeriod(dialog: Locator): Promise<void> {
  await choose(dialog, 'Carrier', period.carrier)
  await choose(dialog, 'Month', period.monthName)
  await choose(dialog, 'Year', String(period.year))
}

/** The calls for lines that the page has made. */
function callsForLines(page: Page): URL[] {
  const calls: URL[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/api/Commissions') calls.push(url)
  })
  return calls
}

test.describe('commission statements', () => {
  test('STMT-08 STMT-09 STMT-10 STMT-11 STMT-12 STMT-13 STMT-14 STMT-15 SHELL-18 load a statement, look at its lines and sums, delete it', async ({
    page,
    signIn,
  }) => {
    await page.clock.install()
    const token = await signIn('admin')
    const agent = await makeAgent(page, token)
    await withoutStatements(page, token, period)
    await page.goto('/portal/commissions/statement')
    await button(page, 'Manage').click()
    await expect(page).toHaveURL('/portal/commissions/manage')
    await expect(page.getByRole('grid', { name: 'Statements' }).getByRole('columnheader')).toHaveText([
      '',
      'Agent',
      'Carrier',
      'Policy number',
      'Insured',
      'Month',
      'Amount',
      'File',
    ])
    await load(page, agent.npn)

    const calls = callsForLines(page)
    await navigate(page, `/portal/commissions/manage?carrierId=${period.carrierId}&month=05%2F2017`)
    await expect(rows(page)).toHaveCount(3)
    for (const words of [agent.name, period.carrier, 'Rosa Ledesma', '05/2017', '1,044.10'])
      await expect(rows(page).filter({ hasText: 'Rosa' })).toContainText(words)
    await expect(page.getByRole('region', { name: 'Summary' })).toHaveCount(0)
    await button(page, 'View').click()
    const summary = page.getByRole('region', { name: 'Summary' })
    for (const [term, value] of [
      ['Records', '2'],
      ['Members', '3'],
      ['Total', '$1,022.05'],
    ])
      await expect(summary.locator('div', { hasText: term })).toHaveText(`${term}${value}`)
    await expect(summary).toContainText(
      '=Agents’ pay$0.00Agency$1,022.05Without an agent$0.00Statement shows the office $1,022.05. It shows agents their pay, $0.00: the amounts of closed pay runs, and for other lines what contracts, splits and rates give. 2 lines have no contract or rate',
    )
    calls.length = 0
    // Stops the page's clock while typing: on a busy machine half a second may pass between two keys.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))
    await page.getByLabel('Insured', { exact: true }).pressSequentially('vega')
    await page.clock.resume()
    await expect(rows(page)).toHaveCount(2)
    expect(calls.map((url) => url.searchParams.get('insured'))).toEqual(['vega'])
    await expect(summary).toContainText('($22.05)')
    await page.getByLabel('Insured', { exact: true }).fill('')
    await expect(rows(page)).toHaveCount(3)

    await remove(page)
    await expect(page.getByText('No statement lines match these filters.')).toBeVisible()
  })

  test('STMT-01 STMT-02 STMT-03 STMT-04 STMT-05 STMT-06 STMT-17 the statements of agents: filters, sums, files, and what an empty one and a failed file say', async ({
    page,
    signIn,
  }) => {
    const token = await signIn('admin')
    const agent = await makeAgent(page, token)
    await withoutStatements(page, token, other)
    const number = `Q${randomInt(1_000_000)}`
    await loadStatement(
      page,
      token,
      other,
      statementFile('june.csv', [
        [agent.npn, `${number}1`, 'Rosa Ledesma', '2', '0.10', '6'],
        [agent.npn, `${number}1`, 'Rosa Ledesma', '2', '0.20', '6'],
        [agent.npn, `${number}2`, 'Ana Vega', '1', '-1,000.05', '6'],
      ]),
    )
    await page.goto('/portal/commissions/statement')
    await expect(page.getByRole('grid', { name: 'Statements' }).getByRole('columnheader')).toHaveText([
      'Agent',
      'Carrier',
      'Policies',
      'Members',
      'Amount',
      'Month',
    ])
    await expect(rows(page).nth(1)).toBeVisible()
    const rest = page.getByRole('link', { name: /^\$[\d,.]+ without an agent$/ })
    const [amount = ''] = (await rest.innerText()).split(' ')
    await rest.click()
    await expect(page).toHaveURL('/portal/commissions/manage?agentId=0')
    await expect(page.getByRole('main')).toContainText(`${amount} in total`)
    await page.goBack()
    const search = page.getByRole('search')
    await button(search, 'Agent').click()
    await page.getByLabel('Find in agent').fill(agent.name)
    await page.getByRole('option', { name: agent.name }).click()
    await expect(rows(page)).toHaveCount(2)
    await button(search, 'Carrier').click()
    await page.getByLabel('Find in carrier').fill(period.carrier)
    await page.getByRole('option', { name: period.carrier, exact: true }).click()
    await button(search, 'Month').click()
    await chooseMonth(page, 2017, 'Jun')
    await expect(page).toHaveURL(/month=06%2F2017/)
    await expect(rows(page).nth(1)).toHaveText([agent.name, other.carrier, '2', '5', '(999.75)', '06/2017'].join(''))
    await expect(page.getByText('($999.75) in total')).toBeVisible()
    await rows(page).nth(1).getByText(agent.name).click()
    const behind = page.getByRole('dialog', { name: `${agent.name}, ${other.carrier}, 06/2017` })
    await expect(behind.getByRole('row').nth(1)).toContainText(/june\.csv, line \d/)
    await expect(behind.getByRole('row').last()).toContainText('(999.75)')
    await page.keyboard.press('Escape')
    await expect(behind).toBeHidden()

    for (const [name, kind, begins] of [
      ['CSV', 'csv', 'Agent'],
      ['PDF', 'pdf', '%PDF-'],
    ] as const) {
      await button(page, 'Export').click()
      const saved = await savedFile(page, () => page.getByRole('menuitem', { name }).click())
      expect(saved.name).toBe(`Agent commission statement 06-2017.${kind}`)
      expect(saved.content.toString('latin1').replace(/^ï»¿/, '').slice(0, begins.length)).toBe(begins)
      if (kind === 'csv') expect(saved.content.toString()).toContain(`${agent.name},AvMed,2,5,-999.75,06/2017`)
    }
    await page.route('**/api/agentcommissions?*', (route) =>
      route.request().headers().accept === 'text/csv' ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
    )
    await button(page, 'Export').click()
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    await expect(
      page.getByText('An error occurred while try to export the agent commission statemenets.', { exact: true }),
    ).toBeVisible()

    await navigate(page, '/portal/commissions/statement?month=01%2F1999')
    await expect(page.getByText('No Agent Commission Statement Found.')).toBeVisible()
    await button(page.getByRole('main'), 'Clear Filters').last().click()
    await expect(rows(page).nth(1)).toBeVisible()
  })
})

test('STMT-08 P-28 lines that no agent has are given to one after a preview, and the toast takes it back', async ({
  page,
  signIn,
}) => {
  const token = await signIn('admin')
  const agent = await makeAgent(page, token)
  const prefix = uniquePrefix('NA')
  const { id: carrierId, name: carrier } = await makeCarrier(page, token, prefix)
  await loadStatement(
    page,
    token,
    { ...period, carrierId, carrier },
    statementFile('unassigned.csv', [
      ['', `${prefix}1`, 'Rosa Ledesma', '2', '20.10', '5'],
      ['', `${prefix}2`, 'Ana Vega', '1', '-5.00', '5'],
    ]),
  )
  await page.goto('/portal/commissions/statement')
  await page.getByRole('link', { name: /^\$[\d,.]+ without an agent$/ }).click()
  await page.getByLabel('Policy number', { exact: true }).pressSequentially(prefix)
  await expect(rows(page)).toHaveCount(3)
  await expect(page.getByRole('main')).toContainText('$15.10 in total')
  for (const number of [`${prefix}1`, `${prefix}2`])
    await page.getByRole('checkbox', { name: `Select ${number}, 05/2017` }).check()
  await button(page.getByRole('toolbar', { name: 'Selected rows' }), 'Assign').click()
  const dialog = page.getByRole('dialog', { name: 'Assign lines' })
  await dialog.getByRole('combobox', { name: 'Agent' }).click()
  await page.keyboard.type(agent.lastName)
  await page.getByRole('option', { name: agent.name }).click()
  const effect = dialog.getByRole('region', { name: 'What will change' })
  await expect(effect).toContainText('2 lines')
  await effect.getByText('Show each record').click()
  await expect(effect.getByRole('listitem').filter({ hasText: `${prefix}2` })).toContainText(agent.name)
  await button(dialog, 'Assign 2 lines').click()
  await expect(page.getByText(/^2 lines assigned to/)).toBeVisible()
  await expect(page.getByText('No statement lines match these filters.')).toBeVisible()

  await button(page, 'Undo').click()
  await expect(page.getByText(/^Undone: 2 lines assigned to/)).toBeVisible()
  await expect(rows(page)).toHaveCount(3)
  await expect(rows(page).nth(1)).toContainText('Unassigned')
})

test('PAY-01 PAY-02 PAY-03 PAY-04 PAY-05 PAY-06 SHELL-17 payments: the filters narrow them, one and all are saved as pdf and csv', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/portal/commissions')
  await expect(page).toHaveURL('/portal/commissions/payment')
  const grid = page.getByRole('grid', { name: 'Payments' })
  await expect(grid.getByRole('columnheader')).toHaveText([
    'Payment number',
    'Agent',
    'Carrier',
    'Payment type',
    'Batch',
    'Batch status',
    'Amount',
    'Month',
    'Payment date',
  ])
  const total = async () => {
    const text = await page.getByText(/^Total Records: [\d,]+$/).innerText()
    return Number(text.replace(/\D/g, ''))
  }
  const search = page.getByRole('search')
  const pick = async (filter: string, option: string) => {
    await button(search, filter).click()
    await expect(page.getByRole('option').first()).toBeVisible()
    const find = page.getByLabel(`Find in ${filter.toLowerCase()}`)
    if ((await find.count()) > 0) await find.fill(option)
    await page.getByRole('option', { name: option }).first().click()
  }
  await expect(grid.getByRole('row').nth(1)).toContainText(/P\d{7}/)
  let left = await total()
  /** The number goes down with what was just set. */
  const fewer = async () => {
    await expect.poll(total).toBeLessThan(left)
    left = await total()
    expect(left).toBeGreaterThan(0)
  }
  await pick('Payment type', 'Commission')
  await fewer()
  await pick('Batch status', 'Paid')
  await fewer()
  await pick('Carrier', 'Ambetter')
  await fewer()
  await button(search, 'To date').click()
  await page.getByRole('textbox', { name: 'To date' }).fill('06/30/2026')
  await fewer()
  await page.keyboard.press('Escape')
  await button(search, 'From date').click()
  await page.getByRole('textbox', { name: 'From date' }).fill('04/01/2026')
  await fewer()
  await page.keyboard.press('Escape')
  await page.getByLabel('Batch name', { exact: true }).fill('05/2026')
  await fewer()
  const saving = page.waitForRequest((request) => request.url().includes('/api/SlipPayment/download'))
  await button(page, 'Export').click()
  const all = await savedFile(page, () => page.getByRole('menuitem', { name: 'CSV' }).click())
  expect(all.name).toBe('Agent payments.csv')
  expect(
    all.content
      .toString()
      .trim()
      .split('\n')
      .filter((line) => line.startsWith('P0')).length,
  ).toBe(left)
  expect(Object.fromEntries(new URL((await saving).url()).searchParams)).toMatchObject({
    reportFormatId: 'RFCSV',
    typePayment: 'Commission',
    batchStatus: 'Paid',
    batchName: '05/2026',
    from: '2026-04-01',
    to: '2026-06-30',
    carrierId: '1',
  })
  await pick('Agent', 'Leticia Rivera')
  await fewer()
  expect(left).toBe(1)
  await expect(grid.getByRole('row')).toHaveCount(2)
  const number = (await grid.getByRole('row').nth(1).innerText()).match(/P\d{7}/)?.[0]
  const sum = (await grid.getByRole('row').nth(1).innerText()).match(/[\d,]+\.\d\d/)?.[0]
  await expect(page.getByRole('main')).toContainText(`$${sum} in total`)
  await grid.getByRole('row').nth(1).getByText('Commission', { exact: true }).click()
  for (const [name, kind] of [
    ['Export PDF', 'pdf'],
    ['Export CSV', 'csv'],
  ] as const) {
    const one = await savedFile(page, () => button(page.getByRole('toolbar'), name).click())
    expect(one.name).toBe(`Payment ${number}.${kind}`)
    expect(one.content.toString('latin1')).toContain(kind === 'pdf' ? '%PDF-' : `${number},Leticia Rivera,Ambetter`)
  }
  await grid.getByText(number ?? '').click()
  const behind = page.getByRole('dialog', { name: `${number}, Leticia Rivera` })
  await expect(behind.getByRole('row').nth(1)).toContainText('05/2026')
  // Not the last row of the dialog: below the lines stands where their money went.
  await expect(behind.getByRole('row', { name: /Total of \d+ lines/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(behind).toBeHidden()
  await button(page, 'Clear Filters').first().click()
  await expect.poll(total).toBeGreaterThan(100)
  await expect(page.getByLabel('Batch name', { exact: true })).toHaveValue('')
})

test('SHELL-18 SHELL-34 ACCESS-16 ACCESS-17 UNPAID-20 tracking shows twelve months of each policy and the lines behind them; each link of Commission shows by its own claim', async ({
  page,
}) => {
  const { userName } = await signInAsNew(page)
  const menu = page.getByRole('navigation', { name: 'Main' })
  const links = { Statement: 'statement', 'Agent Payment': 'payment', Tracking: 'tracking' } as const
  const holds = async (...claims: string[]) => {
    await inDatabase((connection) =>
      connection.query('update users set claims = $2, has_full_agent_access = true where user_name = $1', [
        userName,
        claims,
      ]),
    )
    await page.goto('/portal/customer')
    await expect(page.getByRole('heading', { name: /^Welcome, / })).toBeVisible()
  }
  const shown = async (...expected: (keyof typeof links)[]) => {
    for (const name of Object.keys(links))
      await expect(menu.getByRole('link', { name, exact: true })).toHaveCount(
        Number(expected.some((link) => link === name)),
      )
    await expect(menu.getByText('Commission', { exact: true })).toHaveCount(expected.length > 0 ? 1 : 0)
  }
  await holds()
  await shown()
  for (const right of ['view', 'admin'])
    for (const [claim, name] of [
      ['Statement', 'Statement'],
      ['AgentPayment', 'Agent Payment'],
      ['CommissionTracking', 'Tracking'],
    ] as const) {
      await holds(`${right}.${claim}`)
      await shown(name)
    }
  await page.goto('/portal/commissions/statement')
  await expect(page).toHaveURL('/portal/error?error=insufficient_permissions')
  await holds('view.Statement', 'view.AgentPayment', 'view.CommissionTracking')
  await shown('Statement', 'Agent Payment', 'Tracking')
  for (const [name, path] of Object.entries(links)) {
    await menu.getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(`/portal/commissions/${path}`)
  }
  await expect(page.getByRole('button', { name: 'Manage', exact: true })).toHaveCount(0)
  await navigate(page, '/portal/commissions/manage')
  await expect(page).toHaveURL('/portal/error?error=insufficient_permissions')

  await navigate(page, '/portal/commissions/tracking')
  const grid = page.getByRole('grid', { name: 'Commissions' })
  await expect(grid.getByRole('columnheader')).toHaveText([
    'Policy number',
    'Insured',
    'Agent',
    'Carrier',
    'Jan',
    'Feb',
    'Mar',
    'Apr',
    'May',
    'Jun',
    'Jul',
    'Aug',
    'Sep',
    'Oct',
    'Nov',
    'Dec',
    'Total',
    'Gap',
    'Expected',
  ])
  const row = grid.getByRole('row').nth(1)
  const number = await row.getByRole('gridcell').first().innerText()
  await row.getByText(number).click()
  const dialog = page.getByRole('dialog', { name: number })
  const lines = dialog.getByRole('region', { name: 'Lines of the statements' })
  await expect(lines.getByRole('row').nth(1)).toContainText(/\d\d\/20\d\d/)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  const month = row.locator('[data-cell]').first()
  const amount = await month.innerText()
  await month.click()
  const ofMonth = page.getByRole('dialog', { name: new RegExp(`${number}.*\\d\\d/20\\d\\d`) })
  await expect(ofMonth.getByRole('row').last()).toContainText(amount)
  await page.keyboard.press('Escape')
  await expect(ofMonth).toBeHidden()
  const all = page.getByText(/Total Records: [\d,]+$/)
  await expect(all).toBeVisible()
  const before = await all.innerText()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/pageNumber=2/)
  await expect(row.getByRole('gridcell').first()).not.toHaveText(number)
  const filters = page.getByRole('search', { name: 'Filters' })
  for (const filter of ['Agent', 'Carrier', 'Year'])
    await expect(filters.getByText(filter, { exact: true })).toBeVisible()
  await page.getByLabel('Policy number', { exact: true }).fill(number)
  await expect(grid.getByRole('row')).toHaveCount(2)
  await expect(all).not.toHaveText(before)
  const year = await row.getByRole('gridcell').nth(-3).innerText()
  await expect(page.getByRole('main')).toContainText(new RegExp(`\\$${year} paid in \\d{4}`))
})

/** What is missing blocks the upload; a file with a bad row says why and loads nothing; a good one is loaded. */
async function load(page: Page, npn: string): Promise<void> {
  const number = `Z${randomInt(1_000_000)}`
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/api/Commissions/statements')) sent.push(request.url())
  })
  await button(page, 'Load').click()
  const dialog = page.getByRole('dialog', { name: 'Load statement' })
  await button(dialog, 'Upload').click()
  for (const name of ['Carrier', 'CSV format', 'Month', 'Year', 'File'])
    await expect(dialog.getByText(`${name} is required`)).toBeVisible()
  expect(sent).toEqual([])
  await choosePeriod(dialog)
  await choose(dialog, 'CSV format', 'Standard')
  const good = [
    [npn, `${number}1`, 'Rosa Ledesma', '2', '$1,044.10', '5'],
    [npn, `${number}2`, 'Ana Vega', '1', '(22.05)', '5'],
  ]
  await chooseFile(dialog, statementFile('bad.csv', [...good, [npn, `${number}3`, 'Ana Vega', '1', '9.00', '6']]))
  await expect(dialog.getByRole('list', { name: 'Refused rows' })).toContainText(
    "Month: Differs from the statement's month (06/2017)",
  )
  await button(dialog, 'Upload').click()
  const refusal = '1 of 3 rows are not valid; nothing was loaded'
  await expect(page.getByRole('region', { name: 'Notifications' }).getByText(refusal)).toBeVisible()
  await expect(dialog.getByRole('alert').filter({ hasText: refusal })).toBeVisible()
  await chooseFile(dialog, statementFile('may.csv', good))
  await expect(dialog.getByRole('status')).toContainText('2 rows of $1,022.05: 2 new')
  await button(dialog, 'Upload').click()
  await expect(page.getByText('Statement uploaded!', { exact: true })).toBeVisible()
  await expect(dialog).toBeHidden()
}

/** What is missing blocks the deletion; a month without statements says so; then it asks, and deletes. */
async function remove(page: Page): Promise<void> {
  await button(page, 'Delete').click()
  const dialog = page.getByRole('dialog', { name: 'Delete statements' })
  await button(dialog, 'Delete').click()
  for (const name of ['Carrier', 'Month', 'Year']) await expect(dialog.getByText(`${name} is required`)).toBeVisible()
  await choosePeriod(dialog)
  await choose(dialog, 'Year', '2016')
  await button(dialog, 'Delete').click()
  const nothing = 'No statements of this carrier and month are loaded'
  await expect(page.getByRole('region', { name: 'Notifications' }).getByText(nothing)).toBeVisible()
  await expect(dialog.getByRole('alert').filter({ hasText: nothing })).toBeVisible()
  await choose(dialog, 'Year', String(period.year))
  await button(dialog, 'Delete').click()
  const question = page.getByRole('dialog', { name: 'Delete these statements?' })
  await expect(question).toContainText('AvMed 05/2017 has 2 lines, $1,022.05, of 1 agent')
  await button(question, 'Delete 2 lines').click()
  await expect(page.getByText('Statements deleted!', { exact: true })).toBeVisible()
  await expect(question).toBeHidden()
  await expect(dialog).toBeHidden()
}

async function chooseMonth(page: Page, year: number, month: string): Promise<void> {
  const picker = page.getByRole('group', { name: 'Month' })
  await picker
    .getByRole('button', { name: /^\d{4}$/ })
    .first()
    .click()
  for (const decade = String(year); (await button(picker, decade).count()) === 0; )
    await button(picker, 'Previous ten years').click()
  await button(picker, String(year)).click()
  await button(picker, month).click()
}
