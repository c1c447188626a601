import { longMonthNames } from '@coverdesk/domain/fields/calendar-date.ts'
import type { Locator, Page } from '@playwright/test'
import { agencyDay } from '../../support/agency-day.ts'
import { addFile, chooseFile, expectChecked, loadByApi, notices, openLoadPolicies } from '../../support/load-dialog.ts'
import { makeCarrier } from '../../support/records/make-carrier.ts'
import { numberAt, plainFile, uniquePrefix } from '../../support/records/policy-files.ts'
import { openPolicies, rowsOf } from '../../support/records/policy-list.ts'
import { expect, test } from '../../support/test-fixtures.ts'

const process = (dialog: Locator) => dialog.getByRole('button', { name: /^Process/ })

async function send(page: Page, dialog: Locator): Promise<void> {
  await process(dialog).click()
  await expect(notices(page).getByText('File submitted')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(dialog).toBeHidden()
}

async function chooseMonth(dialog: Locator, { month, year }: { month: number; year: number }): Promise<void> {
  await dialog.getByLabel('Month', { exact: true }).selectOption({ label: longMonthNames[month - 1] ?? '' })
  await dialog.getByLabel('Year', { exact: true }).selectOption(String(year))
}

/** Expects the premium of a policy that is not missing. */
async function expectPremium(page: Page, number: string, premium: string, isMissing = false): Promise<void> {
  const grid = await openPolicies(page, `?policyNumber=${number}`)
  await rowsOf(grid).filter({ hasText: number }).dblclick()
  const policy = page.getByRole('dialog')
  await expect(policy).toContainText(premium)
  await expect(policy.getByText(/^Missing from/)).toBeVisible({ visible: isMissing })
}

test('UPLOAD-02 A-056 none goes missing by a file of only some policies, and an older month replaces newer data only where that is chosen', async ({
  page,
  signIn,
}) => {
  const token = await signIn('admin')
  const prefix = uniquePrefix('PT')
  const { name: carrier } = await makeCarrier(page, token, prefix)
  const [month = 1, , year = 2026] = agencyDay().split('/').map(Number)
  const older = month === 1 ? { month: 12, year: year - 1 } : { month: month - 1, year }
  await loadByApi(page, token, { carrier, month, year, file: plainFile('whole.csv', prefix, 40), whole: true })

  await test.step('a file of 10 of 40 policies waits for an answer about the other 30, and as a part it needs none', async () => {
    const dialog = await openLoadPolicies(page)
    const ten = plainFile('ten.csv', prefix, 10, () => ({ MonthlyPremium: '411.00' }))
    await addFile(dialog, carrier, ten)
    await expectChecked(dialog, { Missing: 30, Changes: 10 })
    await expect(dialog).toContainText('30 of 40 policies (75%) are not in this file and become missing.')
    await expect(process(dialog)).toBeDisabled()
    await dialog.getByLabel('This file holds').selectOption({ label: 'Only some policies' })
    await expectChecked(dialog, { Missing: 0, Changes: 10 })
    await expect(dialog.getByText(/become missing/)).toBeHidden()
    await send(page, dialog)
    await expectPremium(page, numberAt(prefix, 39), '$339.25')
    await expectPremium(page, numberAt(prefix, 0), '$411.00')
  })

  await test.step('a part that is chosen before the file stays chosen', async () => {
    const dialog = await openLoadPolicies(page)
    await dialog.getByRole('button', { name: `ADD ${carrier}`, exact: true }).click()
    const part = dialog.getByLabel('This file holds')
    await part.selectOption({ label: 'Only some policies' })
    const two = plainFile('two.csv', prefix, 2, () => ({ MonthlyPremium: '412.00' }))
    await chooseFile(dialog, two)
    await expectChecked(dialog, { Missing: 0, Changes: 2 })
    await expect(part.locator('option:checked')).toHaveText('Only some policies')
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
  })

  await test.step('an older month is named, adds what is new, and changes nothing else', async () => {
    const dialog = await openLoadPolicies(page)
    const premium = { MonthlyPremium: '222.00' }
    await addFile(
      dialog,
      carrier,
      plainFile('older.csv', prefix, 41, (at) => (at === 0 || at === 40 ? premium : null)),
    )
    await dialog.getByLabel('This file holds').selectOption({ label: 'Only some policies' })
    await expectChecked(dialog, { New: 1, Changes: 1 })
    await chooseMonth(dialog, older)
    await expect(dialog).toContainText(
      `${longMonthNames[month - 1]} ${year} is already loaded. What newer files say stays. This older file adds policies that are not loaded yet, as missing from the newer one, and says what was due for its months.`,
    )
    await expectChecked(dialog, { New: 1, Changes: 0, Unchanged: 1 })
    await send(page, dialog)
    await expectPremium(page, numberAt(prefix, 40), '$222.00', true)
    await expectPremium(page, numberAt(prefix, 0), '$411.00')
  })

  await test.step('Replace newer data takes the values of the older month', async () => {
    const dialog = await openLoadPolicies(page)
    await addFile(
      dialog,
      carrier,
      plainFile('older_again.csv', prefix, 2, () => ({ MonthlyPremium: '333.00' })),
    )
    await dialog.getByLabel('This file holds').selectOption({ label: 'Only some policies' })
    await chooseMonth(dialog, older)
    await expectChecked(dialog, { Changes: 0 })
    await dialog.getByLabel('Replace newer data').check()
    await expect(dialog).toContainText('This older file replaces its data.')
    await expectChecked(dialog, { Changes: 2 })
    await send(page, dialog)
    await expectPremium(page, numberAt(prefix, 0), '$333.00')
  })
})
