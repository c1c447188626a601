import { csvFile, uniquePrefix } from '../../support/records/policy-files.ts'
import { expectAccessible } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'
import { loadByApi } from './load-by-api.ts'

const year = new Date().getFullYear()
const prefix = uniquePrefix('EX')
const carrier = `Exceptions ${prefix}`
const reused = `${prefix}100`
const name = (first: string, last: string) => ({ first, last })
const [maria, john] = [name('Maria', 'Quintero'), name('Owen', 'Bradley')]

const book = (month: number, { first, last }: typeof maria) =>
  csvFile(`${prefix}-book-${month}.csv`, [
    ['PolicyNumber', 'FirstName', 'LastName', 'EffectiveDate', 'NumberOfMembers', 'Status'],
    [reused, first, last, `01/01/${year}`, '2', 'Active'],
  ])
const statement = (month: number, lines: readonly (readonly [number: string, insured: string, amount: string])[]) =>
  csvFile(`${prefix}-${month}.csv`, [
    ['Carrier', 'PolicyNumber', 'InsuredName', 'Month', 'Year', 'Members', 'Amount'],
    ...lines.map(([number, insured, amount]) => [carrier, number, insured, String(month), String(year), '2', amount]),
  ])

test('a person resolves an exception by keyboard, undoes it, says that a line is none of ours, and the next file matches by itself', async ({
  page,
  signIn,
}) => {
  test.slow(true, 'four loads before the screen')
  const token = await signIn('admin')
  const made = await page.request.post('/api/Carrier', {
    headers: { authorization: `Bearer ${token}` },
    data: { name: carrier, code: '', aliases: [], issuerIds: [], phone: '', portalUrl: '', disputeDays: 90 },
  })
  const { id } = await made.json()
  const ofBook = (month: number) => `/api/UploadPolicies/UploadPolicyCSV?carrierId=${id}&month=${month}&year=${year}`
  await loadByApi(page, token, ofBook(1), book(1, maria))
  await loadByApi(page, token, ofBook(2), book(2, john))
  await loadByApi(
    page,
    token,
    '/api/FileUpload/upload',
    statement(3, [
      [reused, 'Maria Quintero', '40.00'],
      [`${prefix}777`, 'Nobody Known', '18.50'],
    ]),
  )
  await page.goto(`/portal/commissions/exceptions?carrierId=${id}`)
  const line = page.getByRole('region', { name: 'Line', exact: true })
  const rows = page.getByRole('row').filter({ hasText: prefix })

  await test.step('the line is beside its candidate, with what agrees and the proof of all lines', async () => {
    await expect(page.getByText('2 lines read = 0 matched + 2 exceptions + 0 totals')).toBeVisible()
    await rows.filter({ hasText: reused }).getByRole('gridcell').nth(2).click()
    await expect(line).toContainText(`in this month to Owen Bradley, not to Maria Quintero`)
    await expect(line.getByRole('region', { name: 'Line and candidates' })).toContainText('100, number and agent')
    await expectAccessible(page, 'exceptions')
    const folder = process.env.PICTURES
    if (folder) {
      for (const scheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: scheme })
        for (const width of [1440, 900, 390]) {
          await page.setViewportSize({ width, height: 900 })
          await page.screenshot({ path: `${folder}/exceptions-${scheme}-${width}.png` })
        }
      }
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setViewportSize({ width: 1440, height: 900 })
    }
  })

  await test.step('1 matches it, Z undoes that, and 1 matches it again', async () => {
    await page.keyboard.press('1')
    await expect(page.getByText('1 line matched to Owen Bradley')).toBeVisible()
    await expect(rows).toHaveCount(1)
    await page.keyboard.press('z')
    await expect(page.getByText('Undone for 1 line')).toBeVisible()
    await expect(rows).toHaveCount(2)
    await rows.filter({ hasText: reused }).getByRole('gridcell').nth(2).click()
    await expect(line).toContainText('Owen Bradley')
    await page.keyboard.press('1')
    await expect(rows).toHaveCount(1)
  })

  await test.step('the next line opens by itself; I asks why it is none of ours', async () => {
    await expect(line).toContainText('Nobody Known')
    await page.keyboard.press('i')
    const dialog = page.getByRole('dialog', { name: 'Not ours' })
    await dialog.getByRole('button', { name: 'Ignore the line' }).click()
    await expect(dialog).toContainText('Reason is required')
    await dialog.getByLabel('Reason').fill('Agent of another agency')
    await page.keyboard.press('Enter')
    await expect(
      page
        .getByText('No exceptions. Every line of the loaded statements belongs to a policy.')
        .or(page.getByText('No lines match these filters.')),
    ).toBeVisible()
  })

  await test.step('the next statement has no exceptions, and the decisions can be read and undone', async () => {
    await loadByApi(
      page,
      token,
      '/api/FileUpload/upload',
      statement(4, [
        [reused, 'MARIA QUINTERO', '40.00'],
        [`${prefix}777`, 'Nobody Known', '18.50'],
      ]),
    )
    await page.reload()
    await expect(page.getByText('4 lines read = 2 matched + 0 exceptions + 2 set aside + 0 totals')).toBeVisible()
    await page.goto(`/portal/commissions/exceptions?carrierId=${id}&state=resolved`)
    await expect(rows).toHaveCount(4)
    await rows
      .filter({ hasText: `04/${year}` })
      .filter({ hasText: reused })
      .getByRole('gridcell')
      .nth(2)
      .click()
    await expect(line).toContainText(`Matched to the policy ${reused}.`)
    await expect(line.getByRole('region', { name: 'History' })).toContainText(`Matched to ${reused}`)
  })
})
