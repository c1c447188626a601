import { randomInt } from 'node:crypto'
import { longMonthNames } from '@coverdesk/domain/fields/calendar-date.ts'
import type { Locator, Page } from '@playwright/test'
import { expectFocusWithin } from '../../support/expect-focus-within.ts'
import {
  chooseFile,
  expectChecked,
  loadByApi,
  loadCommissions,
  loadPolicies,
  notices,
} from '../../support/load-dialog.ts'
import { csvFile, numberAt, plainFile, uniquePrefix } from '../../support/records/policy-files.ts'
import { openPolicies, rowsOf } from '../../support/records/policy-list.ts'
import { savedFile } from '../../support/saved-file.ts'
import { expectAccessible } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

/** No other test has a dry run for this carrier, which the import below would end. */
const carrier = 'Blue Cross and Blue Shield of Texas'
const headings = ['Carrier', 'AgentNPN', 'PolicyNumber', 'InsuredName', 'Month', 'Year', 'Members', 'Amount', 'Pay Run']
const row = (number: string, month: string, amount: string, other: { carrier?: string; members?: string } = {}) => [
  other.carrier ?? carrier,
  '',
  number,
  'Rosa Ledesma',
  month,
  '2031',
  other.members ?? '1',
  amount,
  'A7',
]
const prefix = uniquePrefix('ZJ')
const first = numberAt(prefix, 0)

// In sequence: both import files of the same carrier.
test.describe.configure({ mode: 'default' })

test('UPLOAD-01 UPLOAD-13 UPLOAD-14 UPLOAD-15 UPLOAD-16 UPLOAD-17 P-57 P-60 load commissions with three bad rows, read why, load the good ones, see them on the policy, be refused the same file, undo, and they are gone', async ({
  page,
  signIn,
}) => {
  const token = await signIn('admin')
  await loadByApi(page, token, { carrier, month: 1, year: 2027, file: plainFile('aetna_policies.csv', prefix, 3) })
  const file = csvFile('aetna_march.csv', [
    headings,
    row(first, '3', '$1,022.05'),
    row(first, 'April', '(66.15)'),
    row(numberAt(prefix, 1), '3', '0.01'),
    row('ZJ99999', '3', '22.05'),
    row(numberAt(prefix, 2), '13', '22.05'),
    row(numberAt(prefix, 2), '3', 'TBD'),
    row(numberAt(prefix, 2), '3', '22.05', { carrier: 'Unknown Health' }),
    ['', '', '', 'Total', '', '', '', '1022.06', ''],
  ])
  await page.goto('/portal/manage/upload')
  await test.step('UPLOAD-01 Load Policies and Load Commissions each open their own dialog', async () => {
    const policies = await loadPolicies(page)
    await expect(policies.getByRole('region', { name: 'Carriers' })).toBeVisible()
    await policies.getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect(policies).toHaveCount(0)
  })
  const dialog = await loadCommissions(page)
  await expect(page.getByRole('dialog', { name: 'Load Policies' })).toHaveCount(0)
  await expectFocusWithin(dialog)
  await refusesOtherFiles(page, dialog)
  await chooseFile(dialog, file)
  await readWhyRowsAreRefused(page, dialog)
  await loadTheGoodRows(page, dialog)
  await expectPaid(page, ['1,022.05', '(66.15)', '955.90'])

  await refusedTheSecondTime(page, file)
  await undoTheLoad(page)
  const grid = await openPolicies(page, `?policyNumber=${first}`)
  await view(page, grid)
  await expect(page.getByRole('dialog', { name: 'Rosa Ledesma' })).toContainText('No commissions for this policy yet.')
})

async function refusesOtherFiles(page: Page, dialog: Locator) {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/FileUpload/')) sent.push(request.url())
  })
  await expect(dialog.getByRole('button', { name: 'Upload', exact: true })).toBeDisabled()
  for (const name of ['march.xlsx', 'march.pdf']) {
    await chooseFile(dialog, { name, mimeType: 'text/csv', buffer: Buffer.from('x') })
    await expect(
      dialog.getByRole('alert').filter({ hasText: `Only a .csv file is accepted, not ${name}` }),
    ).toBeVisible()
  }
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('button', { name: 'Load Commissions' })).toBeFocused()
  expect(sent).toEqual([])
  await loadCommissions(page)
}

