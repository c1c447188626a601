import type { Locator, Page } from '@playwright/test'
import { type GuidePage, openGuidePage } from '../../support/guide/guide-page.ts'
import { addFile, chooseFile, loadCommissions, openLoadPolicies, processFile } from '../../support/load-dialog.ts'
import { type ChosenFile, csvFile, numberAt, plainFile, uniquePrefix } from '../../support/records/policy-files.ts'
import { savedFile } from '../../support/saved-file.ts'
import { expectAccessible } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: typeof name === 'string' })
const year = new Date().getFullYear()
const prefix = uniquePrefix('EV')
const [paid, unpaid] = [numberAt(prefix, 0), numberAt(prefix, 1)]
const carrier = `Every Dollar ${prefix}`

/** Types into a field key by key, as a person does. */
async function type(within: Locator, label: string, text: string): Promise<void> {
  const field = within.getByLabel(label, { exact: true })
  await field.click()
  await field.press('ControlOrMeta+a')
  await field.pressSequentially(text)
}

async function choose(within: Locator, label: string, typed: string): Promise<void> {
  await type(within, label, typed)
  await within.page().getByRole('option', { name: typed, exact: true }).click()
}

const statement = (month: number, lines: readonly (readonly [number: string, amount: string])[]): ChosenFile =>
  csvFile(`${prefix}_${month}.csv`, [
    ['Carrier', 'PolicyNumber', 'InsuredName', 'Month', 'Year', 'Members', 'Amount'],
    ...lines.map(([number, amount]) => [carrier, number, 'Rosa Ledesma', String(month), String(year), '2', amount]),
  ])

async function loadStatement(page: Page, file: ChosenFile): Promise<void> {
  await page.goto('/portal/manage/upload')
  const dialog = await loadCommissions(page)
  await chooseFile(dialog, file)
  const upload = button(dialog, 'Upload')
  await expect(upload).toBeEnabled({ timeout: 30_000 })
  await upload.click()
  await expect(dialog).toContainText('The commissions are loaded.')
  await button(dialog, 'Close').last().click()
}

// Pictures of the guide are small and light.
test.use({ viewport: { width: 1200, height: 720 } })

