import { longMonthNames } from '@coverdesk/domain/fields/calendar-date.ts'
import type { Page } from '@playwright/test'
import { expectFocusWithin } from '../../support/expect-focus-within.ts'
import {
  addFile,
  carrierLine,
  chooseFile,
  confirmMissing,
  expectChecked,
  loadByApi,
  loadPolicies,
  notices,
  openLoadPolicies,
  periodOf,
  processFile,
} from '../../support/load-dialog.ts'
import { plainFile, uniquePrefix } from '../../support/records/policy-files.ts'
import { withMotion } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

/** The files that the page sends, dry runs too. */
function filesSent(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/api/UploadPolicies/')) sent.push(request.url())
  })
  return sent
}

test.describe('the form of Load Policies', () => {
  test('UPLOAD-02 UPLOAD-03 UPLOAD-04 UPLOAD-05 UPLOAD-06 UPLOAD-18 MSG-10 what the form has and refuses', async ({
    page,
    signIn,
  }) => {
    await signIn('admin')
    await test.step('UPLOAD-02 UPLOAD-03 UPLOAD-18 each carrier has the month loaded last, or Never; ADD shows its form with twelve months, the years from ten back to two ahead and the file, CANCEL hides it', async () => {
      // What this dialog shows: other tests add carriers.
      const answer = page.waitForResponse((one) => new URL(one.url()).pathname === '/api/UploadPolicies')
      const dialog = await openLoadPolicies(page)
      const carriers: { carrierName: string }[] = await (await answer).json()
      const lines = dialog.getByRole('region', { name: 'Carriers' }).getByRole('listitem')
      await expect(lines).toHaveCount(carriers.length)
      for (const { carrierName } of carriers)
        await expect(carrierLine(dialog, carrierName)).toContainText(/Last processed (Never|\d\d\/\d{4})/)
      await expect(carrierLine(dialog, 'UnitedHealthcare')).toContainText('more than one month behind')

      const form = dialog.getByRole('region', { name: 'Upload for Molina' })
      await expect(form).toHaveCount(0)
      await dialog.getByRole('button', { name: 'ADD Molina' }).click()
      for (const label of ['Month', 'Year', 'File'])
        await expect(form.getByLabel(label, { exact: true })).toHaveCount(1)
      await expect(form.getByRole('button', { name: 'Choose file' })).toBeVisible()
      const thisYear = Number(new Date().toLocaleDateString('en-US', { timeZone: 'America/New_York', year: 'numeric' }))
      const years = Array.from({ length: 13 }, (_, at) => String(thisYear - 10 + at))
      for (const [label, choices] of [['Month', longMonthNames] as const, ['Year', years] as const])
        await expect(form.getByLabel(label, { exact: true }).getByRole('option')).toHaveText(['Choose', ...choices])
      await dialog.getByRole('button', { name: 'CANCEL Molina' }).click()
      await expect(form).toHaveCount(0)
      await expect(dialog.getByRole('button', { name: 'ADD Molina' })).toBeVisible()
    })
    await test.step("UPLOAD-04 UPLOAD-05 UPLOAD-06 MSG-10 any file but a .csv is refused with its sentence, chosen or dropped; without month or year 'Form errors' is shown; nothing is sent", async () => {
      const sent = filesSent(page)
      const dialog = await openLoadPolicies(page)
      await dialog.getByRole('button', { name: 'ADD Molina' }).click()
      for (const name of ['book.xlsx', 'book.pdf']) {
        await chooseFile(dialog, { name, mimeType: 'text/csv', buffer: Buffer.from('PolicyNumber\n1\n') })
        await expect(
          dialog.getByRole('alert').filter({ hasText: `Only a .csv file is accepted, not ${name}` }),
        ).toBeVisible()
      }
      const dropped = await page.evaluateHandle(() => {
        const transfer = new DataTransfer()
        transfer.items.add(new File(['x'], 'book.csv.exe', { type: 'text/csv' }))
        return transfer
      })
      await dialog.getByText('Drop a .csv file here').dispatchEvent('drop', { dataTransfer: dropped })
      await expect(dialog.getByText('Only a .csv file is accepted, not book.csv.exe')).toBeVisible()
      await expect(dialog.getByRole('button', { name: 'Process', exact: true })).toBeDisabled()
      expect(sent).toEqual([])

      await dialog.getByLabel('Month', { exact: true }).selectOption('Choose')
      await chooseFile(dialog, plainFile('molina_1121.csv', 'HXJ', 3))
      await expect(dialog.getByText('Choose month and year to check the file.')).toBeVisible()
      await processFile(dialog)
      await expect(notices(page).getByText('Form errors')).toBeVisible()
      await expect(dialog.getByText('Month is required')).toBeVisible()
      await dialog.getByLabel('Year', { exact: true }).selectOption('Choose')
      await expect(dialog.getByText('Year is required')).toBeVisible()
      await processFile(dialog)
      expect(sent).toEqual([])
    })
    await test.step('UPLOAD-04 a pdf that is only called .csv is refused by its content', async () => {
      const dialog = await openLoadPolicies(page)
      await addFile(dialog, 'Molina', {
        name: 'book.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n'),
      })
      await expect(dialog.getByRole('alert').filter({ hasText: "This file can't be loaded" })).toBeVisible()
      await processFile(dialog)
      await expect(notices(page).getByRole('alert')).toContainText('File submission error: ')
    })
  })
})

