import type { Report } from '@coverdesk/domain/reports/report-contract.ts'
import { typeDate } from '../../support/records/agent-records.ts'
import { savedFile } from '../../support/saved-file.ts'
import { expect, test } from '../../support/test-fixtures.ts'

test('REPORT-01 REPORT-02 REPORT-03 REPORT-04 REPORT-05 REPORT-07 ACCESS-23 an administrator downloads a report, and one with parameters after they are filled in', async ({
  page,
  signIn,
}) => {
  const token = await signIn('admin')
  await page.goto('/portal/customer')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click()
  await expect(page).toHaveURL('/portal/manage/reports')
  const answer = await page.request.get('/api/Report', { headers: { authorization: `Bearer ${token}` } })
  const catalogue: Report[] = await answer.json()
  for (const [type, reports] of Map.groupBy(catalogue, ({ reportTypeName }) => reportTypeName)) {
    const rows = page.getByRole('region', { name: type, exact: true }).getByRole('listitem')
    await expect(rows).toHaveText(reports.map(({ name, languageName }) => `${name}${languageName}Download`))
  }

  const report = await savedFile(page, () => page.getByRole('button', { name: 'Download Policies by Carrier' }).click())
  expect(report.name).toBe('Policies by Carrier.pdf')
  expect(report.content.subarray(0, 5).toString()).toBe('%PDF-')

  // A report with parameters opens the modal first; its inputs are those of the catalogue.
  await page.getByRole('button', { name: 'Download Production by Agent' }).click()
  const modal = page.getByRole('dialog', { name: /^Report Parameters/ })
  const { params = [] } = catalogue.find(({ name }) => name === 'Production by Agent') ?? {}
  for (const { label, type } of params)
    await expect(
      type === 'boolean' ? modal.getByRole('checkbox', { name: label }) : modal.getByLabel(label, { exact: true }),
    ).toBeVisible()
  const from = modal.getByRole('textbox', { name: 'From', exact: true })
  await typeDate(from, '13/01/2026')
  const least = modal.getByRole('textbox', { name: 'Policies at least' })
  await least.fill('1.5')
  await modal.getByRole('button', { name: 'Download PDF' }).click()
  await expect(modal.getByText('2 fields to correct')).toBeVisible()
  await expect(modal.getByText('Must be valid date')).toBeVisible()
  await typeDate(from, '01/01/2020')
  await least.fill('1000')
  await least.blur()
  await expect(least).toHaveValue('1,000')
  await modal.getByRole('combobox', { name: 'Carrier' }).fill('Ambet')
  await page.getByRole('option', { name: 'Ambetter', exact: true }).click()
  const [request, production] = await Promise.all([
    page.waitForRequest('**/api/Report/*/download?*'),
    savedFile(page, () => modal.getByRole('button', { name: 'Download PDF' }).click()),
  ])
  const sent = new URL(request.url()).searchParams
  expect(Object.fromEntries(sent)).toMatchObject({
    reportFormatId: 'RFPDF',
    from: '2020-01-01',
    carrier: '1',
    leastPolicies: '1000',
    idle: 'false',
  })
  expect(production.name).toBe('Production by Agent.pdf')
  await expect(modal).toBeHidden()

  // The address stores the format; Spanish reports have Spanish texts.
  await page.getByRole('combobox', { name: 'Format' }).selectOption('CSV')
  await expect(page).toHaveURL(/format=RFCSV/)
  const spanish = await savedFile(page, () =>
    page.getByRole('button', { name: 'Download Pólizas por aseguradora' }).click(),
  )
  expect(spanish.name).toBe('Pólizas por aseguradora.csv')
  expect(spanish.content.toString()).toContain('Aseguradora,Activas')
})
