import type { Page } from '@playwright/test'
import { inDatabase } from '../../support/database.ts'
import { makeCustomer } from '../../support/records/customer-records.ts'
import { mariaVega } from '../../support/records/offline-form.ts'
import { makeUnpaid, settle, uniqueInsured } from '../../support/records/unpaid-records.ts'
import { expectAccessible, goTo } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

const born = '1988-03-14'

/** Gives a policy its insured's date of birth and a member count, an uploaded statement line and a change by that file. */
async function completePolicy(policyId: number): Promise<void> {
  await inDatabase((connection) =>
    connection.query(
      `with policy as (update policies set dob = $2, number_of_members = 3, first_name = 'Maria' where id = $1 returning *),
       batch as (
         insert into import_batches (run_id, kind, carrier_id, month, file_name, file_hash, bytes, rows_read, rows_new,
           rows_changed, rows_unchanged, rows_missing, rows_refused, amount)
         select gen_random_uuid(), 'commissions', carrier_id, '2026-09-01', 'september.csv', sha256(convert_to('policy page ' || id, 'UTF8')), 10, 1, 1, 0, 0, 0, 0,
           22.05 from policy returning id),
       change as (
         insert into policy_changes (policy_id, batch_id, line, field, old_value, new_value)
         select policy.id, batch.id, 48, 'City', 'Tampa', 'Miami' from policy, batch)
       insert into commission_lines (policy_id, policy_number, carrier_id, agent_id, month, kind, members, amount, last_batch_id, last_line)
       select policy.id, policy_number, carrier_id, agent_id, m.month::date, 'renewal', 3, m.amount, batch.id, m.line
       from policy, batch, (values ('2026-09-01', 22.05, 7), ('2025-09-01', 20.00, 9)) m (month, amount, line)`,
      [policyId, born],
    ),
  )
}

async function makeOffline(page: Page, token: string, lastName: string): Promise<void> {
  const answer = await page.request.post('/api/OfflineApp', {
    headers: { authorization: `Bearer ${token}` },
    data: mariaVega(lastName),
  })
  expect(answer.status(), await answer.text()).toBe(200)
}

