import type { Locator, Page } from '@playwright/test'
import { openGuidePage } from '../../support/guide/guide-page.ts'
import { chooseFile, loadCommissions } from '../../support/load-dialog.ts'
import { type CreatedAgent, makeAgent } from '../../support/records/agent-records.ts'
import { type ChosenFile, csvFile, numberAt, plainFile, uniquePrefix } from '../../support/records/policy-files.ts'
import { savedFile } from '../../support/saved-file.ts'
import { expectAccessible } from '../../support/screens.ts'
import { temporaryPassword } from '../../support/sign-in.ts'
import { type StrictServer, startStrictServer, strictServerUrl } from '../../support/strict-server.ts'
import { expect, test } from '../../support/test-fixtures.ts'
import { enterAgency } from './enter-agency.ts'
import { loadByApi } from './load-by-api.ts'
import { type WorkbookCell, workbookFile } from './workbook-file.ts'

const portOffset = 900
const password = 'Verdant-Kettle-42'
let agency: StrictServer

// An agency of its own: runs are the agency's, one draft at a time, and a month closes only when each line has an agent.
test.describe.configure({ mode: 'default', timeout: 180_000 })
test.use({ baseURL: strictServerUrl(portOffset) })
let locationId: number
test.beforeAll(async ({ playwright }) => {
  agency = await startStrictServer(password, portOffset, { SECOND_FACTOR: 'optional' })
  const request = await playwright.request.newContext({ baseURL: agency.url })
  const login = await request.post('/identity/login', { data: { user: agency.admin, pass: password } })
  const headers = { authorization: `Bearer ${(await login.json()).token}` }
  const made = await request.post('/api/Lists/locations', { headers, data: { name: 'Main Office' } })
  expect(made.status(), await made.text()).toBe(200)
  locationId = (await made.json()).values[0].id
  await request.dispose()
})
test.afterAll(() => agency.stop())

const enter = (page: Page, user: string) => enterAgency(page, user, password)

/** An agent who can sign in. */
async function makeSigningAgent(page: Page, token: string): Promise<CreatedAgent> {
  const agent = await makeAgent(page, token, { locationId })
  const registered = await page.request.post('/identity/register', {
    headers: { authorization: `Bearer ${token}` },
    data: {
      user: agent.loginEmail,
      email: agent.loginEmail,
      pass: temporaryPassword,
      pass_confirm: temporaryPassword,
      firstName: 'Ida',
      lastName: agent.lastName,
      roles: ['agent'],
    },
  })
  expect(registered.status(), await registered.text()).toBe(200)
  const login = await page.request.post('/identity/login', {
    data: { user: agent.loginEmail, pass: temporaryPassword },
  })
  const { code } = await login.json()
  const reset = await page.request.post('/identity/reset', {
    data: { user: agent.loginEmail, code, pass: password, pass_confirm: password },
  })
  expect(reset.status(), await reset.text()).toBe(200)
  return agent
}

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
/** While a run is calculated, the page says what is done and for how long, and a second click sends nothing. */
async function expectOneCalculation(page: Page, recalculate: Locator): Promise<void> {
  const calculations = /\/api\/PayRuns\/\d+\/calculate$/
  const summary = page.getByRole('region', { name: 'Checks and sums' })
  let sent = 0
  const answer = Promise.withResolvers<void>()
  await page.route(calculations, async (route) => {
    sent += 1
    await answer.promise
    await route.continue()
  })
  await recalculate.click()
  await expect(summary.getByRole('status')).toContainText('Calculating the run again')
  await expect(summary).toContainText(/[1-9]\.\d s so far/)
  await recalculate.click({ force: true })
  await expect(recalculate).toHaveAccessibleDescription('The run is being calculated')
  answer.resolve()
  await expect(summary).not.toContainText('so far')
  await expect(recalculate).toBeEnabled()
  expect(sent).toBe(1)
  await page.unroute(calculations)
}

const prefix = uniquePrefix('PR')
const carrier = `Payer ${prefix}`

async function type(within: Locator, label: string, text: string): Promise<void> {
  const field = within.getByLabel(label, { exact: true })
  await field.click()
  await field.press('ControlOrMeta+a')
  await field.pressSequentially(text)
}

