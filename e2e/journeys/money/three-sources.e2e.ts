import { inDatabase } from '../../support/database.ts'
import { csvFile, uniquePrefix } from '../../support/records/policy-files.ts'
import { chooseFilter } from '../../support/records/policy-list.ts'
import { expectAccessible } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'
import { loadByApi } from './load-by-api.ts'

const prefix = uniquePrefix('TS')
const carrier = `Sources ${prefix}`
const now = new Date()
const [month, year] = [now.getMonth() + 1, now.getFullYear()]
const [taken, agreed] = [`${prefix}1`, `${prefix}2`]
const npn = '98098788'
const book = csvFile(`${prefix}-book.csv`, [
  ['PolicyNumber', 'FirstName', 'LastName', 'EffectiveDate', 'TermDate', 'NumberOfMembers', 'Status', 'AgentNPN'],
  [taken, 'Ismael', 'Villalobos', `01/01/${year}`, `12/31/${year}`, '3', 'Active', npn],
  [agreed, 'Adela', 'Monteagudo', `01/01/${year}`, `12/31/${year}`, '3', 'Active', npn],
])
const statement = csvFile(`${prefix}-statement.csv`, [
  ['Carrier', 'PolicyNumber', 'InsuredName', 'Month', 'Year', 'Members', 'Amount'],
  [carrier, taken, 'Ismael Villalobos', String(month), String(year), '3', '55.50'],
  [carrier, agreed, 'Adela Monteagudo', String(month), String(year), '3', '55.50'],
])

/** The exchange's record of a policy, as a load of applications stores it. */
async function storeRecord(number: string, [first, last]: readonly [string, string], agentNpn: string): Promise<void> {
  const policy = {
    plan: { issuer: carrier },
    status: 'Effectuated',
    members: ['1', '2', '3'].map((personId) => ({ personId })),
    id_issuer: number,
    dateEffective: `${year}-01-01`,
    dateExpiration: `${year}-12-31`,
  }
  await inDatabase(async (client) => {
    await client.query(
      `insert into marketplace_applications (exchange_assigned_id, snapshot_at, user_first_name, user_last_name, agent_npn, raw)
       values ($1, now(), $2, $3, $4, $5)`,
      [`X${number}`, first, last, agentNpn, JSON.stringify({ policies: [policy] })],
    )
  })
}

test('an administrator sees within a minute that the exchange has another agent, with what each source says, and that the classes add up', async ({
  page,
  signIn,
}) => {
  test.slow(true, 'waits for the job that compares the sources')
  const token = await signIn('admin')
  const made = await page.request.post('/api/Carrier', {
    headers: { authorization: `Bearer ${token}` },
    data: { name: carrier, code: '', aliases: [], issuerIds: [], phone: '', portalUrl: '', disputeDays: 90 },
  })
  const { id } = await made.json()
  await loadByApi(page, token, `/api/UploadPolicies/UploadPolicyCSV?carrierId=${id}&month=${month}&year=${year}`, book)
  await loadByApi(page, token, '/api/FileUpload/upload', statement)
  await storeRecord(taken, ['Ismael', 'Villalobos'], '18244905')
  await storeRecord(agreed, ['Adela', 'Monteagudo'], npn)

  const shown = `${String(month).padStart(2, '0')}/${year}`
  await page.goto(`/portal/policies/three-sources?carrierId=${id}&month=${encodeURIComponent(shown)}`)
  const classes = page.getByRole('region', { name: 'Classes' })
  const panel = page.getByRole('region', { name: 'Policy', exact: true })

  await test.step('the comparison follows by itself, and the sums of the classes are those of the sources', async () => {
    await expect(async () => {
      await page.reload()
      await expect(classes.getByRole('row', { name: /^Agent differs/ })).toContainText('55.50', { timeout: 3_000 })
      await expect(classes.getByRole('row', { name: /^Agrees/ })).toContainText('55.50', { timeout: 3_000 })
    }).toPass({ timeout: 90_000 })
    const sources = classes.getByRole('row', { name: /^Total of sources/ })
    await expect(sources.getByLabel('Equal to the classes:')).toHaveCount(3)
    await expect(sources).toContainText('111.00')
  })

  await test.step('the list shows what needs a review, and every policy when asked', async () => {
    // The panel has rows, too.
    const rows = page.getByRole('grid', { name: 'Policies' }).getByRole('row')
    const agreeing = rows.filter({ hasText: 'Adela Monteagudo' })
    await expect(rows.filter({ hasText: 'Ismael Villalobos' })).toBeVisible()
    await expect(agreeing).toHaveCount(0)
    await chooseFilter(page, 'Show', 'All')
    await expect(agreeing).toBeVisible()
  })

  await test.step('a class is chosen, and its policy shows what each source says', async () => {
    await classes.getByRole('button', { name: 'Agent differs' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'Adela Monteagudo' })).toHaveCount(0)
    await expect(panel).toContainText('The exchange shows another agent than the carrier’s book.')
    await expect(panel.getByRole('row', { name: /^Agent \(differs\)/ })).toContainText('NPN 18244905')
    await expect(panel.getByRole('row', { name: /^Agent \(differs\)/ })).toContainText(npn)
    await expect(panel.getByRole('row', { name: /^From/ })).toContainText(`${prefix}-book.csv, line 2`)
    await expect(panel.getByRole('region', { name: 'Lines' })).toContainText(`${prefix}-statement.csv, line 2`)
    await expect(panel.getByRole('region', { name: 'Agent of record' })).toContainText('NPN 18244905')
    await expectAccessible(page, 'three sources')
  })

  await test.step('the policy and its application are one click away', async () => {
    await panel.getByRole('link', { name: `Policy ${taken}` }).click()
    await expect(page.getByRole('heading', { name: /Ismael Villalobos/ })).toBeVisible()
    await page.goBack()
    await expect(classes).toBeVisible()
  })

  await test.step('a reviewed policy leaves the list with its note, and the toast and its panel bring it back', async () => {
    await chooseFilter(page, 'Show', 'To review')
    const row = page.getByRole('grid', { name: 'Policies' }).getByRole('row').filter({ hasText: 'Ismael Villalobos' })
    await expect(row).toBeVisible()
    const review = async () => {
      await panel.getByLabel('Note').fill('Moved to another agent, client confirmed')
      await panel.getByRole('button', { name: 'Mark as reviewed' }).click()
      await expect(row).toHaveCount(0)
    }
    await review()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(row).toBeVisible()
    await review()
    await chooseFilter(page, 'Show', 'Reviewed')
    await expect(panel.getByRole('region', { name: 'Review' })).toContainText(
      'Moved to another agent, client confirmed',
    )
    await expectAccessible(page, 'a reviewed policy')
    await panel.getByRole('button', { name: 'Undo the review' }).click()
    await expect(row).toHaveCount(0)
    await chooseFilter(page, 'Show', 'To review')
    await expect(row).toBeVisible()
  })

  await test.step('on a phone a policy opens in front of the list', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('list', { name: 'Policies' }).getByText('Ismael Villalobos').click()
    await expect(page.getByRole('dialog')).toContainText('NPN 18244905')
    await expectAccessible(page, 'three sources on a phone')
  })
})
