import { randomInt } from 'node:crypto'
import {
  addFile,
  chooseFile,
  expectChecked,
  loadCommissions,
  notices,
  openLoadPolicies,
  processFile,
} from '../../support/load-dialog.ts'
import { makeAgent } from '../../support/records/agent-records.ts'
import { makeCarrier } from '../../support/records/make-carrier.ts'
import { csvFile, numberAt, plainHeadings, plainRows, uniquePrefix } from '../../support/records/policy-files.ts'
import { openPolicies } from '../../support/records/policy-list.ts'
import { expect, test } from '../../support/test-fixtures.ts'

test('an agency loads a carrier’s first book with bad phones and an unknown agent, makes its insured customers, and an undo says why it is refused', async ({
  page,
  signIn,
}) => {
  const token = await signIn('admin')
  const prefix = uniquePrefix('FBJ')
  const { name: carrier } = await makeCarrier(page, token, prefix)
  const npn = String(randomInt(30_000_000, 40_000_000))
  const lastName = `Book${prefix}`
  const rows = plainRows(prefix, 3, (at) => ({
    LastName: lastName,
    ...(at === 0 ? { Phone: '555-12', Email: 'see notes' } : {}),
    ...(at === 2 ? { DOB: '', Phone: '', Email: '' } : {}),
  })).map((row, at) => [...row, at === 1 ? '' : npn, at === 1 ? `Ortiz ${prefix}` : ''])
  const agent = await makeAgent(page, token)
  const dialog = await openLoadPolicies(page)
  await addFile(dialog, carrier, csvFile('first_book.csv', [[...plainHeadings, 'AgentNPN', 'Broker Name'], ...rows]))

  await test.step('the preview shows what the rows hold, and warns of values that are left out and of the agent', async () => {
    await expectChecked(dialog, { New: 3, Refused: 0 })
    await expect(dialog.getByText(/^Phone: 1 row has a value that can't be read: “555-12”\./)).toBeVisible()
    await expect(dialog.getByText(`2 policies have NPNs that no agent here has: ${npn} (2).`)).toBeVisible()
    const row = dialog.getByRole('row', { name: numberAt(prefix, 0) })
    await expect(row).toContainText('01/01/2026')
    await expect(row).toContainText('$300.25')
    await expect(row).toContainText(`NPN ${npn}, not ours`)
  })

  await test.step('a broker name that no agent has is given its agent in the same dialog', async () => {
    await dialog
      .getByRole('region', { name: 'Unknown values' })
      .getByLabel(`Meaning of Ortiz ${prefix} in Broker Name`)
      .selectOption({ label: agent.name })
    await expectChecked(dialog, { New: 3, Refused: 0 })
    await expect(dialog.getByRole('row', { name: numberAt(prefix, 1) })).toContainText(agent.name)
  })

  await processFile(dialog)
  await expect(notices(page).getByText('File submitted')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()

  await test.step('the policies become customers at once, and the one without data to find the person by is named', async () => {
    const grid = await openPolicies(page, `?policyNumber=${prefix}`)
    await grid.getByRole('checkbox', { name: /^Select all/ }).check()
    await page.getByRole('button', { name: 'Create customers' }).click()
    const question = page.getByRole('dialog', { name: 'Create customers?' })
    await expect(question).toContainText('The insured of 3 policies become customers')
    await question.getByRole('button', { name: 'Create customers' }).click()
    await expect(notices(page).getByText('2 customers created')).toBeVisible()
    await expect(notices(page).getByText(`No customer of ${numberAt(prefix, 2)}: `)).toBeVisible()
  })

  await test.step('a policy of an NPN that no agent has says so, and how to add the agent', async () => {
    const grid = await openPolicies(page, `?policyNumber=${numberAt(prefix, 0)}`)
    await grid.getByRole('row', { name: numberAt(prefix, 0) }).dblclick()
    const policy = page.getByRole('dialog')
    await expect(policy).toContainText('No agent here has this NPN')
    await expect(policy.getByRole('link', { name: 'Add the agent' })).toBeVisible()
  })

  await test.step('a statement whose months are dates loads, and the undo of the policies names it before it asks', async () => {
    await page.goto('/portal/manage/upload')
    const load = await loadCommissions(page)
    const lines = [0, 1].map((at) => [carrier, numberAt(prefix, at), '03/01/2026', '22.05'])
    const statement = `statement_${prefix}.csv`
    await chooseFile(load, csvFile(statement, [['Carrier', 'Policy Number', 'Commission Month', 'Amount'], ...lines]))
    await expectChecked(load, { New: 2 })
    await load.getByRole('button', { name: 'Upload', exact: true }).click()
    await expect(notices(page).getByText('Commissions successfully uploaded.')).toBeVisible()
    await load.getByRole('button', { name: 'Close', exact: true }).last().click()

    const past = page.getByRole('row', { name: 'first_book.csv' }).first()
    await past.dblclick()
    await page.getByRole('dialog', { name: 'first_book.csv' }).getByRole('button', { name: 'Undo' }).click()
    const refused = page.getByRole('dialog', { name: "This upload can't be undone" })
    await expect(refused).toContainText(
      `Commissions refer to 2 policies that this upload added; it cannot be undone before ${statement}.`,
    )
    await expect(refused.getByRole('button', { name: 'Undo' })).toHaveCount(0)
    await refused.getByRole('button', { name: 'Close' }).last().click()
  })
})