test('POLICY-10 the page of a policy shows its customer, members, statement lines and unpaid months with links, takes notes and assigns', async ({
  page,
  signIn,
}) => {
  const name = uniqueInsured()
  const [first, second] = await makeUnpaid('unpaid', name, ['Maria', 'Bea'])
  const policyId = first?.policyId ?? 0
  const token = await signIn('admin')
  await completePolicy(policyId)
  const customer = await makeCustomer(page, token, {
    firstName: 'Maria',
    lastName: name,
    dob: born,
    phone: '3055550199',
  })
  await makeOffline(page, token, name)
  const address = `/portal/policies/${policyId}`
  await page.goto(address)
  const main = page.getByRole('main')
  const region = (title: string | RegExp) => main.getByRole('region', { name: title })

  await test.step('each fact is shown once: status, carrier and members in the header, the rest in the grid', async () => {
    await expect(page.getByRole('heading', { level: 1, name: `Maria ${name}` })).toBeVisible()
    await expect(main.getByText('3 members', { exact: true })).toBeVisible()
    await expect(
      region('Facts')
        .getByRole('term')
        .filter({ hasText: /^(Status|Members|Carrier)$/ }),
    ).toHaveCount(0)
  })
  await test.step('members are named with the record that names them, and who is not named is counted', async () => {
    await expect(region(/^Members/).getByRole('row')).toHaveText([
      'NameRelationBornSexMember idNamed in',
      /^Maria .*Subscriber.*Carrier’s file$/,
      /^Luis .*Spouse.*Offline application$/,
    ])
    await expect(region(/^Members/)).toContainText('1 more is not named')
    await region(/^Members/)
      .getByRole('link', { name: 'Offline application' })
      .click()
    await expect(page).toHaveURL(/\/portal\/form\/manage\?application=\d+/)
    await page.goto(address)
  })
  await test.step('statement lines of a year have month, amount and the file, which opens its upload', async () => {
    const lines = region(/^Statement lines/)
    await expect(lines.getByRole('row')).toHaveText([
      'MonthKindMembersAmountFile',
      '09/2026Renewal322.05september.csv, line 7',
      'Total of 1 line22.05',
    ])
    await lines.getByRole('button', { name: '2025' }).click()
    await expect(lines.getByRole('row').nth(1)).toHaveText('09/2025Renewal320.00september.csv, line 9')
    await lines.getByRole('link', { name: 'september.csv, line 9' }).click()
    await expect(page.getByRole('dialog', { name: 'september.csv' })).toContainText('Commissions')
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/\/portal\/manage\/upload$/)
    await page.goto(address)
    await expect(region('History').getByRole('link', { name: 'line 48' })).toHaveAttribute(
      'href',
      /upload\?upload=\d+$/,
    )
  })
  await test.step('unpaid months have headings, status, agent and when; the month opens its row in the list', async () => {
    const unpaid = region('Unpaid and lost')
    await expect(unpaid.getByRole('columnheader')).toHaveText([
      'Month',
      'Why',
      'Status',
      'Agent',
      'Resolved',
      'At stake',
      'Notes and history',
    ])
    await expect(unpaid.getByRole('row').nth(1)).toContainText('Pending')
    await expect(unpaid.getByRole('row').nth(1)).toContainText('Open')
    await unpaid.getByRole('link', { name: 'Unpaid 11/2026' }).click()
    const grid = page.getByRole('grid', { name: 'Unpaid Policies' })
    await expect(grid.getByRole('row')).toHaveCount(2)
    await expect(grid).toContainText(first?.number ?? '')
    await page.goto(address)
  })
  await test.step('a note is counted on the button and is in the history', async () => {
    await main.getByRole('button', { name: 'Notes', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: /^Notes/ })
    await dialog.getByLabel('New note').pressSequentially('Card had expired.')
    await dialog.getByRole('button', { name: 'Make Note' }).click()
    await expect(dialog.getByRole('list', { name: 'Notes' })).toContainText('Card had expired.')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(main.getByRole('button', { name: 'Notes 1' })).toBeVisible()
    await expect(region('History')).toContainText('Card had expired.')
  })
  await test.step('Assign is the dialog of the list, and its agent is that of the month; resolved months cannot be assigned', async () => {
    await main.getByRole('button', { name: 'Assign' }).click()
    const dialog = page.getByRole('dialog', { name: 'Assign' })
    await dialog.getByRole('combobox', { name: 'Agent' }).pressSequentially('Angela Morris')
    await page.getByRole('option', { name: /^Angela Morris/ }).click()
    await expect(page.getByRole('region', { name: 'What will change' })).toContainText('1 policy')
    await dialog.getByRole('button', { name: /^Assign 1/ }).click()
    await expect(page.getByText('Assignment done successfully!')).toBeVisible()
    await expect(region('Unpaid and lost').getByRole('row').nth(1)).toContainText('Angela Morris')
    await settle('unpaid', [second?.id ?? 0])
    await page.goto(`/portal/policies/${second?.policyId}`)
    await expect(main.getByRole('button', { name: 'Assign' })).toHaveAttribute(
      'aria-description',
      'No open unpaid or lost month to assign',
    )
    await page.goto(address)
  })
  await test.step('no accessibility violations, on desktop and phone', async () => {
    await expect(region(/^Statement lines/).getByRole('table')).toBeVisible()
    await expectAccessible(page, 'policy-page')
  })
  await test.step('the customer is linked by name and by the button', async () => {
    await expect(region('Customer')).toContainText('same name and date of birth')
    await expect(region('Customer').getByRole('link', { name: `Maria ${name}` })).toBeVisible()
    await main.getByRole('link', { name: 'Customer', exact: true }).click()
    await expect(page).toHaveURL(`/portal/customerManage/${customer.id}`)
    await goTo(page, address)
  })
})

test('an insured who is no customer becomes one in one click, with the data of the carrier’s file', async ({
  page,
  signIn,
}) => {
  const name = uniqueInsured()
  const [made] = await makeUnpaid('unpaid', name, ['Bea'])
  await inDatabase((connection) =>
    connection.query(`update policies set dob = $2, phone = '3055550188' where id = $1`, [made?.policyId, born]),
  )
  const token = await signIn('admin')
  await page.goto(`/portal/policies/${made?.policyId}`)
  const customer = page.getByRole('main').getByRole('region', { name: 'Customer' })
  await expect(customer).toContainText('No customer has the name and birth date, email or phone of the insured.')
  await expectAccessible(page, 'policy-page without a customer')
  await test.step('a spouse with the same phone is shown, and is not the insured', async () => {
    const spouse = { firstName: 'Ana', lastName: name, dob: '1990-07-01', phone: '3055550188' }
    await makeCustomer(page, token, spouse)
    await page.reload()
    await expect(customer).toContainText('same last name and phone')
  })
  await customer.getByRole('button', { name: 'Create customer' }).click()
  await expect(page).toHaveURL(/\/portal\/customerManage\/\d+/)
  await expect(page.getByRole('heading', { name: `Bea ${name}` })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('(305) 555-0188')
  await goTo(page, `/portal/policies/${made?.policyId}`)
  await expect(customer.getByRole('link', { name: `Bea ${name}` })).toBeVisible()
  await expect(customer).toContainText('same name and date of birth')
  await expect(customer.getByRole('button', { name: 'Create customer' })).toHaveCount(0)
})
