import { inDatabase } from '../../support/database.ts'
import { dayFromToday } from '../../support/records/agent-records.ts'
import {
  consentLink,
  createApplication,
  openApplications,
  uniqueName,
} from '../../support/records/application-records.ts'
import { signInAsNew } from '../../support/records/own-user.ts'
import { colorOf } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

test('SHELL-33 APP-01 APP-02 APP-03 APP-04 APP-05 APP-07 APP-09 an application is taken in, found and selected', async ({
  page,
  signIn,
}) => {
  const name = uniqueName()
  const token = await signIn('admin')
  await createApplication(page, token, { lastName: name, firstName: 'Bea', planSelected: `Plata ${name.slice(-5)}` })
  await page.goto('/portal/dashboard')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Applications' }).click()
  await expect(page).toHaveURL(/\/portal\/mk\/applications/)
  await page.goto('/portal/mk/applications?tab=internal')
  const table = page.getByRole('grid', { name: 'Applications' })
  for (const heading of [
    'Name',
    'Status',
    'Date of birth',
    'Carrier',
    'Plan',
    'Created',
    'Created by',
    'Assigned to',
    'Email',
    'Phone',
  ])
    await expect(table.getByRole('columnheader', { name: heading, exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'New', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'New application' })
  await dialog.getByRole('textbox', { name: 'First name' }).fill('Ana')
  await dialog.getByRole('textbox', { name: 'Last name' }).fill(name)
  await dialog.getByRole('textbox', { name: 'Phone' }).fill('3055550142')
  await dialog.getByRole('textbox', { name: 'Email' }).fill('ana@example.com')
  const down = { status: 503, json: { code: 'server.busy', message: 'The server is busy' } }
  await page.route('**/api/Application', (route) =>
    route.request().method() === 'POST' ? route.fulfill(down) : route.fallback(),
  )
  await dialog.getByRole('button', { name: 'Create application' }).click()
  await expect(page.getByText('Submission error The server is busy')).toBeVisible()
  await page.unroute('**/api/Application')
  await dialog.getByRole('button', { name: 'Create application' }).click()
  await expect(page.getByText('Submission Success!')).toBeVisible()
  await expect(dialog).toBeHidden()

  const quick = page.getByRole('textbox', { name: 'Name, Email or Plan' })
  await quick.fill(name)
  await expect(table.getByRole('row')).toHaveCount(3)
  await expect(table.getByRole('row', { name: new RegExp(`Ana ${name}`) })).toContainText('New')
  await quick.fill(`plata ${name.slice(-5)}`)
  await expect(table.getByRole('row')).toHaveCount(2)
  await quick.fill(name)
  await expect(table.getByRole('row')).toHaveCount(3)
  await page.getByRole('button', { name: 'More filters' }).click()
  for (const label of ['Name', 'Created from', 'Created to', 'Assigned to', 'Created by'])
    await expect(page.getByLabel(label, { exact: true }).first()).toBeVisible()
  await page.keyboard.press('Escape')

  const cells = (first: string) =>
    table.getByRole('row', { name: new RegExp(`${first} ${name}`) }).getByText('(305) 555-0142')
  const bar = page.getByRole('toolbar', { name: 'Selected rows' })
  await cells('Ana').click()
  await expect(bar).toContainText('1 selected')
  for (const action of ['View/Edit', 'Notes', 'Send Consent', 'History', 'Assign', 'Submitted', 'Delete'])
    await expect(bar.getByRole('button', { name: action })).toBeVisible()
  await cells('Bea').click({ modifiers: ['Control'] })
  await expect(bar).toContainText('2 selected')
  await cells('Bea').click({ modifiers: ['Control'] })
  await expect(bar).toContainText('1 selected')
  await cells('Ana').click()
  await cells('Bea').click({ modifiers: ['Shift'] })
  await expect(bar).toContainText('2 selected')
})

test('APP-06 APP-08 APP-09 APP-10 APP-11 APP-14 APP-15 APP-16 APP-17 APP-18 APP-19 APP-20 an application is edited and gets its statuses', async ({
  page,
  signIn,
}) => {
  const token = await signIn('admin')
  await test.step('APP-06 APP-08 APP-09 APP-10 APP-11 APP-20 an edit is saved once something differs, asks before it is lost, and says why it failed', async () => {
    const name = uniqueName()
    await createApplication(page, token, { lastName: name })
    const table = await openApplications(page, name)
    const row = table.getByRole('row', { name: new RegExp(name) })
    await expect(row.locator('[data-tone="grey"]').first()).toBeVisible()
    await row.getByText(`Ana ${name}`).click()
    const dialog = page.getByRole('dialog', { name: `Application of Ana ${name}` })
    const save = dialog.getByRole('button', { name: 'Save application' })
    await expect(dialog.getByRole('textbox', { name: 'Last name' })).toHaveValue(name)
    await expect(save).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await row.getByText(`Ana ${name}`).click()
    await dialog.getByRole('textbox', { name: 'Plan' }).fill('Gold 1500')
    await expect(save).toBeEnabled()
    await dialog.getByRole('textbox', { name: 'Email' }).fill('')
    await page.keyboard.press('Tab')
    await expect(save).toBeDisabled()
    await dialog.getByRole('textbox', { name: 'Email' }).fill('new@example.com')
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: 'Really close?' })
    await question.getByRole('button', { name: 'No', exact: true }).click()
    await expect(question).toBeHidden()
    await page.route('**/api/Application/*', (route) =>
      route.fulfill({ status: 503, json: { code: 'server.busy', message: 'The server is busy' } }),
    )
    await save.click()
    await expect(page.getByText('Edit error The server is busy')).toBeVisible()
    await page.unroute('**/api/Application/*')
    await save.click()
    await expect(page.getByText('Submission Success!')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(row).toContainText('Gold 1500')
    await expect(row).toContainText('new@example.com')

    await row.getByText('Gold 1500').click()
    await page.getByRole('button', { name: 'Notes' }).click()
    const notes = page.getByRole('dialog', { name: /Notes/ })
    await notes.getByRole('textbox', { name: 'New note' }).fill('Pay stubs are here.')
    await notes.getByRole('button', { name: 'Make Note' }).click()
    await expect(notes.getByRole('list', { name: 'Notes' })).toContainText('Pay stubs are here.')
  })
  await test.step('APP-06 APP-14 APP-15 APP-16 APP-17 APP-18 APP-19 statuses are set with their colours and told by the history', async () => {
    const name = uniqueName()
    await createApplication(page, token, { lastName: name, state: 'FL' })
    await createApplication(page, token, { lastName: name, firstName: 'Bea' })
    const table = await openApplications(page, name)
    const row = (first: string) => table.getByRole('row', { name: new RegExp(`${first} ${name}`) })
    const bar = page.getByRole('toolbar', { name: 'Selected rows' })
    const success = page.getByText('Set status success!')
    const choose = (first: string) => page.getByRole('checkbox', { name: `Select ${first} ${name}` }).click()
    await choose('Ana')
    await choose('Bea')
    await expect(bar.getByRole('button', { name: 'Submitted' })).toHaveAttribute(
      'title',
      'Select exactly one application',
    )
    await bar.getByRole('button', { name: 'Assign' }).click()
    const assign = page.getByRole('dialog', { name: 'Assign' })
    await expect(assign.getByRole('button', { name: /^Assign/ })).toBeDisabled()
    await assign.getByRole('combobox', { name: 'Agent' }).click()
    await page.getByRole('listbox').getByRole('option').first().click()
    await expect(assign.getByRole('region', { name: 'What will change' })).toContainText('2 applications')
    await assign.getByRole('button', { name: /^Assign/ }).click()
    await expect(success).toBeVisible()
    await expect(assign).toBeHidden()
    await expect(row('Ana')).toContainText('Assigned')
    await expect(row('Bea').locator('[data-tone="blue"]').first()).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(row('Ana')).toContainText('New')

    await choose('Ana')
    await bar.getByRole('button', { name: 'Submitted' }).click()
    const submitted = page.getByRole('dialog', { name: 'Submitted' })
    await submitted.getByRole('button', { name: 'Set Submitted' }).click()
    await expect(submitted.getByText('Application id is required')).toBeVisible()
    await submitted.getByRole('textbox', { name: 'Marketplace application id' }).fill('5300000001')
    await page.route('**/api/Application/status', (route) =>
      route.fulfill({ status: 503, json: { code: 'server.busy', message: 'The server is busy' } }),
    )
    await submitted.getByRole('button', { name: 'Set Submitted' }).click()
    await expect(page.getByText('Set status error The server is busy')).toBeVisible()
    await page.unroute('**/api/Application/status')
    await submitted.getByRole('button', { name: 'Set Submitted' }).click()
    await expect(submitted).toBeHidden()
    await expect(row('Ana')).toContainText('Submitted')
    await expect(row('Ana').locator('[data-tone="green"]').first()).toBeVisible()

    await choose('Bea')
    await bar.getByRole('button', { name: 'Submitted' }).click()
    await page
      .getByRole('dialog', { name: 'Submitted' })
      .getByRole('link', { name: 'Apply in the Application Wizard' })
      .click()
    await expect(page).toHaveURL(/\/ede\/app\/new\?application=[\da-f-]{36}$/)
    await expect(page.getByLabel('First name', { exact: true })).toHaveValue('Bea')
    await expect(page.getByLabel('Last name', { exact: true })).toHaveValue(name)
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(`${name.toLowerCase()}@example.com`)
    await expect(page.getByLabel('Phone', { exact: true })).toHaveValue(/305.*555.*0142/)
    await page.getByRole('button', { name: 'Start application', exact: true }).click()
    await expect(page).toHaveURL(/\/ede\/app\/[\da-f-]{36}$/)
    await page.getByRole('button', { name: 'Continue to about you', exact: true }).click()
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(`${name.toLowerCase()}@example.com`)
    await openApplications(page, name)

    await choose('Ana')
    await choose('Bea')
    const red = await colorOf(page, '--red-text')
    await expect(bar.getByRole('button', { name: 'Delete' })).toHaveCSS('color', red)
    await expect(bar.getByRole('button', { name: 'Assign' })).not.toHaveCSS('color', red)
    await bar.getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('dialog', { name: 'Delete' })
    await expect(question).toContainText('2 applications')
    await expect(question.getByRole('button', { name: 'Delete' })).toHaveCSS('color', red)
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(question).toBeHidden()
    await expect(row('Bea')).toContainText('Void')
    await expect(row('Ana').locator('[data-tone="red"]').first()).toBeVisible()

    await choose('Ana')
    await bar.getByRole('button', { name: 'History' }).click()
    const history = page.getByRole('list', { name: 'History' })
    for (const entry of ['Status New', 'Status Assigned', 'Status Submitted', 'Status Void', 'Agent '])
      await expect(history).toContainText(entry)
  })
})