async function readWhyRowsAreRefused(page: Page, dialog: Locator) {
  await expectChecked(dialog, { Refused: 3, Unmatched: 4, New: 4, Details: 0, Unchanged: 0 })
  await expect(dialog.getByRole('region', { name: 'Headings of the file' })).toContainText('8 by name, 1 not used')
  await expect(dialog.getByRole('region', { name: 'Refused rows' }).getByRole('row')).toHaveText([
    'LineColumnValueReasonPolicy number',
    `6Month13Must be a month, 1 to 12 or its name${numberAt(prefix, 2)}`,
    `7AmountTBDMust be an amount such as 1234.50${numberAt(prefix, 2)}`,
    `8CarrierUnknown HealthUnknown carrier${numberAt(prefix, 2)}`,
  ])
  const saved = await savedFile(page, () => dialog.getByRole('button', { name: 'Refused rows (CSV)' }).click())
  expect(saved.name).toBe('Refused rows of aetna_march.csv')
  await dialog.getByRole('tab', { name: /^Unmatched/ }).click()
  await expect(dialog.getByRole('region', { name: 'Unmatched rows' })).toContainText(
    'No policy with this number; No agent named',
  )
  await dialog.getByRole('tab', { name: 'Money' }).click()
  const money = dialog.getByRole('region', { name: 'Money by month' })
  await expect(money.getByRole('row')).toHaveText([
    'CarrierMonthRowsBeforeChangeAfter',
    `${carrier}04/203110.00(66.15)(66.15)`,
    `${carrier}03/203130.001,044.111,044.11`,
    'All months40.00977.96977.96',
  ])
  await expect(money).toContainText('1 total row was skipped.')
}

async function loadTheGoodRows(page: Page, dialog: Locator) {
  const button = dialog.getByRole('button', { name: 'Upload', exact: true })
  await expect(button).toBeDisabled()
  await dialog.getByRole('checkbox', { name: /^Load the good rows/ }).check()
  const sending = page.waitForRequest((request) => request.url().includes('/api/FileUpload/upload'))
  await button.click()
  const request = await sending
  expect([request.method(), new URL(request.url()).pathname]).toEqual(['POST', '/api/FileUpload/upload'])
  expect((await request.allHeaders())['content-type']).toContain('multipart/form-data')
  for (const text of ['File successfully uploaded.', 'Commissions successfully uploaded.'])
    await expect(notices(page).getByText(text, { exact: true })).toBeVisible()
  await expect(dialog).toContainText('The commissions are loaded.')
  await expect(dialog).toContainText('4 unmatched rows are kept: 1 without a matching policy, 4 without an agent')
  await expect(dialog.getByRole('region', { name: 'Money by month' })).toContainText('977.96')
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(dialog).toHaveCount(0)
}

async function view(page: Page, grid: Locator) {
  await rowsOf(grid)
    .getByRole('checkbox', { name: `Select ${first}` })
    .click()
  await page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'View' }).click()
}

async function expectPaid(page: Page, amounts: string[]) {
  await view(page, await openPolicies(page, `?policyNumber=${first}`))
  const year = page
    .getByRole('dialog', { name: 'Rosa Ledesma' })
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: '2031', exact: true }) })
  await expect(year.getByRole('cell').filter({ hasText: /\d/ })).toHaveText(amounts)
}

