import type { Locator, Page } from '@playwright/test'
import {
  addFile,
  chooseFile,
  expectChecked,
  loadByApi,
  loadCommissions,
  notices,
  openLoadPolicies,
} from '../../support/load-dialog.ts'
import { makeAgent } from '../../support/records/agent-records.ts'
import { makeCarrier } from '../../support/records/make-carrier.ts'
import { csvFile, uniquePrefix } from '../../support/records/policy-files.ts'
import { openPolicies, rowsOf } from '../../support/records/policy-list.ts'
import { expect, test } from '../../support/test-fixtures.ts'

const headings = (dialog: Locator) => dialog.getByRole('region', { name: 'Headings of the file' })
const unknown = (dialog: Locator) => dialog.getByRole('region', { name: 'Unknown values' })

/** Chooses the field of each heading. */
async function map(dialog: Locator, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [heading, label] of Object.entries(fields))
    await headings(dialog).getByLabel(`Field of ${heading}`, { exact: true }).selectOption({ label })
}

/** Chooses what an unknown value means. */
async function mean(dialog: Locator, value: string, heading: string, label: string): Promise<void> {
  await unknown(dialog).getByLabel(`Meaning of ${value} in ${heading}`, { exact: true }).selectOption({ label })
}

async function processed(page: Page, dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: /^Process/ }).click()
  await expect(notices(page).getByText('File submitted')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(dialog).toBeHidden()
}

test('UPLOAD-11 a regional plan’s book with a summary above goes in: its heading line is chosen, its headings, a state and an agent are mapped', async ({
  page,
  signIn,
}) => {
  const token = await signIn('admin')
  const prefix = uniquePrefix('RG')
  const { name: carrier } = await makeCarrier(page, token, prefix)
  const agent = await makeAgent(page, token)
  const writer = `${agent.lastName} I.`
  const dialog = await openLoadPolicies(page)
  await addFile(
    dialog,
    carrier,
    csvFile('regional_book.csv', [
      ['Sunrise Regional Health Plan'],
      ['Status', 'State', 'Members', 'Premium', 'Plan'],
      ['Active', 'FL', '3', '1108.50', 'All plans'],
      ['Contract No.', 'Sub First', 'Sub Last', 'Born', 'St', 'Starts', 'Gross', 'Writer'],
      [`${prefix}-77`, 'Eva', 'Díaz', '04/17/1983', 'Fla.', '01/01/2026', '1,010.00', writer],
      [`${prefix}-78`, 'Bo', 'Li', '05/06/1990', 'FL', '02/01/2026', '98.50', writer],
    ]),
  )
  const line = dialog.getByRole('region', { name: 'How the file is read' }).getByRole('combobox')
  await expect(line.locator('option:checked')).toHaveText(/^2: /)
  await line.selectOption('4')
  await expect(headings(dialog)).toContainText('Contract No.')
  await map(dialog, {
    'Contract No.': 'Policy number',
    'Sub First': 'First name',
    'Sub Last': 'Last name',
    Born: 'Date of birth',
    St: 'State',
    Starts: 'Effective date',
    Gross: 'Monthly premium',
    Writer: 'Agent name',
  })
  await mean(dialog, 'Fla.', 'St', 'Florida')
  await mean(dialog, writer, 'Writer', agent.name)
  await expectChecked(dialog, { New: 2, Refused: 0 })
  await processed(page, dialog)

  const grid = await openPolicies(page, `?policyNumber=${prefix}`)
  await expect(rowsOf(grid)).toHaveCount(2)
  await rowsOf(grid)
    .filter({ hasText: `${prefix}-77` })
    .dblclick()
  const policy = page.getByRole('dialog')
  for (const words of ['Eva Díaz', '$1,010.00', agent.name, '01/01/2026', '04/17/1983'])
    await expect(policy).toContainText(words)
})

