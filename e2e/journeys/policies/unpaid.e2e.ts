import { inDatabase } from '../../support/database.ts'
import { makeUnpaid, settle, uniqueInsured, unpaidScreens } from '../../support/records/unpaid-records.ts'
import { expect, test } from '../../support/test-fixtures.ts'

for (const variant of ['unpaid', 'lost'] as const) {
  const { address, title, path } = unpaidScreens[variant]

  test(`UNPAID-01 UNPAID-02 UNPAID-04 UNPAID-05 UNPAID-06 UNPAID-07 UNPAID-08 SHELL-16 SHELL-32 ACCESS-13 ${variant}: from the sidebar to the header by agent, the filters, and what several and one can be done with`, async ({
    page,
    signIn,
  }) => {
    const name = uniqueInsured()
    const [first] = await makeUnpaid(variant, name, ['Ana', 'Bea', 'Cleo'])
    await signIn('admin')
    await page.goto('/portal/policies')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: title, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(address))
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await page.getByRole('textbox', { name: 'Insured name' }).fill(name)
    const table = page.getByRole('grid', { name: title })
    await expect(table.getByRole('row')).toHaveCount(4)
    for (const heading of [
      'Policy number',
      'Insured',
      'Status',
      'Carrier',
      'Members',
      'Month',
      'Agent',
      'AOR',
      'At stake',
    ])
      await expect(table.getByRole('columnheader', { name: heading, exact: true })).toBeVisible()
    const row = table.getByRole('row', { name: new RegExp(`Ana ${name}`) })
    for (const cell of [first?.number ?? '', 'Pending', '11/2026', '20.25']) await expect(row).toContainText(cell)
    await expect(row.locator('svg')).toBeVisible()

    const summary = page.getByRole('region', { name: 'Summary by agent' })
    const agent = summary.locator('tbody').getByRole('row')
    await expect(agent).toHaveCount(1)
    await expect(agent).toContainText('60.75')
    await agent.getByRole('button', { name: /Pending: 3/ }).click()
    await expect(page).toHaveURL(/statusId=1/)
    await expect(page).toHaveURL(/agentId=\d/)
    await expect(table.getByRole('row')).toHaveCount(4)

    await page.getByRole('button', { name: 'Mark All', exact: true }).click()
    const bar = page.getByRole('toolbar', { name: 'Selected rows' })
    await expect(bar).toContainText('3 selected')
    await expect(bar).toContainText('60.75 at stake')
    for (const one of ['Notes', 'Change Status', 'History'])
      await expect(bar.getByRole('button', { name: one })).toHaveAttribute('aria-disabled', 'true')
    await expect(bar.getByRole('button', { name: 'Assign 3' })).not.toHaveAttribute('aria-disabled', 'true')
    await bar.getByRole('button', { name: 'Unmark All' }).click()
    await expect(bar).toBeHidden()
    await row.getByRole('gridcell', { name: 'Pending' }).click()
    await expect(bar).toContainText('1 selected')
    await table
      .getByRole('row', { name: new RegExp(`Bea ${name}`) })
      .getByRole('gridcell', { name: 'Pending' })
      .click({ modifiers: ['Control'] })
    await expect(bar).toContainText('2 selected')
    await row.getByRole('gridcell', { name: 'Pending' }).click()
    for (const one of ['Notes', 'Change Status', 'History', 'Assign 1'])
      await expect(bar.getByRole('button', { name: one })).not.toHaveAttribute('aria-disabled', 'true')
    await row.getByText(first?.number ?? '').click()
    await expect(page).toHaveURL(`/portal/policies/${first?.policyId}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(`Ana ${name}`)
  })

  test(`UNPAID-09 UNPAID-10 UNPAID-11 UNPAID-12 UNPAID-13 UNPAID-14 UNPAID-15 UNPAID-16 UNPAID-17 UNPAID-18 UNPAID-19 ${variant}: note, status, history and assignment`, async ({
    page,
    signIn,
  }) => {
    const name = uniqueInsured()
    const [first] = await makeUnpaid(variant, name, ['Ana', 'Bea'])
    await signIn('admin')
    await page.goto(`${address}?insuredName=${name}`)
    const table = page.getByRole('grid', { name: title })
    await page.getByRole('checkbox', { name: `Select ${first?.number}` }).click()
    const bar = page.getByRole('toolbar', { name: 'Selected rows' })

    await bar.getByRole('button', { name: 'History' }).click()
    const history = page.getByRole('dialog', { name: /History of/ })
    await expect(history).toContainText('No status yet')
    await page.keyboard.press('Escape')
    await expect(history).toBeHidden()

    await bar.getByRole('button', { name: 'Notes' }).click()
    const notes = page.getByRole('dialog', { name: /Notes/ })
    await notes.getByRole('textbox', { name: 'New note' }).fill('Left a message')
    await notes.getByRole('button', { name: 'Make Note' }).click()
    await expect(notes.getByRole('list', { name: 'Notes' })).toContainText('Left a message')
    await page.keyboard.press('Escape')
    await expect(notes).toBeHidden()

    await bar.getByRole('button', { name: 'Change Status' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change Status' })
    await dialog.getByRole('button', { name: 'Change Status' }).click()
    await expect(dialog).toContainText('Status is required')
    await expect(dialog).toContainText('Comment is required')
    await dialog.getByRole('combobox', { name: 'New status' }).click()
    await page.getByRole('option', { name: 'Contacted' }).click()
    await dialog.getByRole('textbox', { name: 'Comment' }).fill('Called, pays on Friday')
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes(path))
    await dialog.getByRole('button', { name: 'Change Status' }).click()
    expect((await sent).postDataJSON()).toMatchObject({ statusId: 2, comment: 'Called, pays on Friday' })
    expect((await sent).url()).toContain(`${path}/${first?.id}/status`)
    await expect(page.getByText('Status changed successfully!')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(table.getByRole('row', { name: new RegExp(`Ana ${name}`) })).toContainText('Contacted')
    const summary = page.getByRole('region', { name: 'Summary by agent' })
    await expect(summary.getByRole('button', { name: /Contacted: 1/ })).toBeVisible()

    await bar.getByRole('button', { name: 'History' }).click()
    await expect(history.getByRole('list', { name: 'History' })).toContainText('Contacted')
    await expect(history).toContainText('Called, pays on Friday')
    await expect(history).toContainText(/\d\d\/\d\d\/\d{4} \d{1,2}:\d\d [AP]M/)
    await page.keyboard.press('Escape')
    await expect(history).toBeHidden()

    await page.getByRole('button', { name: 'Mark All', exact: true }).click()
    await bar.getByRole('button', { name: 'Assign 2' }).click()
    const assign = page.getByRole('dialog', { name: 'Assign' })
    await expect(assign.getByRole('button', { name: /^Assign 2/ })).toBeDisabled()
    await assign.getByRole('combobox', { name: 'Agent' }).fill('Angela Morris')
    const choice = page.getByRole('option', { name: /^Angela Morris/ })
    const agent = ((await choice.textContent()) ?? '').split(',')[0] ?? ''
    await choice.click()
    await expect(page.getByRole('region', { name: 'What will change' })).toContainText('2 policies')
    const given = page.waitForRequest((request) => request.method() === 'POST' && /assi/.test(request.url()))
    await assign.getByRole('button', { name: /^Assign 2/ }).click()
    expect((await given).url()).toContain(variant === 'unpaid' ? '/api/PolicyNonPaid/assing' : '/api/LostPolicy/assign')
    expect((await given).postDataJSON()).toMatchObject({
      agentId: expect.any(Number),
      listIds: [expect.any(Number), expect.any(Number)],
    })
    await expect(page.getByText('Assignment done successfully!')).toBeVisible()
    await expect(assign).toBeHidden()
    for (const person of ['Ana', 'Bea'])
      await expect(table.getByRole('row', { name: new RegExp(`${person} ${name}`) })).toContainText(agent)
    await expect(summary.locator('tbody').getByRole('row')).toContainText(agent)
  })
}

test('UNPAID-04 UNPAID-07 UNPAID-09 UNPAID-13 what was settled is found among the resolved ones, with when and why it left, its notes and history, and on the page of its policy', async ({
  page,
  signIn,
}) => {
  const name = uniqueInsured()
  const [first, second] = await makeUnpaid('unpaid', name, ['Ana', 'Bea'])
  const token = await signIn('admin')
  const response = await page.request.post(`/api/PolicyNonPaid/${first?.id}/status`, {
    data: { statusId: 2, comment: 'Called, pays on Friday' },
    headers: { authorization: `Bearer ${token}` },
  })
  expect(response.status()).toBe(200)
  await settle('unpaid', [first?.id ?? 0])
  await page.goto(`${unpaidScreens.unpaid.address}?insuredName=${name}`)
  const table = page.getByRole('grid', { name: 'Unpaid Policies' })
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(table).toContainText(second?.number ?? '')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await page.getByRole('option', { name: 'Resolved' }).click()
  await expect(page).toHaveURL(/state=resolved/)
  const row = table.getByRole('row', { name: new RegExp(`Ana ${name}`) })
  await expect(row).toContainText('Corrected by a file')
  await expect(table.getByRole('row')).toHaveCount(2)
  await page.getByRole('checkbox', { name: `Select ${first?.number}` }).click()
  const bar = page.getByRole('toolbar', { name: 'Selected rows' })
  for (const one of ['Change Status', 'Assign 1'])
    await expect(bar.getByRole('button', { name: one })).toHaveAttribute('aria-disabled', 'true')
  await bar.getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('dialog', { name: /History of/ })
  await expect(history).toContainText('Called, pays on Friday')
  await page.keyboard.press('Escape')
  await expect(history).toBeHidden()
  await row.getByText(first?.number ?? '').click()
  await expect(page).toHaveURL(`/portal/policies/${first?.policyId}`)
  const months = page.getByRole('region', { name: 'Unpaid and lost' })
  await expect(months).toContainText('Unpaid 11/2026')
  await expect(months).toContainText('Corrected by a file')
  await months.getByRole('button', { name: 'History of Unpaid 11/2026' }).click()
  await expect(history).toContainText('Contacted')
  await page.keyboard.press('Escape')
  await expect(history).toBeHidden()
})

test('ACCESS-13 an agent who sees only their own records does not read their own name in every row', async ({
  page,
  signIn,
}) => {
  const name = uniqueInsured()
  const [mine, others] = await makeUnpaid('unpaid', name, ['Ana', 'Bea'])
  const token = await signIn('agent')
  const reader = await page.request.get('/api/CurrentUser', { headers: { authorization: `Bearer ${token}` } })
  const { agentId } = await reader.json()
  await inDatabase(async (connection) => {
    await connection.query('update unpaid_policies set aor_id = $1 where id = any($2)', [
      agentId,
      [mine?.id, others?.id],
    ])
    await connection.query(
      'update unpaid_policies set assigned_id = (select id from agents where id <> $1 limit 1) where id = $2',
      [agentId, others?.id],
    )
  })
  await page.goto(unpaidScreens.unpaid.address)
  await page.getByRole('textbox', { name: 'Insured name' }).fill(name)
  const table = page.getByRole('grid', { name: unpaidScreens.unpaid.title })
  await expect(table.getByRole('row')).toHaveCount(3)
  await expect(table.getByRole('columnheader', { name: 'AOR', exact: true })).toHaveCount(0)
  await expect(
    table.getByRole('row', { name: new RegExp(`Ana ${name}`) }).getByRole('gridcell', { name: 'You', exact: true }),
  ).toHaveCount(1)
  await expect(
    table.getByRole('row', { name: new RegExp(`Bea ${name}`) }).getByRole('gridcell', { name: 'You', exact: true }),
  ).toHaveCount(0)
  for (const [address, title] of [
    ['policies/manage', 'Policies'],
    ['commissions/statement', 'Statement'],
  ] as const) {
    await page.goto(`/portal/${address}`)
    await expect(page.getByRole('grid', { name: title }).getByRole('row').nth(1)).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Agent', exact: true })).toHaveCount(0)
  }
  for (const [address, column] of [
    ['commissions/payment', 'Agent'],
    ['commissions/tracking', 'Agent'],
    ['policies/lost', 'AOR'],
    ['contact/managment', 'Agent'],
  ] as const) {
    await page.goto(`/portal/${address}`)
    await expect(page.getByRole('main').getByRole('columnheader').first()).toBeVisible()
    await expect(page.getByRole('columnheader', { name: column, exact: true })).toHaveCount(0)
  }
})

test('from 720 to 1100 px the unpaid screens fit in the window with their first rows', async ({ page, signIn }) => {
  await signIn('admin')
  for (const width of [720, 900, 1100]) {
    await page.setViewportSize({ width, height: 900 })
    for (const { address, title } of Object.values(unpaidScreens)) {
      await page.goto(address)
      const heading = page.getByRole('heading', { level: 1, name: title })
      await expect(heading).toBeVisible()
      expect(await heading.evaluate((one) => one.scrollWidth <= one.clientWidth), `${title} at ${width}`).toBe(true)
      const row = page.getByRole('grid', { name: title }).getByRole('row').nth(1)
      await expect(row.getByRole('gridcell').nth(1), `${title} at ${width}`).toBeInViewport({ ratio: 1 })
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(sideways, `${title} at ${width}`).toBeLessThanOrEqual(0)
    }
  }
})

test('at 200 % zoom the titles of the unpaid screens are whole and the first rows are in view', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 720, height: 450 })
  await signIn('admin')
  for (const [path, title] of [
    ['/portal/policies/unpaid-policies', 'Unpaid Policies'],
    ['/portal/policies/lost', 'Lost'],
  ] as const) {
    await page.goto(path)
    const heading = page.getByRole('heading', { level: 1, name: title })
    await expect(heading).toBeVisible()
    expect(await heading.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
    // The table scrolls sideways: a cell, not the row, fits into the window.
    const cell = page.getByRole('grid', { name: title }).getByRole('row').nth(3).getByRole('gridcell').first()
    await cell.scrollIntoViewIfNeeded()
    await expect(cell).toBeInViewport({ ratio: 0.9 })
    await expect(page.getByRole('grid', { name: title }).getByRole('columnheader').first()).toBeInViewport()
  }
})
