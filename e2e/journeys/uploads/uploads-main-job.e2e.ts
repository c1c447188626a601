import type { Locator, Page } from '@playwright/test'
import {
  carrierLine,
  chooseFile,
  confirmMissing,
  expectChecked,
  loadPolicies,
  notices,
  periodOf,
} from '../../support/load-dialog.ts'
import { ambetterFile, numberAt, uniquePrefix } from '../../support/records/policy-files.ts'
import { savedFile } from '../../support/saved-file.ts'
import { withMotion } from '../../support/screens.ts'
import { logIn } from '../../support/sign-in.ts'
import { expect, test, userNameOf } from '../../support/test-fixtures.ts'

const prefix = uniquePrefix('UJ')
/** No other test uploads files of Ambetter. */
const file = ambetterFile('ambetter_1121.csv', prefix, 30, {
  4: { 'Member Date Of Birth': '02/30/1987' },
  14: { 'Monthly Premium Amount': 'TBD' },
  24: { 'Insured Last Name': '' },
})
const number = numberAt(prefix, 1)

test.use(withMotion)
test('UPLOAD-02 UPLOAD-03 UPLOAD-05 UPLOAD-07 UPLOAD-09 UPLOAD-11 P-60 the main job: sign in, load a file with three bad rows, read why, load the good ones, find one, open it, export, undo, sign out', async ({
  page,
}) => {
  test.slow(true, 'loads and undoes a file of the carrier with the most policies of the demo')
  await logIn(page, userNameOf('admin'))
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: 'Upload Files' }).click()
  const before = await totalOf(page, '/portal/policies/manage?carrier=1')

  await menu.getByRole('link', { name: 'Upload Files' }).click()
  const dialog = await loadPolicies(page)
  await expect(carrierLine(dialog, 'Ambetter')).toContainText(/Last processed \d\d\/\d{4}/)
  await readWhyRowsAreRefused(page, dialog)
  await loadTheGoodRows(page, dialog)

  await menu.getByRole('link', { name: 'Policies', exact: true }).click()
  await findAndOpen(page)
  await exportWhatIsFound(page)

  await menu.getByRole('link', { name: 'Upload Files' }).click()
  await undoTheLoad(page)
  await menu.getByRole('link', { name: 'Policies', exact: true }).click()
  await page.getByLabel('Policy number', { exact: true }).fill(number)
  await expect(page.getByText('No Data')).toBeVisible()
  expect(await totalOf(page, '/portal/policies/manage?carrier=1')).toBe(before)

  await page.getByRole('banner').getByRole('button', { name: 'Ana Beltrán' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
})

async function totalOf(page: Page, address: string): Promise<string> {
  await page.goto(address)
  const range = page.getByRole('status').filter({ hasText: /^\d+–\d+ of/ })
  return (await range.innerText()).replace(/^.* of /, '')
}

async function readWhyRowsAreRefused(page: Page, dialog: Locator) {
  await dialog.getByRole('button', { name: 'ADD Ambetter', exact: true }).click()
  await expect(dialog.getByRole('button', { name: 'Process', exact: true })).toBeDisabled()
  await chooseFile(dialog, file)
  await expectChecked(dialog, { Refused: 3, New: 27, Changes: 0, Unchanged: 0 })
  const rows = dialog.getByRole('region', { name: 'Refused rows' }).getByRole('row')
  await expect(rows).toHaveText([
    'LineColumnValueReasonPolicy number',
    `6Member Date Of Birth02/30/1987Must be valid date${numberAt(prefix, 4)}`,
    `16Monthly Premium AmountTBDMust be an amount such as 1234.50${numberAt(prefix, 14)}`,
    `26Insured Last Name(empty)Required, empty${numberAt(prefix, 24)}`,
  ])
  const saved = await savedFile(page, () => dialog.getByRole('button', { name: 'Refused rows (CSV)' }).click())
  expect(saved.name).toBe('Refused rows of ambetter_1121.csv')
  expect(saved.content.toString().replace('\uFEFF', '').trim().split(/\r?\n/)).toEqual([
    'Line,Column,Value,Reason,Policy number',
    `6,Member Date Of Birth,02/30/1987,Must be valid date,${numberAt(prefix, 4)}`,
    `16,Monthly Premium Amount,TBD,Must be an amount such as 1234.50,${numberAt(prefix, 14)}`,
    `26,Insured Last Name,,"Required, empty",${numberAt(prefix, 24)}`,
  ])
}