test('UPLOAD-11 a book with a status that no profile knows goes in by choosing its meaning, and the next file needs no question', async ({
  page,
  signIn,
}) => {
  const token = await signIn('admin')
  const prefix = uniquePrefix('PN')
  const { name: carrier } = await makeCarrier(page, token, prefix)
  const book = (name: string, premium: string) =>
    csvFile(name, [
      ['HIX_ID', 'Member_First_Name', 'Member_Last_Name', 'Effective_date', 'End_Date', 'Total_Premium', 'Status'],
      [`${prefix}1`, 'Siobhan', "O'Neil", '2026-01-01', '1/1/2099', premium, 'Effectuated'],
      [`${prefix}2`, 'Luis', 'Vance', '2026-12-01', '1/1/2099', '310', 'Pending Payment'],
    ])
  const dialog = await openLoadPolicies(page)
  await addFile(dialog, carrier, book('pending.csv', '801.3'))
  await expectChecked(dialog, { New: 1, Refused: 1 })
  await mean(dialog, 'Pending Payment', 'Status', 'Pending')
  await expectChecked(dialog, { New: 2, Refused: 0 })
  await processed(page, dialog)
  const grid = await openPolicies(page, `?policyNumber=${prefix}2`)
  await expect(rowsOf(grid)).toContainText('Pending')

  const next = await openLoadPolicies(page)
  await addFile(next, carrier, book('pending_next.csv', '802.3'))
  await expectChecked(next, { Changes: 1, Unchanged: 1, Refused: 0 })
  await expect(unknown(next)).toBeHidden()
})

