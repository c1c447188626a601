import { randomInt } from 'node:crypto'
import { addFile, expectChecked, notices, openLoadPolicies, processFile } from '../../support/load-dialog.ts'
import { csvFile, plainHeadings, plainRows } from '../../support/records/policy-files.ts'
import { expectAccessible } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

/** No other test uploads files of this carrier. */
const carrier = 'Blue Cross NC'
/** Numbers that no file has had yet. */
const freshFile = (look = randomInt(10_000, 99_999)) =>
  csvFile(`bluecrossnc_${look}.csv`, [
    [...plainHeadings, 'Mbr Nbr', 'Shoe Size'],
    ...plainRows(`YJ${look}`, 20, (at) => (at % 8 === 3 ? { DOB: '02/30/1987', MonthlyPremium: 'TBD' } : {})).map(
      (row, at) => [...row, `M${at}`, String(30 + at)],
    ),
  ])

test('no accessibility violations on the upload screen and its dialogs on desktop and phone', async ({
  page,
  signIn,
}) => {
  test.slow(true, 'checks many states in both themes and widths')
  await signIn('admin')
  await page.goto('/portal/manage/upload')
  await expect(page.getByText(/^Total Records: \d+/)).toBeVisible()
  await expectAccessible(page, 'upload')
  const dialog = await openLoadPolicies(page)
  await expect(dialog.getByRole('button', { name: /^ADD/ }).first()).toBeVisible()
  await expectAccessible(page, 'load-empty')
  await addFile(dialog, carrier, freshFile())
  await expectChecked(dialog, { New: 17, Refused: 3 })
  await expectAccessible(page, 'load-refused')
  await dialog.getByRole('tab', { name: 'New 17' }).click()
  await expect(dialog.getByRole('region', { name: 'New policies' })).toContainText('YJ')
  await expectAccessible(page, 'load-new')
  await dialog.getByRole('checkbox', { name: /^Load the good rows/ }).check()
  await processFile(dialog)
  await expect(notices(page).getByText('File submitted')).toBeVisible()
  await expectAccessible(page, 'load-finished')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Carrier profiles' }).click()
  const editor = page.getByRole('dialog', { name: 'Carrier profiles' })
  await expectAccessible(page, 'profile-empty')
  await editor.getByLabel('Carrier', { exact: true }).fill('Ambetter')
  await page.getByRole('option', { name: 'Ambetter' }).click()
  await expect(editor.getByRole('region', { name: 'Headings' })).toBeVisible()
  await expectAccessible(page, 'profile')
})