async function refusedTheSecondTime(page: Page, file: Parameters<typeof chooseFile>[1]) {
  await page.goto('/portal/manage/upload')
  const dialog = await loadCommissions(page)
  await chooseFile(dialog, file)
  const sentence = /This file has already been loaded: aetna_march\.csv on \d\d\/\d\d\/\d{4} \d{1,2}:\d\d [AP]M by \S+/
  await expect(dialog.getByRole('alert').filter({ hasText: "This file can't be loaded" })).toContainText(sentence)
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(notices(page).getByText('Error found uploading Commissions.', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('alert').filter({ hasText: 'Nothing was loaded' })).toContainText(sentence)
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
}

async function undo(page: Page, name: string) {
  await page.goto('/portal/manage/upload?kind=commissions')
  await page.getByRole('grid', { name: 'Past uploads' }).getByText(name).first().click()
  await page.getByRole('dialog', { name }).getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('dialog', { name: 'Undo this upload?' }).getByRole('button', { name: 'Undo' }).click()
  await expect(notices(page).getByText(`${name} is undone`)).toBeVisible()
}

async function undoTheLoad(page: Page) {
  await page.goto('/portal/manage/upload?kind=commissions')
  const line = page
    .getByRole('grid', { name: 'Past uploads' })
    .getByRole('row')
    .filter({ hasText: 'aetna_march.csv' })
    .first()
  await expect(line).toContainText(`Commissions${carrier}Several`)
  await line.getByText('aetna_march.csv').click()
  const load = page.getByRole('dialog', { name: 'aetna_march.csv' })
  await expect(load).toContainText('$977.96')
  await load.getByRole('button', { name: 'Undo' }).click()
  const question = page.getByRole('dialog', { name: 'Undo this upload?' })
  await expect(question).toContainText(`Undo aetna_march.csv (${carrier}): 4 commissions are removed.`)
  await question.getByRole('button', { name: 'Undo' }).click()
  await expect(notices(page).getByText('aetna_march.csv is undone')).toBeVisible()
}

test('UPLOAD-15 the dry run says how CR and DR are read and whose lines a name without the middle name matched, and takes another choice', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/portal/manage/upload')
  const dialog = await loadCommissions(page)
  const line = (number: string, amount: string) => [carrier, 'Angela Q. Morris', number, 'marzo', '2031', amount]
  await chooseFile(
    dialog,
    csvFile('marked.csv', [
      ['Aseguradora', 'Agente', 'Póliza', 'Mes', 'Año', 'Comisión'],
      line(numberAt(prefix, 1), 'USD 20.00 CR'),
      line(numberAt(prefix, 2), '7.50 DR'),
    ]),
  )
  await expectChecked(dialog, { New: 2, Refused: 0 })
  await expect(dialog).toContainText('CR is read as paid to the agency, DR as taken back.')
  await expect(dialog).toContainText('$12.50')
  const names = dialog.getByRole('region', { name: 'Unknown values' })
  const meaning = names.getByLabel('Meaning of Angela Q. Morris in Agente')
  await expect(meaning.locator('option:checked')).toHaveText('Angela Morris?')
  await expect(names.getByRole('listitem')).toContainText('2 rows')
  await meaning.selectOption({ label: 'No agent' })
  await expect(meaning.locator('option:checked')).toHaveText('No agent')
  await expectChecked(dialog, { Unmatched: 2 })
})

test('UPLOAD-15 a total that its lines do not add up to, and a payment that the file repeats, are named with their lines', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/portal/manage/upload')
  const dialog = await loadCommissions(page)
  const line = (number: string, amount: string) => [carrier, number, 'Rosa Ledesma', '4', '2031', amount]
  await chooseFile(
    dialog,
    csvFile('does_not_add_up.csv', [
      ['Carrier', 'Policy Number', 'Insured', 'Month', 'Year', 'Amount'],
      line(numberAt(prefix, 1), '22.05'),
      line(numberAt(prefix, 2), '10.00'),
      line(numberAt(prefix, 1), '22.05'),
      ['Grand total', '', '', '', '', '64.10'],
    ]),
  )
  await expectChecked(dialog, { New: 3, Refused: 0 })
  await expect(dialog).toContainText('Line 5, “Grand total”, states $64.10, but its lines add up to $54.10.')
  await expect(dialog).toContainText(`Lines 2, 4 repeat each other: ${numberAt(prefix, 1)}, $22.05. Each counts.`)
})