test('a statement with headings and kinds of a plan’s own goes in at Commission statements by mapping in its dialog', async ({
  page,
  signIn,
}) => {
  const token = await signIn('admin')
  const prefix = uniquePrefix('DN')
  const { id, name: carrier } = await makeCarrier(page, token, prefix)
  const agent = await makeAgent(page, token)
  await page.goto(`/portal/commissions/manage?carrierId=${id}`)
  await page.getByRole('button', { name: 'Load', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Load statement' })
  for (const [label, typed] of [
    ['Carrier', carrier],
    ['CSV format', 'Carrier (profile)'],
    ['Month', 'October'],
    ['Year', '2026'],
  ] as const) {
    await dialog.getByLabel(label, { exact: true }).click()
    await page.keyboard.type(typed)
    await page.getByRole('option', { name: typed, exact: true }).click()
  }
  await chooseFile(
    dialog,
    csvFile('bright_smiles.csv', [
      ['Bright Smiles Dental'],
      ['Cert', 'Who', 'Producer No.', 'Event', 'Payout'],
      [`${prefix}1`, 'Noemí Zaldívar', agent.npn, 'First sale', '25.00'],
      [`${prefix}2`, 'Zoë O’Hara', agent.npn, 'Recoup', '5.00'],
    ]),
  )
  await map(dialog, {
    Cert: 'Policy number',
    Who: 'Insured name',
    'Producer No.': 'Agent NPN',
    Event: 'Kind',
    Payout: 'Amount',
  })
  await mean(dialog, 'First sale', 'Event', 'initial')
  await mean(dialog, 'Recoup', 'Event', 'chargeback')
  await expect(dialog.getByRole('status')).toContainText('2 rows of $20.00: 2 new')
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText('Statement uploaded!', { exact: true })).toBeVisible()
  const rows = page.getByRole('grid', { name: 'Statements' }).getByRole('row')
  await expect(rows).toHaveCount(3)
  for (const words of [agent.name, 'Zoë O’Hara', '10/2026', '(5.00)', 'bright_smiles.csv, line 4'])
    await expect(rows.filter({ hasText: `${prefix}2` })).toContainText(words)
})

test('UPLOAD-11 Oscar’s book, which names no insured, goes in by mapping: a known policy keeps its name, and a new one is found as No name', async ({
  page,
  signIn,
}) => {
  const token = await signIn('admin')
  const prefix = uniquePrefix('OS')
  const { name: carrier } = await makeCarrier(page, token, prefix)
  const named = csvFile('october_book.csv', [
    ['Policy Number', 'First Name', 'Last Name', 'Coverage start date'],
    [`${prefix}1`, 'Ana', 'Vega', '01/01/2026'],
  ])
  await loadByApi(page, token, { carrier, month: 1, year: 2026, file: named })
  const oscar = csvFile('oscar_book.csv', [
    ['Member ID', 'Plan', 'Enrollment type', 'State', 'Coverage start date', 'Coverage end date', 'Premium amount'],
    [`${prefix}1`, 'Bronze Classic', 'Auto-renewed', 'FL', 'January 1, 2026', 'December 31, 2026', '$402.19'],
    [`${prefix}2`, 'Silver Simple', 'New', 'TX', 'March 1, 2026', 'December 31, 2026', '$1,210.00'],
  ])
  const dialog = await openLoadPolicies(page)
  await addFile(dialog, carrier, oscar)
  await map(dialog, { 'Member ID': 'Policy number' })
  await expectChecked(dialog, { New: 1, Refused: 0 })
  await expect(dialog).toContainText(
    'No column holds the names of the insured: 1 new policy is listed as “No name” with its number until a later file names the insured, and 1 known policy keeps its name.',
  )
  await processed(page, dialog)
  const grid = await openPolicies(page, `?policyNumber=${prefix}`)
  await expect(rowsOf(grid).filter({ hasText: `${prefix}1` })).toContainText('Ana Vega')
  const found = await openPolicies(page, `?policyNumber=${prefix}&name=No+name`)
  await expect(rowsOf(found)).toHaveCount(1)
  await expect(rowsOf(found)).toContainText(`No name ${prefix}2`)
})

test('UPLOAD-15 Centene’s statement, which names neither policies nor insureds, goes in by mapping and counts for the agent', async ({
  page,
  signIn,
}) => {
  const token = await signIn('admin')
  const prefix = uniquePrefix('CE')
  const { id, name: carrier } = await makeCarrier(page, token, prefix)
  const agent = await makeAgent(page, token)
  const line = (amount: string, note: string) => [
    agent.name,
    agent.npn,
    'Sunrise Agency',
    '555',
    '10/2026',
    amount,
    'Everyday Bronze',
    '',
    'Bronze',
    '1/1/2026',
    '12/31/9999',
    note,
  ]
  await page.goto('/portal/manage/upload')
  const dialog = await loadCommissions(page)
  await chooseFile(
    dialog,
    csvFile('centene_statement.csv', [
      [
        'Writing Broker Name',
        'Writing Broker NPN',
        'Earner Name',
        'Earner NPN',
        'Pay Period',
        'Payment Amount',
        'Plan Name',
        'Prior Plan Type',
        'Plan Type',
        'Effective Date',
        'Member Term Date',
        'Description',
      ],
      line('$40.00', 'Monthly commission'),
      line('$40.00', 'Monthly commission'),
      line('($15.00)', `Total of ${prefix}`),
      ['Total', '', '', '', '', '$65.00', '', '', '', '', '', ''],
    ]),
  )
  await dialog.getByLabel('Carrier', { exact: true }).selectOption({ label: carrier })
  await expectChecked(dialog, { New: 3, Refused: 0 })
  await expect(dialog).toContainText(
    '3 lines, $65.00, with neither a policy number nor an insured. Each counts for its agent and matches no policy.',
  )
  await dialog.getByRole('button', { name: /^Upload/ }).click()
  await expect(notices(page).getByText('Commissions successfully uploaded.')).toBeVisible()
  await page.goto(`/portal/commissions/manage?carrierId=${id}`)
  const lines = rowsOf(page.getByRole('grid', { name: 'Statements' }))
  await expect(lines).toHaveCount(3)
  for (const words of ['No number', agent.name, '40.00']) await expect(lines.last()).toContainText(words)
  await page.goto(`/portal/commissions/exceptions?carrierId=${id}`)
  await expect(page.getByText('4 lines read = 0 matched + 0 exceptions + 3 set aside + 1 total')).toBeVisible()
})

test('a field that keys only pass on the way to another stays with its heading', async ({ page, signIn }) => {
  const token = await signIn('admin')
  const { name: carrier } = await makeCarrier(page, token, uniquePrefix('KY'))
  await page.goto('/portal/manage/upload')
  const dialog = await loadCommissions(page)
  await dialog.getByLabel('Carrier', { exact: true }).selectOption({ label: carrier })
  await chooseFile(
    dialog,
    csvFile('own_words.csv', [
      ['Sub Ref', 'Payout', 'Prod'],
      ['C-1', '18.00', 'Sep-26'],
    ]),
  )
  const field = (heading: string) => headings(dialog).getByLabel(`Field of ${heading}`, { exact: true })
  await field('Sub Ref').selectOption({ label: 'Policy number' })
  await field('Payout').selectOption({ label: 'Amount' })
  await field('Prod').focus()
  // P alone is Policy number.
  await page.keyboard.type('P')
  await expect(field('Prod').locator('option:checked')).toHaveText('Policy number')
  await page.keyboard.type('eriod')
  await expect(field('Prod').locator('option:checked')).toHaveText('Period')
  await expect(field('Sub Ref').locator('option:checked')).toHaveText('Policy number')
  await expect(dialog.getByText('1 new, 0 changed')).toBeVisible()
})