test('an agent enters a bank account, a second person approves it, and an administrator runs a month’s pay, opens an amount down to the line of the file, closes, pays by NACHA, sees the 1099, and reopens with a reason', async ({
  page,
}) => {
  test.slow(true, 'the whole way from an account and a statement to a payment and a correction')
  const guide = openGuidePage('pay-a-month')
  const last4 = String(Date.now()).slice(-4)
  const dialog = page.getByRole('dialog')
  const agent = await makeSigningAgent(page, await enter(page, agency.admin))
  await enter(page, agent.loginEmail)

  await test.step('the agent enters an account; a wrong check digit is refused', async () => {
    await page.goto('/portal/myaccount')
    const enter = page.getByRole('button', { name: /^(Enter|Change) account$/ })
    guide.named('Change account')
    await enter.click()
    await type(dialog, 'Name on the account', 'Ana Vega')
    await type(dialog, 'Routing number', '123456789')
    await type(dialog, 'Account number', `70001${last4}`)
    await type(dialog, 'Account number again', `70001${last4}`)
    await button(dialog, guide.named('Send for approval')).click()
    await expect(dialog.getByText(/its check digit is wrong/).first()).toBeVisible()
    await expectAccessible(page, 'own bank account')
    await type(dialog, 'Routing number', '123456780')
    await button(dialog, 'Send for approval').click()
    await expect(page.getByText('Account sent. It waits for approval.')).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: `Checking ending in ${last4}` })).toContainText('Waiting')
  })

  const token = await enter(page, agency.admin)
  const headers = { authorization: `Bearer ${token}` }
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(path, { headers, data })
    expect(answer.status(), await answer.text()).toBe(200)
    return await answer.json()
  }
  const [year, month] = [2026, 1]
  const shown = '01/2026'
  const { id: carrierId } = await post('/api/Carrier', {
    name: carrier,
    code: '',
    aliases: [],
    issuerIds: [],
    phone: '',
    portalUrl: '',
    disputeDays: 90,
  })
  // The screens of contracts have their own tests.
  const contract = await post('/api/AgentContracts', {
    agentId: agent.id,
    carrierId,
    basis: 'percent',
    percent: '70',
    amount: null,
    startDate: '2000-01-01',
    endDate: null,
  })

  await test.step('an administrator approves the account, and enters the bank of the agency', async () => {
    await page.goto('/portal')
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: guide.named('Bank Accounts') })
      .click()
    await page.goto('/portal/commissions/bank-accounts?status=waiting')
    await page.getByRole('row').filter({ hasText: last4 }).click()
    await expectAccessible(page, 'bank accounts')
    await guide.picture(page, 'pay/accounts')
    await button(page, guide.named('Approve')).click()
    await button(dialog, 'Approve account').click()
    await expect(page.getByText('Account approved')).toBeVisible()
    await page.goto('/portal/manage/agency')
    const form = page.getByRole('form', { name: 'Bank for paying agents' })
    await type(form, 'Bank name', 'First Bank of Miami')
    await type(form, 'Routing number', '123456789')
    await form.getByLabel(/^Account number/).pressSequentially('9900112233')
    await type(form, 'Immediate destination', '111111118')
    await type(form, 'Immediate origin', '1592837465')
    await type(form, 'Company id', '1592837465')
    await type(form, 'Company name', 'Sunrise Coverage')
    await form.getByRole('radio', { name: 'Savings' }).check()
    await form.getByRole('checkbox', { name: guide.named('Balanced file') }).check()
    await button(form, guide.named('Save bank')).click()
    await expect(form.getByText(/its check digit is wrong/).first()).toBeVisible()
    await type(form, 'Routing number', '123456780')
    await button(form, 'Save bank').click()
    await expect(form.getByText('Ends in 2233. Leave empty to keep it.')).toBeVisible()
  })

  await test.step('the statement of the month is loaded', async () => {
    const book = csvFile(`${prefix}-book.csv`, [
      ['PolicyNumber', 'FirstName', 'LastName', 'EffectiveDate', 'NumberOfMembers', 'Status', 'AgentNPN'],
      [numberAt(prefix, 0), 'Rosa', 'Ledesma', '01/01/2005', '3', 'Active', agent.npn],
    ])
    const at = `carrierId=${carrierId}&month=${month}&year=${year}`
    await loadByApi(page, token, `/api/UploadPolicies/UploadPolicyCSV?${at}`, book)
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
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: guide.named('Pay Runs') })
      .click()
    await button(page, guide.named('New Pay Run')).first().click()
    const field = dialog.getByLabel('Statements up to')
    await field.click()
    await field.press('ControlOrMeta+a')
    await field.pressSequentially(shown)
    await button(dialog, guide.named('Calculate')).click()
    await expect(page.getByRole('heading', { name: `Pay Run ${shown}` })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Checks and sums' })).toContainText(
      'Each line of a statement has an agent, here or at another agency.',
    )
    await expect(button(page, 'Confirm missing')).toHaveCount(0)
    await expectOneCalculation(page, button(page, guide.named('Recalculate')))
    await guide.picture(page, 'pay/run')
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
    await guide.picture(dialog, 'pay/why')
    await page.keyboard.press('Escape')
  })

  await test.step('each row of a figure opens what it names: a carrier its lines, a line its policy, an agent the amount, an entry its list', async () => {
    const run = page.url()
    const id = Number(new URL(run).pathname.split('/').at(-1))
    const adjusted = await post('/api/AgentAdjustments', {
      agentId: agent.id,
      firstMonth: shown,
      lastMonth: shown,
      amount: '5.00',
      reason: 'Desk fee',
    })
    await post(`/api/PayRuns/${id}/calculate`, {})
    await page.reload()
    const sums = page.getByRole('region', { name: 'Checks and sums' })
    const parts = dialog.getByRole('region', { name: 'What adds up to it' })
    await sums.getByRole('button', { name: 'Agency 18.00' }).click()
    await parts.getByRole('link', { name: carrier }).click()
    await expect(dialog.getByRole('heading', { name: `${carrier}: $18.00 in 1 line` })).toBeVisible()
    const line = dialog.getByRole('region', { name: 'Lines' }).getByRole('row').nth(1)
    await expect(line).toContainText(`${agent.name}: 70 %`)
    await expect(line.getByRole('cell').last()).toHaveText('18.00')
    await expectAccessible(page, 'lines of a carrier in a run')
    await line.getByRole('link', { name: numberAt(prefix, 0) }).click()
    await expect(page.getByRole('heading', { name: 'Rosa Ledesma' })).toBeVisible()
    await page.goBack()
    await dialog.getByRole('link', { name: 'All carriers' }).click()
    await expect(parts).toContainText('Agency18.00')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await sums.getByRole('button', { name: 'Adjustments 5.00' }).click()
    await parts.getByRole('link', { name: agent.name }).click()
    const amount = page.getByRole('dialog', { name: `${agent.name}, ${shown}` })
    await expect(amount.getByRole('region', { name: 'Steps' })).toContainText('AdjustmentDesk fee5.00')
    await page.goBack()
    await parts.getByRole('link', { name: `Desk fee, ${shown}` }).click()
    await expect(page.getByRole('heading', { name: 'Adjustments' })).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'Desk fee' })).toContainText(agent.name)
    const removed = await page.request.delete(`/api/AgentAdjustments/${adjusted.id}?version=${adjusted.version}`, {
      headers,
    })
    expect(removed.status(), await removed.text()).toBe(200)
    await post(`/api/PayRuns/${id}/calculate`, {})
    await page.goto(run)
  })

  await test.step('the month is closed, and the agent’s statement and the journal are saved', async () => {
    await button(page, guide.named('Close month')).click()
    await button(page.getByRole('dialog'), 'Close month').click()
    await expect(page.getByText(`Pay run ${shown} closed`)).toBeVisible()
    await page.getByRole('row').filter({ hasText: '42.00' }).first().dblclick()
    const dialog = page.getByRole('dialog', { name: new RegExp(`${shown}$`) })
    const pdf = await savedFile(page, () => button(dialog, guide.named('Statement')).click())
    expect(pdf.content.subarray(0, 5).toString()).toBe('%PDF-')
    await page.keyboard.press('Escape')
    const journal = await savedFile(page, () => button(page, guide.named('Journal')).click())
    expect(journal.content.toString()).toContain('Commissions Payable,,42.00,')
  })

  await test.step('the balance of the agent names its parts, and each figure opens what is behind it', async () => {
    const run = page.url()
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: guide.named('Balances') })
      .click()
    const balances = page.getByRole('grid', { name: 'Balances' }).getByRole('row')
    const row = balances.filter({ hasText: agent.name })
    await expect(row).toHaveText([agent.name, shown, '-', '42.00', '-', '-', '-', '42.00', '-'].join(''))
    await expectAccessible(page, 'balances of agents')
    await row.getByText('42.00', { exact: true }).last().click()
    const amount = page.getByRole('dialog', { name: `${agent.name}, ${shown}` })
    await expect(amount.getByRole('region', { name: 'Steps' })).toContainText('To pay42.00')
    await page.goBack()
    await row.getByText('42.00', { exact: true }).first().click()
    await expect(amount.getByRole('region', { name: 'Lines' })).toContainText(`${prefix}.csv, line 2`)
    await page.goto(run)
  })

  await test.step('the file for the bank pays the agent, and a second download says who has it', async () => {
    await button(page, guide.named('Set to processed')).click()
    await button(page, 'Set to paid').click()
    await expect(dialog).toContainText(
      '$42.00 for 1 agent is in no bank file. Make a file first, or pay it another way.',
    )
    await button(dialog, 'Cancel').click()
    await button(page, guide.named('Bank file')).click()
    await expect(dialog).toContainText('1 agent, $42.00 from First Bank of Miami, account ending in 2233.')
    await expect(dialog).toContainText('The file is balanced: it also debits this account.')
    const saturday = new Date()
    saturday.setUTCDate(saturday.getUTCDate() + 6 - saturday.getUTCDay())
    const [y, m, d] = saturday.toISOString().slice(0, 10).split('-')
    await type(dialog, 'Effective date', `${m}/${d}/${y}`)
    await page.keyboard.press('Tab')
    guide.named('Make file of')
    await button(dialog, 'Make file of $42.00').click()
    const closed = dialog.getByText(/^Banks are closed: it is .*The next banking day is/).first()
    await expect(closed).toBeVisible()
    await type(dialog, 'Effective date', (await closed.textContent())?.slice(-10) ?? '')
    await page.keyboard.press('Tab')
    await button(dialog, 'Make file of $42.00').click()
    await expect(dialog.getByText('Not downloaded')).toBeVisible()
    await expectAccessible(page, 'bank file')
    const nacha = await savedFile(page, () => button(dialog, guide.named('Download NACHA')).click())
    const records = nacha.content.toString().trimEnd().split('\r\n')
    expect(records.every((record) => record.length === 94)).toBe(true)
    expect(records.find((record) => record.startsWith('6'))).toMatch(
      new RegExp(`^62212345678070001${last4} +0000004200`),
    )
    // The bank wants a balanced file: its last entry debits the agency's savings.
    expect(records.findLast((record) => record.startsWith('6'))).toMatch(/^6371234567809900112233 +0000004200/)
    await expect(dialog).toContainText('2 entries with the debit of $42.00, entry hash 0024691356')
    await expect(dialog.getByText(/^Downloaded by/)).toBeVisible()
    await guide.picture(dialog, 'pay/file')
    await button(dialog, 'Download NACHA').click()
    await expect(page.getByText(/A bank that gets a file twice pays twice/)).toBeVisible()
    await button(page, 'No').click()
    await page.keyboard.press('Escape')
    await button(page, guide.named('Set to paid')).click()
    await expect(dialog).toContainText("A paid batch can't be changed.")
    await expect(dialog).not.toContainText('in no bank file')
    await button(page.getByRole('dialog'), 'Set $42.00 to paid').click()
    await expect(page.getByText('Batch set to paid')).toBeVisible()
  })

  await test.step('the statement says what became of its money: the agent’s part, the agency’s, and the run that paid it', async () => {
    const run = page.url()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Statement', exact: true }).click()
    await page.getByRole('grid', { name: 'Statements' }).getByRole('row').filter({ hasText: carrier }).dblclick()
    const division = page.getByRole('dialog').getByRole('region', { name: 'Where the money went' })
    await expect(division.getByRole('row').nth(0)).toHaveText(/Writing part, pay run .*42\.00$/)
    await expect(division.getByRole('row').nth(1)).toHaveText(/^AgencyKept by the agency, pay run .*18\.00$/)
    await expect(division.getByRole('row').nth(2)).toHaveText(/^Received from the carrier *60\.00$/)
    await expectAccessible(page, 'division of a statement')
    await division.getByRole('link').first().click()
    await expect(page).toHaveURL(run)
  })

  await test.step('the year of the agent has the payment', async () => {
    const run = page.url()
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: guide.named('Tax Forms') })
      .click()
    await expect(page.getByRole('region', { name: 'Sums of the year' })).toContainText('Paid in the year')
    await expectAccessible(page, 'tax forms')
    await guide.picture(page, 'pay/tax-forms')
    await expect(button(page, guide.named('Limit'))).toBeVisible()
    await expect(button(page, guide.named('Forms as CSV'))).toBeVisible()
    await page.getByRole('row').nth(1).click()
    await button(page, guide.named('Tax facts')).first().click()
    await type(dialog, 'Tax classification', 'Indiv')
    await page.getByRole('option', { name: /^Individual/ }).click()
    await type(dialog, 'Legal name', 'X')
    await page.keyboard.press('Backspace')
    await button(dialog, 'Save tax facts').click()
    await expect(dialog.getByText('Legal name is required, as on the W-9').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await button(page.getByRole('dialog').last(), 'Yes').click()
    await page.goto(run)
  })

  await test.step('the report of production and net pay has what the closed run pays', async () => {
    const run = page.url()
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: guide.named('Reports') })
      .click()
    await page.getByRole('combobox', { name: 'Format' }).selectOption('CSV')
    await button(page, `Download ${guide.named('Production and Net Pay')}`).click()
    await type(dialog, 'From', `01/01/${year}`)
    await type(dialog, 'To', `12/31/${year}`)
    const { content } = await savedFile(page, () => button(dialog, 'Download CSV').click())
    expect(content.toString()).toMatch(/Earned,Overrides,"Adjustments, advances",Recovered,Carried forward,Net pay/)
    expect(content.toString()).toMatch(/,1,42\.00,0\.00,0\.00,0\.00,0\.00,42\.00\r\n/)
    await page.goto(run)
  })

  await test.step('another contract and a reason make a correction with the difference', async () => {
    const edited = await page.request.put(`/api/AgentContracts/${contract.id}`, {
      headers,
      data: {
        version: contract.version,
        basis: 'percent',
        percent: '75',
        amount: null,
        startDate: '2000-01-01',
        endDate: null,
      },
    })
    expect(edited.status(), await edited.text()).toBe(200)
    await button(page, guide.named('Reopen')).click()
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
  guide.expectWalked()
})

test('an agency moves in by files: schedules, contracts, hierarchy and splits with headings of their own, refused lines and names to map; the expected month and the pay run follow', async ({
  page,
}) => {
  test.slow(true, 'five files, each with its dry run')
  const token = await enter(page, agency.admin)
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
  const at = newest ? Number(newest.month.slice(0, 4)) * 12 + Number(newest.month.slice(5, 7)) : 2026 * 12
  const [year, month] = [Math.floor(at / 12), (at % 12) + 1]
  const shown = `${String(month).padStart(2, '0')}/${year}`
  const { id: carrierId } = await post('/api/Carrier', {
    data: { name: health, code: '', aliases: [], issuerIds: [], phone: '', portalUrl: '', disputeDays: 90 },
  })
  const seller = await makeAgent(page, token, {
    locationId,
    contact: { firstName, middleName: '', lastName: 'Seller' },
  })
  const above = await makeAgent(page, token, { locationId, contact: { firstName, middleName: '', lastName: 'Above' } })
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
