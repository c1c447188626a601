import { csvFile, numberAt, plainFile, uniquePrefix } from '../../support/records/policy-files.ts'
import { expectAccessible } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'
import { loadByApi } from './load-by-api.ts'

const year = new Date().getFullYear()
const prefix = uniquePrefix('FS')
const [charged, twice] = [numberAt(prefix, 0), numberAt(prefix, 1)]

test('the first statement of an agency holds late lines of earlier months: those months are not compared, and a line that is there twice is a duplicate', async ({
  page,
  signIn,
}) => {
  const token = await signIn('admin')
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(path, { headers: { authorization: `Bearer ${token}` }, data })
    expect(answer.status(), await answer.text()).toBe(200)
    return await answer.json()
  }
  const name = `First Statement ${prefix}`
  const blank = { code: '', aliases: [], issuerIds: [], phone: '', portalUrl: '', disputeDays: 90 }
  const { id } = await post('/api/Carrier', { name, ...blank })
  const rate = { amount: '18.50', basis: 'policy', firstLag: 0, firstMonth: `01/${year}` }
  await post('/api/CommissionSchedules', { carrierId: id, ...rate })
  const book = plainFile(`${prefix}.csv`, prefix, 8, () => ({
    NumberOfMembers: '1',
    // Not last year, which the tests of the dashboard count.
    EffectiveDate: `01/01/${year - 2}`,
  }))
  await loadByApi(page, token, `/api/UploadPolicies/UploadPolicyCSV?carrierId=${id}&month=3&year=${year}`, book)
  const line = (number: string, month: number, amount: string) => [
    name,
    number,
    'Rosa Ledesma',
    `${month}`,
    `${year}`,
    amount,
  ]
  const statement = csvFile(`${prefix}_march.csv`, [
    ['Carrier', 'PolicyNumber', 'InsuredName', 'Month', 'Year', 'Amount'],
    ...Array.from({ length: 8 }, (_, at) => line(numberAt(prefix, at), 3, '18.50')),
    line(twice, 3, '18.50'),
    line(charged, 2, '-18.50'),
  ])
  await loadByApi(page, token, '/api/FileUpload/upload', statement)

  await page.goto(`/portal/commissions/variances?carrierId=${id}`)
  const rows = page.getByRole('grid', { name: 'Variances' }).getByRole('row')
  await expect(rows.filter({ hasText: prefix })).toHaveCount(1)
  await expect(rows.filter({ hasText: prefix })).toContainText(/Whitaker.*Duplicate/)
  await expect(page.getByRole('region', { name: 'Sums by class' })).toContainText('not compared')

  await rows.filter({ hasText: prefix }).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Why', exact: true }).click()
  await page.getByRole('dialog').getByRole('link', { name: twice }).click()
  const months = page.getByRole('region', { name: 'Expected and received' })
  const march = months.getByRole('row').filter({ hasText: `03/${year}` })
  await expect(march).toContainText('37.00')
  await expect(march).toContainText('Duplicate')
  const february = months.getByRole('row').filter({ hasText: `02/${year}` })
  await expect(february).toContainText('Not compared')
  await expect(february).toContainText(`Due with the 02/${year} statement, which is before your first one.`)
  await expectAccessible(page, 'months before the first statement')
})
