import type { Locator, Page } from '@playwright/test'
import { chooseFile, notices } from '../../support/load-dialog.ts'
import { csvFile } from '../../support/records/policy-files.ts'
import { resetSavedProfiles } from '../../support/records/reset-saved-profiles.ts'
import { expect, test } from '../../support/test-fixtures.ts'

/** No other test changes the profile of this carrier. */
const carrier = 'Blue Cross and Blue Shield of Texas'
const file = csvFile('texas.csv', [
  ['Contrato', 'FirstName', 'LastName', 'Status'],
  ['T8J1', 'Rosa', 'Ledesma', 'In good standing'],
  ['T8J2', 'Walter', 'Boyd', 'Unheard of'],
])

test('a carrier profile is opened, changed, tried on a file, kept by Really close?, saved, and there next time', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await resetSavedProfiles(carrier)
  await page.goto('/portal/manage/upload')
  const editor = await openProfile(page)
  const version = await versionOf(editor)
  await editor.getByLabel('Headings for Policy number', { exact: true }).fill('Contrato')
  await page.keyboard.press('Enter')
  await editor.getByRole('button', { name: 'Add a value' }).click()
  await editor.getByLabel('Field', { exact: true }).last().selectOption('PolicyStatus')
  await editor.getByLabel('Value of the carrier').last().fill('In good standing')
  await editor.getByLabel('Our value').last().selectOption('Active')

  await chooseFile(editor, file)
  const test = editor.getByRole('region', { name: 'Test on a file' })
  await expect(test.getByRole('listitem').filter({ hasText: 'Contrato' })).toContainText('PolicyNumber')
  await expect(test).toContainText(/New 1 .*Refused 1|New1.*Refused1/)
  await expect(test).toContainText('Line 3, Status: Must be one of Active, Pending, Terminated, Cancelled')

  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Really close?' })
  await expect(question).toContainText("Your changes to this profile aren't saved.")
  await question.getByRole('button', { name: 'No' }).click()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Find or do anything' }).getByRole('combobox').pressSequentially('Dashboard')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click()
  const answers = Promise.withResolvers<void>()
  await page.route('**/api/CarrierProfiles/*', async (route) => {
    if (route.request().method() !== 'GET') await answers.promise
    await route.continue()
  })
  await editor.getByRole('button', { name: 'Save profile' }).click()
  await editor.getByLabel('Suffixes to remove from policy numbers').fill('-LATE')
  await page.keyboard.press('Enter')
  answers.resolve()
  await expect(notices(page).getByText('Carrier profile saved')).toBeVisible()
  await expect(editor.getByText('-LATE')).toBeVisible()
  await editor.getByRole('button', { name: 'Save profile' }).click()
  await expect(editor.getByText(new RegExp(`^Version ${version + 2}, saved`))).toBeVisible()
  await editor.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(editor).toHaveCount(0)

  await page.reload()
  const again = await openProfile(page)
  await expect(again.getByText('Contrato')).toBeVisible()
  expect(await versionOf(again)).toBe(version + 2)
})

async function openProfile(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Carrier profiles' }).click()
  const editor = page.getByRole('dialog', { name: 'Carrier profiles' })
  await editor.getByLabel('Carrier', { exact: true }).fill('Texas')
  await page.getByRole('option', { name: carrier }).click()
  await expect(editor.getByRole('region', { name: 'Headings' })).toBeVisible()
  return editor
}

async function versionOf(editor: Locator): Promise<number> {
  const words = await editor.getByText(/^(Version \d+|No profile saved yet)/).innerText()
  return Number(/\d+/.exec(words)?.[0] ?? 0)
}