test('UPLOAD-14 P-57 a statement without carrier and month says that the form gives them, and the same file for another month says where it is loaded', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const file = csvFile('only_amounts.csv', [
    ['Policy Number', 'Insured', 'Amount'],
    [numberAt(prefix, 7), 'Rosa Ledesma', '7.01'],
  ])
  const openWith = async (month: string) => {
    await page.goto('/portal/manage/upload')
    const dialog = await loadCommissions(page)
    await chooseFile(dialog, file)
    await expect(dialog.getByRole('alert').filter({ hasText: "This file can't be loaded" })).toContainText(
      'Choose Carrier, Month, Year above, or below which headings of the file hold them.',
    )
    await dialog.getByLabel('Carrier', { exact: true }).selectOption({ label: carrier })
    await dialog.getByLabel('Month', { exact: true }).selectOption({ label: month })
    await dialog.getByLabel('Year', { exact: true }).selectOption('2028')
    await expectChecked(dialog, { New: 1 })
    return dialog
  }
  const first = await openWith('May')
  await expect(first).toContainText('not loaded before')
  await first.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(notices(page).getByText('Commissions successfully uploaded.', { exact: true })).toBeVisible()
  const second = await openWith('June')
  await expect(second).toContainText(`This same file is already loaded for ${carrier}, 05/2028, on `)
  await expect(second).not.toContainText('not loaded before')
  await second.getByRole('button', { name: 'Close', exact: true }).last().click()
  await undo(page, 'only_amounts.csv')
})

test('no accessibility violations on Load Commissions on desktop and phone, from the empty form to the loaded file', async ({
  page,
  signIn,
}) => {
  test.slow(true, 'checks many states in both themes and widths')
  const token = await signIn('admin')
  // Numbers that no earlier file contains.
  const look = randomInt(100, 999)
  const number = (n: number) => `LK${look}${String(n).padStart(4, '0')}`
  const rows = (month: string, amount: (n: number) => string) =>
    Array.from({ length: 40 }, (_, n) => row(number(n), month, n % 13 === 5 ? '(66.15)' : amount(n)))
  const earlier = csvFile('aetna_looks.csv', [headings, ...rows(longMonthNames[0] ?? '', () => '22.05')])
  const sent = await page.request.post('/api/FileUpload/upload', {
    headers: { authorization: `Bearer ${token}` },
    multipart: { file: earlier },
  })
  expect(sent.status(), await sent.text()).toBe(200)
  await page.goto('/portal/manage/upload')
  const dialog = await loadCommissions(page)
  await expectAccessible(page, 'commissions-empty')
  await chooseFile(
    dialog,
    csvFile('aetna_looks_later.csv', [
      [...headings.slice(0, 7), 'Paid Commission Amt', 'Pay Run'],
      ...rows(longMonthNames[0] ?? '', (n) => (n % 3 === 0 ? '25.00' : '22.05')),
      ...rows('12', () => '18.40').slice(0, 20),
      row(number(99), '14', 'TBD'),
    ]),
  )
  await expectChecked(dialog, { Refused: 1, Unchanged: 27, New: 33 })
  await expectAccessible(page, 'commissions-refused')
  await dialog.getByRole('tab', { name: 'Money' }).click()
  await expect(dialog.getByRole('region', { name: 'Money by month' })).toContainText('12/2031')
  await expectAccessible(page, 'commissions-money')
  await dialog.getByRole('radio', { name: 'Replace the statement' }).check()
  await expect(dialog.getByRole('group', { name: 'Payments that are already loaded' })).toContainText(
    'Deletes 40 loaded lines',
  )
  await expectAccessible(page, 'commissions-replace')
  await dialog.getByRole('radio', { name: 'Count each payment once' }).check()
  await expectChecked(dialog, { Refused: 1, Unchanged: 27, New: 33 })
  await dialog.getByRole('checkbox', { name: /^Load the good rows/ }).check()
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(notices(page).getByText('Commissions successfully uploaded.')).toBeVisible()
  await expectAccessible(page, 'commissions-loaded')
})