test('APP-21 APP-22 APP-23 CONSUMER-11 A-104 consent is requested, read in Spanish, signed once, and listed in the history', async ({
  page,
  signIn,
  browser,
}) => {
  const name = uniqueName()
  const token = await signIn('admin')
  await createApplication(page, token, { lastName: name })
  const table = await openApplications(page, name)
  await page.getByRole('checkbox', { name: `Select Ana ${name}` }).click()
  await page.getByRole('button', { name: 'Send Consent' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send Consent' })
  const send = dialog.getByRole('button', { name: 'Send Consent' })
  await page.route('**/consent', (route) =>
    route.fulfill({ status: 503, json: { code: 'server.busy', message: 'The server is busy' } }),
  )
  await send.click()
  await expect(page.getByText("Coudn't send consent.")).toBeVisible()
  await page.unroute('**/consent')
  await send.click()
  await expect(page.getByText('Consent request sent.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(table).toContainText('Sent ')

  const link = await consentLink(page, token, name)
  expect(link).toMatch(/\/sign\/\?id=[\w-]{43}$/)

  const stranger = await browser.newContext()
  const reader = await stranger.newPage()
  await reader.goto(link)
  await expect(
    reader.getByRole('heading', { level: 1, name: 'Consent to help with your Marketplace application' }),
  ).toBeVisible()
  await reader.getByRole('radio', { name: 'Español' }).check()
  await expect(reader.getByRole('heading', { name: 'Cómo revocarlo' })).toBeVisible()
  await reader.getByRole('button', { name: 'Firmar' }).click()
  await expect(reader.getByText('Marque la casilla para aceptar')).toBeVisible()
  await reader.getByRole('checkbox', { name: /He leído este consentimiento/ }).check()
  await reader.getByRole('textbox', { name: 'Nombre completo' }).fill(`Ana ${name}`)
  await reader.getByRole('button', { name: 'Firmar' }).click()
  await expect(reader.getByText(/Este consentimiento se firmó el \d\d\/\d\d\/\d{4}\./)).toBeVisible()
  await reader.reload()
  await expect(reader.getByText(/Este consentimiento se firmó el \d\d\/\d\d\/\d{4}\./)).toBeVisible()
  await reader.goto('/sign/?id=nothing')
  await expect(reader.getByText('No se encontró la página')).toBeVisible()
  await stranger.close()

  await openApplications(page, name)
  await expect(table).toContainText('Signed ')
  await page.getByRole('checkbox', { name: `Select Ana ${name}` }).click()
  await page.getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('list', { name: 'History' })
  await expect(history).toContainText('Consent signed')
  await history.getByText('What was signed').click()
  await expect(history.getByText(`Yo, Ana ${name}, doy mi permiso`)).toBeVisible()
})

test('ACCESS-14 Direct Enrollment shows for the claim whatever the role, and not without it', async ({ page }) => {
  const { userName } = await signInAsNew(page)
  const section = page.getByRole('navigation', { name: 'Main' }).getByText('Direct Enrollment')
  await page.goto('/portal/')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expect(section).toHaveCount(0)
  for (const claim of ['view.Application', 'admin.Application']) {
    await inDatabase((connection) =>
      connection.query(`update users set roles = '{customer}', claims = array[$2] where user_name = $1`, [
        userName,
        claim,
      ]),
    )
    await page.reload()
    await expect(section).toBeVisible()
  }
})

test('ACCESS-29 an agent without admin.Application takes in, but neither assigns nor deletes', async ({
  page,
  signIn,
}) => {
  const name = uniqueName()
  const token = await signIn('agent')
  await createApplication(page, token, { lastName: name })
  await openApplications(page, name)
  await page.getByRole('checkbox', { name: `Select Ana ${name}` }).click()
  const bar = page.getByRole('toolbar', { name: 'Selected rows' })
  for (const action of ['Assign', 'Delete'])
    await expect(bar.getByRole('button', { name: action })).toHaveAttribute('aria-disabled', 'true')
  const refused = await page.request.post('/api/Application/status', {
    headers: { authorization: `Bearer ${token}` },
    data: { ids: [await createApplication(page, token, { lastName: name })], statusTypeCode: 'VOID' },
  })
  expect(refused.status()).toBe(403)
})

test('the first page of applications names who has them, and no tint of a status lies over the names', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  // Without those that other tests have made today.
  await page.goto(`/portal/mk/applications?tab=internal&createdTo=${dayFromToday(-1).iso}`)
  const table = page.getByRole('grid', { name: 'Applications' })
  await expect(table.getByRole('row').nth(5)).toBeVisible()
  const cellsOf = async (heading: string) => {
    const place = await table
      .getByRole('columnheader', { name: heading, exact: true })
      .evaluate((header) => (header instanceof HTMLTableCellElement ? header.cellIndex : -1))
    return table.locator(`tbody tr > :nth-child(${place + 1})`)
  }
  const rows = await table.locator('tbody tr').all()
  const agents = await (await cellsOf('Assigned to')).allTextContents()
  expect(agents.filter((agent) => /\p{L}/u.test(agent)).length).toBeGreaterThan(rows.length / 4)
  const backgrounds = await (await cellsOf('Name')).evaluateAll((cells) =>
    cells.map((cell) => getComputedStyle(cell).backgroundColor),
  )
  expect(backgrounds).toHaveLength(rows.length)
  const statuses = await Promise.all(rows.map((row) => row.textContent()))
  expect(new Set(statuses.map((text) => /New|Submitted|Void/.exec(text ?? '')?.[0])).size).toBeGreaterThan(1)
  expect(new Set(backgrounds).size).toBe(1)
})