async function loadTheGoodRows(page: Page, dialog: Locator) {
  const period = await periodOf(dialog)
  await expect(dialog.getByRole('button', { name: 'Process 27 rows' })).toBeDisabled()
  await dialog.getByRole('checkbox', { name: /^Load the good rows/ }).check()
  await expect(dialog.getByRole('button', { name: 'Process 27 rows' })).toBeDisabled()
  await confirmMissing(dialog)
  const sending = page.waitForRequest((request) => request.url().includes('/UploadPolicyCSV'))
  await dialog.getByRole('button', { name: 'Process 27 rows' }).click()
  const request = await sending
  const address = new URL(request.url())
  const [month, year] = period.split('/').map(Number)
  expect([request.method(), address.pathname]).toEqual(['POST', '/api/UploadPolicies/UploadPolicyCSV'])
  expect(['carrierId', 'month', 'year'].map((name) => address.searchParams.get(name))).toEqual([
    '1',
    String(month),
    String(year),
  ])
  expect((await request.allHeaders())['content-type']).toBe('text/csv')
  await expect(notices(page).getByText('File submitted')).toBeVisible()
  await expectKnownByItsBytes(page, address)
  await expect(carrierLine(dialog, 'Ambetter')).toContainText(`Last processed ${period}`)
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
}

/** A browser does not show the body of a file that it sends; the server knows a file by the hash of its bytes. */
async function expectKnownByItsBytes(page: Page, { pathname, searchParams }: URL) {
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const [carrierId, month, year] = ['carrierId', 'month', 'year'].map((name) => Number(searchParams.get(name)))
  const answer = await page.request.post(pathname, {
    params: { carrierId: carrierId ?? 0, month: month ?? 0, year: year ?? 0, fileName: 'other.csv' },
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    data: file.buffer,
  })
  expect(answer.status()).toBe(409)
  expect(await answer.text()).toContain('This file has already been loaded: ambetter_1121.csv')
}

async function findAndOpen(page: Page) {
  await page.getByLabel('Policy number', { exact: true }).fill(number)
  const row = page.getByRole('grid', { name: 'Policies' }).getByRole('row').filter({ hasText: number })
  await expect(row).toContainText('Walter Whitaker')
  await expect(page.getByRole('grid', { name: 'Policies' }).getByRole('row')).toHaveCount(2)
  await page.getByRole('grid', { name: 'Policies' }).focus()
  await page.keyboard.press('Enter')
  const detail = page.getByRole('dialog', { name: 'Walter Whitaker' })
  await expect(detail).toContainText(number)
  await expect(detail).toContainText('ambetter_1121.csv, line 3')
  await page.keyboard.press('Escape')
  await expect(detail).toHaveCount(0)
}

async function exportWhatIsFound(page: Page) {
  for (const [format, name, start] of [
    ['Excel', /^Policies.*\.xlsx$/, 'PK\u0003\u0004'],
    ['PDF', /^Policies.*\.pdf$/, '%PDF-'],
  ] as const) {
    const saved = await savedFile(page, async () => {
      await page.getByRole('button', { name: 'Export' }).click()
      await expect(page.getByText('1 record, as filtered')).toBeVisible()
      await page.getByRole('menuitem', { name: format }).click()
    })
    expect(saved.name).toMatch(name)
    expect(saved.content.subarray(0, start.length).toString()).toBe(start)
    expect(saved.content.length).toBeGreaterThan(1_000)
  }
}

async function undoTheLoad(page: Page) {
  const row = page
    .getByRole('grid', { name: 'Past uploads' })
    .getByRole('row')
    .filter({ hasText: 'ambetter_1121.csv' })
    .first()
  await expect(row).toContainText('Loaded')
  await row.getByText('ambetter_1121.csv').click()
  const load = page.getByRole('dialog', { name: 'ambetter_1121.csv' })
  await load.getByRole('button', { name: 'Undo' }).click()
  const question = page.getByRole('dialog', { name: 'Undo this upload?' })
  await expect(question).toContainText(
    /Undo ambetter_1121\.csv \(Ambetter, \w+ \d{4}\): 27 new policies are removed, [\d,]+ are no longer marked as missing since this file\./,
  )
  await question.getByRole('button', { name: 'Undo' }).click()
  await expect(notices(page).getByText('ambetter_1121.csv is undone')).toBeVisible()
  await expect(question).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(row).toContainText('Undone')
}