test.describe('a file that was loaded already', () => {
  test("UPLOAD-10 the server's refusal comes as 'File submission error: …', and the dry run names the first upload", async ({
    page,
    signIn,
  }) => {
    const token = await signIn('admin')
    // New numbers for each try, because the server rejects an imported file.
    const file = plainFile('avmed_1121.csv', uniquePrefix('AVJ'), 5)
    const dialog = await openLoadPolicies(page)
    await addFile(dialog, 'AvMed', file)
    await expectChecked(dialog, { New: 5 })
    const [month = 0, year = 0] = (await periodOf(dialog)).split('/').map(Number)
    await loadByApi(page, token, { carrier: 'AvMed', month, year, file })
    await confirmMissing(dialog)
    await processFile(dialog)
    const sentence = /This file has already been loaded: avmed_1121\.csv on \d\d\/\d\d\/\d{4} \d{1,2}:\d\d [AP]M by \S+/
    await expect(notices(page).getByRole('alert')).toHaveText(new RegExp(`File submission error: ${sentence.source}`))
    await expect(dialog.getByRole('alert').filter({ hasText: 'Nothing was loaded' })).toContainText(sentence)
    await dialog.getByRole('button', { name: 'Back to the file' }).click()
    await expect(dialog.getByRole('alert').filter({ hasText: "This file can't be loaded" })).toContainText(sentence)
  })
})

test.describe('modals', () => {
  test.use(withMotion)

  test('SHELL-51 what the screen opens closes again, focus back where it came from', async ({ page, signIn }) => {
    await signIn('admin')
    await test.step('SHELL-51 Load Policies opens with its button and closes with its close control and Esc, focus back on the button', async () => {
      await page.goto('/portal/manage/upload')
      const button = page.getByRole('main').getByRole('button', { name: 'Load Policies' })
      for (const close of ['control', 'Escape', 'Cancel']) {
        const dialog = await loadPolicies(page)
        await expectFocusWithin(dialog)
        if (close === 'control') await dialog.getByRole('button', { name: 'Close', exact: true }).click()
        else if (close === 'Cancel') await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
        else await page.keyboard.press('Escape')
        await expect(dialog).toHaveCount(0)
        await expect(button).toBeFocused()
      }
    })
    await test.step('SHELL-51 a past upload and the question before its undo open and close, focus back where it came from', async () => {
      await page.goto('/portal/manage/upload?carrier=5&kind=policies')
      const grid = page.getByRole('grid', { name: 'Past uploads' })
      await expect(grid.getByText(/^Molina_Member_Detail/).first()).toBeVisible()
      for (const close of ['control', 'Escape']) {
        await grid.focus()
        await page.keyboard.press('Enter')
        const load = page.getByRole('dialog', { name: /^Molina_Member_Detail/ })
        await expectFocusWithin(load)
        const undo = load.getByRole('button', { name: 'Undo' })
        await undo.click()
        const question = page.getByRole('dialog', { name: 'Undo this upload?' })
        await expectFocusWithin(question)
        if (close === 'Escape') await page.keyboard.press('Escape')
        else await question.getByRole('button', { name: 'Close', exact: true }).click()
        await expect(question).toHaveCount(0)
        await expect(undo).toBeFocused()
        if (close === 'Escape') await page.keyboard.press('Escape')
        else await load.getByRole('button', { name: 'Close', exact: true }).click()
        await expect(load).toHaveCount(0)
        await expect(grid).toBeFocused()
      }
    })
    await test.step('SHELL-51 Carrier profiles opens and closes, focus back on its button', async () => {
      await page.goto('/portal/manage/upload')
      const button = page.getByRole('button', { name: 'Carrier profiles' })
      for (const close of ['control', 'Escape']) {
        await button.click()
        const editor = page.getByRole('dialog', { name: 'Carrier profiles' })
        await expectFocusWithin(editor)
        if (close === 'Escape') await page.keyboard.press('Escape')
        else await editor.getByRole('button', { name: 'Close', exact: true }).click()
        await expect(editor).toHaveCount(0)
        await expect(button).toBeFocused()
      }
    })
  })
})