test('a new user enters what a carrier pays, loads its policies and a statement, finds the policy that was not paid, reads why, and sees it close when a later statement pays it', async ({
  page,
  signIn,
}) => {
  test.slow(true, 'the whole way from a schedule to a paid dispute, with four loads')
  const guide = openGuidePage('commissions')
  const token = await signIn('admin')
  const made = await page.request.post('/api/Carrier', {
    headers: { authorization: `Bearer ${token}` },
    data: { name: carrier, code: '', aliases: [], issuerIds: [], phone: '', portalUrl: '', disputeDays: 90 },
  })
  expect(made.status(), await made.text()).toBe(200)
  await page.goto('/portal')
  const menu = page.getByRole('navigation', { name: 'Main' })

  await test.step('the schedule is entered, and a second row for the same months is refused at the field', async () => {
    await menu.getByRole('link', { name: guide.named('Schedules') }).click()
    await addRow(page, '20', async () => undefined, guide)
    await expect(page.getByText('Row added')).toBeVisible()
    await addRow(page, '25', async (dialog) => {
      await expect(dialog.getByText(/^Overlaps the row All states, All plans, New and renewal/)).toBeVisible()
      await page.keyboard.press('Escape')
      await button(page.getByRole('dialog').last(), /^(Discard|Yes)/).click()
    })
  })

  await test.step('the policies and two statements are loaded; the second leaves one policy out', async () => {
    const dialog = await openLoadPolicies(page)
    const book = plainFile(`${prefix}.csv`, prefix, 2, () => ({ NumberOfMembers: '2', EffectiveDate: `01/01/${year}` }))
    await addFile(dialog, carrier, book)
    await processFile(dialog)
    await expect(dialog).toContainText(/Processed|processed/, { timeout: 30_000 })
    await loadStatement(
      page,
      statement(1, [
        [paid, '40.00'],
        [unpaid, '40.00'],
      ]),
    )
    await loadStatement(page, statement(2, [[paid, '40.00']]))
  })

  await test.step('the policy that was not paid is found, with the reason and its months', async () => {
    await menu.getByRole('link', { name: guide.named('Variances') }).click()
    // The screen before has a field of this name, too.
    await expect(page.getByRole('heading', { name: 'Variances' })).toBeVisible()
    await page.getByLabel('Policy number', { exact: true }).pressSequentially(unpaid)
    const row = page.getByRole('row').filter({ hasText: `02/${year}` })
    await expect(row).toContainText('Missing')
    await expect(row).toContainText('(40.00)')
    await expect(page.getByRole('region', { name: 'Sums by class' })).toContainText('40.00')
    await guide.picture(page, 'commissions-variances')
    await row.getByRole('checkbox').check()
    await button(page, guide.named('Why')).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(`No line of the 02/${year} statement or an earlier one pays 02/${year}.`)
    await expect(dialog).toContainText('No line of a statement pays this month.')
    await guide.picture(dialog, 'commissions-why')
    await expectAccessible(page, 'why a variance is one')
    await dialog.getByRole('link', { name: unpaid }).click()
  })

  await test.step('the policy’s page shows what was due and what came by which line, and offers the dispute', async () => {
    const months = page.getByRole('region', { name: 'Expected and received' })
    await expect(months).toContainText('Due $80.00, received $40.00(40.00)')
    await expect(months.getByRole('row').filter({ hasText: `01/${year}` })).toContainText(`${prefix}_1.csv, line 3`)
    await expect(months.getByRole('row').filter({ hasText: `02/${year}` })).toContainText('Missing')
    await expectAccessible(page, 'the months of a policy')
    await button(page, 'Dispute 40.00').click()
    await expect(page.getByRole('dialog')).toContainText(`${carrier}: 1 policy month, dispute by`)
    await page.keyboard.press('Escape')
    await page.goto(`/portal/commissions/variances?policyNumber=${unpaid}`)
    await page
      .getByRole('row')
      .filter({ hasText: `02/${year}` })
      .getByRole('checkbox')
      .check()
  })

  await test.step('it is disputed: the pack has the evidence, is downloaded, and is marked as sent', async () => {
    await button(page, `${guide.named('Dispute')} 1`).click()
    const dialog = page.getByRole('dialog', { name: 'Dispute variances' })
    await expect(dialog).toContainText(`${carrier}: 1 policy month, dispute by`)
    await expect(dialog).toContainText('$40.00')
    await button(dialog, guide.named('Make dispute')).click()
    await expect(page.getByRole('heading', { name: /^Dispute \d+/ })).toBeVisible()
    const row = page.getByRole('row').filter({ hasText: unpaid })
    await expect(row).toContainText('Disputed')
    await row.getByRole('gridcell').nth(2).click()
    await button(page, guide.named('Evidence')).click()
    await expect(page.getByRole('dialog')).toContainText('Paid: no line.')
    await page.keyboard.press('Escape')
    await guide.picture(page, 'commissions-dispute')
    await expectAccessible(page, 'a dispute')
    await button(page, guide.named('Export')).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: /Excel/ }).click()
    expect((await saved).suggestedFilename()).toMatch(/^Dispute.*\.xlsx$/)
    await button(page, guide.named('Email to carrier')).click()
    const email = page.getByRole('dialog')
    await expect(email.getByLabel('Message', { exact: true })).toHaveValue(/Our reference: dispute \d+/)
    await type(email, "Carrier's email", 'broker')
    await button(email, 'Send email').click()
    await expect(email.getByText('Must be valid email', { exact: true })).toBeVisible()
    await expectAccessible(page, 'email a dispute')
    await type(email, "Carrier's email", 'broker.commissions@carrier.test')
    await button(email, 'Send email').click()
    await expect(page.getByText('The pack goes to broker.commissions@carrier.test')).toBeVisible()
    await expect(page.getByText(/^\d.* to broker\.commissions@carrier\.test$/)).toBeVisible()
    await button(page, guide.named('Mark as sent')).click()
    const sent = page.getByRole('dialog')
    await type(sent, 'Sent to', 'broker.commissions@carrier.test')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Dispute marked as sent')).toBeVisible()
  })

  await test.step('the next statement pays both months, and the variance closes by its line', async () => {
    await loadStatement(
      page,
      statement(3, [
        [paid, '40.00'],
        [unpaid, '80.00'],
      ]),
    )
    await page.goto(`/portal/commissions/variances?policyNumber=${unpaid}`)
    await expect(page.getByText('No variances match these filters.')).toBeVisible()
    await button(page, guide.named('Show')).click()
    await page.getByRole('option', { name: 'Closed by a file' }).click()
    const row = page.getByRole('row').filter({ hasText: `02/${year}` })
    await expect(row).toContainText('Recovered')
    await expect(row).toContainText(`${prefix}_3.csv, line 3`)
  })

  await test.step('the dispute shows what was recovered, and its outcome is noted', async () => {
    await menu.getByRole('link', { name: guide.named('Disputes') }).click()
    // The screen before has a row of this carrier, too.
    await expect(page.getByRole('heading', { name: 'Disputes', exact: true })).toBeVisible()
    const row = page.getByRole('row').filter({ hasText: carrier })
    await expect(row).toContainText('40.00')
    await row.dblclick()
    await button(page, guide.named('Record outcome')).click()
    const dialog = page.getByRole('dialog')
    await choose(dialog, 'Outcome', 'Paid')
    await button(dialog, 'Save outcome').click()
    await expect(page.getByText('Outcome saved')).toBeVisible()
    await expect(page.getByText('Recovered', { exact: true }).first()).toBeVisible()
  })

  await test.step('equal lines of a statement are confirmed as right, and the short statement as whole', async () => {
    await loadStatement(
      page,
      statement(4, [
        [paid, '40.00'],
        [paid, '40.00'],
      ]),
    )
    await page.goto(`/portal/commissions/variances?policyNumber=${paid}`)
    const row = page.getByRole('row').filter({ hasText: `04/${year}` })
    await expect(row).toContainText('Duplicate')
    await row.getByRole('checkbox').check()
    await button(page, 'Why').click()
    const why = page.getByRole('dialog').first()
    await button(why, guide.named('All lines are right')).click()
    const asked = page.getByRole('dialog', { name: 'All lines are right' })
    await type(asked, 'Reason optional', 'Two contracts')
    await expectAccessible(page, 'confirming equal lines')
    await button(asked, 'Confirm').click()
    await expect(why.getByText(/confirmed that the equal lines are right on .*: Two contracts\./)).toBeVisible()
    await expect(why.getByText('Over', { exact: true }).first()).toBeVisible()
    await page.goto('/portal/commissions/manage')
    await button(page, guide.named('Check')).click()
    const form = page.getByRole('dialog', { name: 'Check a statement' })
    await choose(form, 'Carrier', carrier)
    await choose(form, 'Month', 'April')
    await choose(form, 'Year', String(year))
    await button(form, 'Check').click()
    const check = page.getByRole('dialog', { name: `${carrier} 04/${year}` })
    await expect(check).toContainText('2 lines read = 2 matched + 0 exceptions + 0 totals')
    await button(check, guide.named('Confirm as whole')).click()
    await button(page.getByRole('dialog', { name: 'Confirm as whole' }), 'Confirm').click()
    await expect(check.getByText(/confirmed that this statement is whole on/)).toBeVisible()
    await expectAccessible(page, 'a checked statement')
    await page.keyboard.press('Escape')
    await expect(check).toBeHidden()
  })

  await test.step('an auditor downloads each month with what was due and what came', async () => {
    await menu.getByRole('link', { name: guide.named('Reports') }).click()
    await page.getByRole('combobox', { name: 'Format' }).selectOption('CSV')
    await button(page, `Download ${guide.named('Expected Months')}`).click()
    const dialog = page.getByRole('dialog', { name: /^Report Parameters/ })
    await choose(dialog, 'Carrier', carrier)
    const { content } = await savedFile(page, () => button(dialog, 'Download CSV').click())
    const months = content
      .toString()
      .split('\r\n')
      .filter((line) => line.startsWith(unpaid))
    expect(months[1]).toContain(`02/${year}`)
    expect(months[1]).toMatch(/Exact,.*,40\.00,40\.00,0\.00$/)
    guide.expectWalked()
  })
})

async function addRow(
  page: Page,
  amount: string,
  then: (dialog: Locator) => Promise<void>,
  guide?: GuidePage,
): Promise<void> {
  await button(page, guide?.named('New Row') ?? 'New Row')
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'New Row' })
  await choose(dialog, 'Carrier', carrier)
  await type(dialog, 'First month', `01/${year}`)
  await type(dialog, 'Last month optional', `12/${year}`)
  await type(dialog, 'Amount', amount)
  await guide?.picture(dialog, 'commissions-row')
  await expect(button(dialog, guide?.named('Add row') ?? 'Add row')).toBeEnabled()
  await page.keyboard.press('Enter')
  await then(dialog)
}
