import { agencyDay } from '../../support/agency-day.ts'
import { dayFromToday, typeDate } from '../../support/records/agent-records.ts'
import { choose, makeLeads, openLeads, uniqueName } from '../../support/records/lead-records.ts'
import { signInAsNew } from '../../support/records/own-user.ts'
import { showAt } from '../../support/screens.ts'
import { endAtServer, typeLogin } from '../../support/sign-in.ts'
import { expect, test, userNameOf } from '../../support/test-fixtures.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('SHELL-23 LEAD-01 LEAD-02 LEAD-03 LEAD-04 LEAD-05 CONST-02 CONST-14 the list shows its columns, filters reduce it, and phone and row are copied', async ({
  page,
  signIn,
}) => {
  const name = uniqueName()
  const born = Number(dayFromToday(0).iso.slice(0, 4)) - 40
  await makeLeads(name, [
    {
      firstName: 'Ana',
      phone: '3055550142',
      dob: `${born}-01-01`,
      plan: 'Ambetter Essential Care: Balanced Silver with Virtual PCP',
    },
    { firstName: 'Bea', phone: '7865550199' },
  ])
  await signIn('admin')
  await page.goto('/portal/dashboard')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Leads' }).click()
  await expect(page).toHaveURL(/\/portal\/leads/)
  const table = page.getByRole('grid', { name: 'Leads' })
  for (const heading of [
    'Assigned to',
    'Phone',
    'Name',
    'Date of birth',
    'Age',
    'Address',
    'ZIP code',
    'Plan',
    'Status',
    'Status date',
  ])
    await expect(table.getByRole('columnheader', { name: heading, exact: true })).toBeVisible()
  const size = page.getByRole('combobox', { name: 'Rows' })
  await expect(size.getByRole('option')).toHaveText(['10', '50', '100'])
  await expect(size).toHaveValue('10')
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await expect(table.getByRole('row')).toHaveCount(3)
  await expect(table.getByRole('row', { name: /Ana/ })).toContainText('(305) 555-0142')
  await expect(table.getByRole('row', { name: /Ana/ }).getByRole('gridcell', { name: '40', exact: true })).toBeVisible()
  await expect(table.getByText('Ambetter Essential Care: Balan…', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: `Copy the phone of Ana ${name}` }).click()
  await expect(page.getByText('Phone copied!')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('(305) 555-0142')
  await page.getByRole('button', { name: `Copy the row of Ana ${name}` }).click()
  await expect(page.getByText('Row copied!')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `Ana ${name}\t\t(305) 555-0142\t\t\t01/01/${born}\t40\t12 Palm St, Miami, FL\t33101\tAmbetter Essential Care: Balanced Silver with Virtual PCP`,
  )
  await page.getByRole('textbox', { name: 'Phone' }).fill('(786) 555')
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(table).toContainText('Bea')
})

test('LEAD-06 LEAD-07 LEAD-08 LEAD-09 LEAD-10 P-74 a lead is worked on and edited', async ({ page, signIn }) => {
  const token = await signIn('admin')
  await test.step('LEAD-06 LEAD-07 LEAD-08 a disposition is set by keyboard, and cleared only after Yes', async () => {
    const name = uniqueName()
    await makeLeads(name, [{ firstName: 'Ana' }])
    const table = await openLeads(page, name)
    await table.focus()
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Set Disposition' }).click()
    const dialog = page.getByRole('dialog', { name: /Set Disposition/ })
    await dialog.getByRole('combobox', { name: 'Disposition' }).fill('Call')
    await expect(page.getByRole('option', { name: 'Call Back', exact: true })).toBeVisible()
    // The first Enter takes the match, the second submits.
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    const row = table.getByRole('row', { name: new RegExp(name) })
    await expect(row).toContainText('Call Back')
    // A second call is another attempt.
    await page.getByRole('button', { name: 'Set Disposition' }).click()
    await dialog.getByRole('combobox', { name: 'Disposition' }).fill('Call')
    await expect(page.getByRole('option', { name: 'Call Back', exact: true })).toBeVisible()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(row).toContainText(/\d\d\/\d\d\/\d{4}/)
    const ask = async () => {
      await page.getByRole('button', { name: 'Clear Disposition' }).click()
      await expect(page.getByText('Really clear disposition?')).toBeVisible()
    }
    await ask()
    await page.getByRole('button', { name: 'No', exact: true }).click()
    await expect(row).toContainText('Call Back')
    await ask()
    const sent = page.waitForRequest(/\/disposition$/)
    await page.getByRole('button', { name: 'Yes', exact: true }).click()
    expect((await sent).postDataJSON()).toMatchObject({ statusId: '' })
    await expect(row).not.toContainText('Call Back')
    // The toast appears above the action bar, not over it.
    const notifications = page.getByRole('region', { name: 'Notifications' })
    await expect(notifications.getByRole('status').first()).toBeVisible()
    const [news, bar] = [
      await notifications.boundingBox(),
      await page.getByRole('toolbar', { name: 'Selected rows' }).boundingBox(),
    ]
    expect((news?.y ?? 0) + (news?.height ?? 0)).toBeLessThan(bar?.y ?? 0)
    await page.getByRole('button', { name: 'History' }).click()
    await expect(page.getByRole('list', { name: 'History' })).toContainText('Disposition cleared')
  })
  await test.step('LEAD-06 a disposition takes a note and a day to follow up, which is not past', async () => {
    const name = uniqueName()
    await makeLeads(name, [{ firstName: 'Ana' }])
    await openLeads(page, name)
    await choose(page, `Ana ${name}`)
    await page.getByRole('button', { name: 'Set Disposition' }).click()
    const dialog = page.getByRole('dialog', { name: /Set Disposition/ })
    await dialog.getByRole('combobox', { name: 'Disposition' }).click()
    await page.getByRole('option', { name: 'Call Back', exact: true }).click()
    await dialog.getByRole('textbox', { name: 'Note' }).fill('After work')
    const day = dialog.getByRole('textbox', { name: 'Follow up on' })
    await typeDate(day, '01/02/2026')
    await dialog.getByRole('button', { name: 'Set Disposition' }).click()
    await expect(dialog).toContainText('This day is past. Choose today or a later day.')
    await typeDate(day, agencyDay())
    await dialog.getByRole('button', { name: 'Set Disposition' }).click()
    await expect(dialog).toBeHidden()
    await page.goto('/portal')
    const due = page.getByRole('listitem').filter({ hasText: `Ana ${name}` })
    await expect(due).toContainText('After work')
    await due.getByRole('button', { name: /^Mark the follow-up with/ }).click()
    await expect(due).toBeHidden()
  })
  await test.step('LEAD-09 LEAD-10 P-74 an edit is saved, and a conflicting one says Edit error and shows both versions', async () => {
    const name = uniqueName()
    const [id] = await makeLeads(name, [{ firstName: 'Ana' }])
    const table = await openLeads(page, name)
    await table.getByText(`Ana ${name}`).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Lead' })
    await dialog.getByRole('textbox', { name: 'City' }).fill('Hialeah')
    await dialog.getByRole('button', { name: 'Save lead' }).click()
    await expect(page.getByText('Edit success!')).toBeVisible()
    await expect(table).toContainText('12 Palm St, Hialeah, FL')

    await table.getByText(`Ana ${name}`).click()
    await dialog.getByRole('textbox', { name: 'City' }).fill('Doral')
    const headers = { authorization: `Bearer ${token}` }
    const lead = await (await page.request.get(`/api/Lead/${id}`, { headers })).json()
    const { version, firstName, middleName, lastName } = lead
    const edited = { version, firstName, middleName, lastName, dob: '', sex: '', phone: '', address: '12 Palm St' }
    const more = { city: 'Miami Beach', state: 'FL', zipCode: '33139', plan: '' }
    const other = await page.request.put(`/api/Lead/${id}`, { headers, data: { ...edited, ...more } })
    expect(other.status(), await other.text()).toBe(200)
    await dialog.getByRole('button', { name: 'Save lead' }).click()
    await expect(page.getByText('Edit error', { exact: true })).toBeVisible()
    await expect(dialog.getByRole('group', { name: 'City' })).toContainText('Miami Beach')
    await expect(dialog.getByRole('textbox', { name: 'ZIP code' })).toHaveValue('33139')
    await dialog.getByRole('radio', { name: /Keep mine/ }).check()
    await dialog.getByRole('button', { name: 'Save lead' }).click()
    await expect(dialog).toBeHidden()
    await expect(table).toContainText('12 Palm St, Doral, FL')
  })
})

test('LEAD-11 LEAD-13 LEAD-14 P-28 leads are loaded and assigned', async ({ page, signIn }) => {
  await signIn('admin')
  await test.step('LEAD-11 LEAD-13 LEAD-14 a file is looked at, loaded and taken back, and one without its columns is refused', async () => {
    const number = uniqueName()
    await page.goto('/portal/leads')
    await page.getByRole('button', { name: 'Upload' }).click()
    const dialog = page.getByRole('dialog', { name: 'Upload leads' })
    const choose = (text: string) =>
      dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'leads.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await choose('FFMApplicationID,Zip\nA,1\n')
    await expect(page.getByText('Failed to process CSV')).toBeVisible()
    await expect(dialog).toContainText('Required columns are missing: State')
    await choose('FFMApplicationID,State\n')
    await expect(dialog).toContainText('The file has headings and no rows')
    await expect(page.getByText('Failed to process CSV')).toHaveCount(1)
    await choose(
      `FFMApplicationID,State\n${Array.from({ length: 101 }, (_, at) => `${number}-${at},Nowhere\n`).join('')}`,
    )
    await expect(dialog).toContainText('The first 100 refused rows:')
    await choose(`FFMApplicationID,State\n${number}-1,TX\n${number}-2,Nowhere\n${number}-1,FL\n`)
    await expect(dialog.getByRole('list', { name: 'Refused rows' })).toContainText('Line 3')
    // The refusal of the file before would contradict what is read now.
    await expect(page.getByText('Failed to process CSV')).toBeHidden()
    // The figures add up to the rows of the file.
    await expect(dialog).toContainText('3 rows')
    await expect(dialog.getByRole('status').first()).toHaveText(
      '1 new, 0 changed, 0 unchanged, 1 refused, 1 repeated (the last row counts).',
    )
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Leads', exact: true })
    await expect(link).toHaveText(/^Leads[\d,]+$/)
    const counted = (await link.textContent()) ?? ''
    await dialog.getByRole('button', { name: 'Load 1 lead' }).click()
    await expect(page.getByText('Successfully processed CSV')).toBeVisible()
    await expect(link).not.toHaveText(counted, { timeout: 10_000 })
    const table = page.getByRole('grid', { name: 'Leads' })
    await expect(table).toContainText(`Application ${number}-1`)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(page.getByText('Upload undone')).toBeVisible()
    await expect(table).not.toContainText(`Application ${number}-1`)
  })
  await test.step('P-28 leads are assigned in bulk after a preview, and taken back from the toast and from the list', async () => {
    const name = uniqueName()
    await makeLeads(name, [{ firstName: 'Ana' }, { firstName: 'Bea' }, { firstName: 'Cleo', state: 'NY' }])
    const table = await openLeads(page, name)
    for (const first of ['Ana', 'Bea', 'Cleo']) await choose(page, `${first} ${name}`)
    const assign = async () => {
      await page.getByRole('button', { name: 'Assign', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Assign leads' })
      await dialog.getByRole('combobox', { name: 'Agent' }).click()
      await page.getByRole('listbox').getByRole('option').nth(1).click()
      await expect(dialog.getByRole('region', { name: 'What will change' })).toContainText('3 leads')
      await expect(dialog).toContainText('No health license in New York (1 lead)')
      await dialog.getByRole('button', { name: 'Assign 3 leads' }).click()
      await expect(dialog).toBeHidden()
    }
    await assign()
    await expect(page.getByText(/^3 leads assigned to/)).toBeVisible()
    const agentOf = table.getByRole('row', { name: /Ana/ }).getByRole('gridcell').nth(2)
    await expect(agentOf).not.toHaveText('-')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(page.getByText(/^Undone: 3 leads assigned to/)).toBeVisible()
    await expect(agentOf).toHaveText('-')

    for (const first of ['Ana', 'Bea', 'Cleo']) await choose(page, `${first} ${name}`)
    await assign()
    await page.getByRole('button', { name: 'Bulk changes' }).click()
    const recent = page.getByRole('dialog', { name: 'Recent bulk changes' })
    await recent
      .getByRole('button', { name: /^Undo: 3 leads assigned to/ })
      .first()
      .click()
    await expect(recent.getByRole('listitem').first()).toContainText('undone by')
  })
})

test('ACCESS-12 LEAD-11 an agent with view.Lead has Leads in the sidebar, and no upload', async ({ page, signIn }) => {
  await signIn('agent')
  await page.goto('/portal/dashboard')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Leads' }).click()
  await expect(page.getByRole('grid', { name: 'Leads' }).getByRole('row').nth(1)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Upload' })).toHaveCount(0)
})

test('ACCESS-12 ACCESS-28 without the claim Leads are in no sidebar, and their typed address shows none of them', async ({
  page,
}) => {
  await signInAsNew(page)
  await page.goto('/portal/leads')
  await expect(page).toHaveURL(/\/portal\/error\?error=insufficient_permissions/)
  await expect(page.getByRole('grid', { name: 'Leads' })).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Leads' })).toHaveCount(0)
})

test('A lead who calls in is typed, and the list shows it', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/portal/leads')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'New Lead' })
  await dialog.getByRole('button', { name: 'Add lead' }).click()
  await expect(dialog.getByText('Enter a first or last name')).toBeVisible()
  const last = uniqueName()
  await dialog.getByLabel('First name').fill('Iris')
  await dialog.getByLabel('Last name').fill(last)
  await typeDate(dialog.getByRole('textbox', { name: 'Date of birth' }), '03/14/1988')
  await dialog.getByLabel('Phone').pressSequentially('3055550142')
  await dialog.getByLabel('ZIP code').pressSequentially('33101')
  await expect(dialog.getByLabel('State')).toHaveValue('Florida')
  await dialog.getByRole('button', { name: 'Add lead' }).click()
  await expect(page.getByText('Lead added.')).toBeVisible()
  const row = page.getByRole('grid', { name: 'Leads' }).getByRole('row', { name: new RegExp(last) })
  await expect(row).toContainText('(305) 555-0142')
  await expect(row).toContainText('03/14/1988')
})

test('a lead is called from its row, and on a phone from its form; one with Do Not Call is not', async ({
  page,
  signIn,
}) => {
  await signIn('agent')
  const last = uniqueName()
  // Do Not Call holds for all leads with the number.
  const phone = `786${String(Date.now() + Math.floor(Math.random() * 1e6)).slice(-7)}`
  await page.goto('/portal/leads')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  const created = page.getByRole('dialog', { name: 'New Lead' })
  await created.getByLabel('Last name').fill(last)
  await created.getByLabel('Phone').pressSequentially(phone)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Lead added.')).toBeVisible()
  const table = await openLeads(page, last)
  await expect(table.getByRole('link', { name: `Call ${last}` })).toHaveAttribute('href', `tel:+1${phone}`)
  await showAt(page, 390)
  await page.getByRole('button', { name: new RegExp(`^${last}`) }).click()
  const form = page.getByRole('dialog', { name: 'Edit Lead' })
  const call = form.getByRole('link', { name: /^Call \(786\)/ })
  await expect(call).toHaveAttribute('href', `tel:+1${phone}`)
  await form.getByRole('button', { name: 'Cancel' }).click()
  await showAt(page, 1440)
  await choose(page, last)
  await page.getByRole('button', { name: 'Set Disposition' }).click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Disposition' }).fill('Do Not')
  await expect(page.getByRole('option', { name: 'Do Not Call', exact: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(table.getByRole('img', { name: /^This number asked not to be called/ })).toBeVisible()
  await expect(table.getByRole('link', { name: `Call ${last}` })).toHaveCount(0)
  await table.getByText(last, { exact: true }).click()
  await expect(form.getByText(/^Call \(786\).*This number asked not to be called/)).toBeVisible()
  await expect(call).toHaveCount(0)
})

test('P-85 the note of a disposition survives the end of the session', async ({ page, signIn }) => {
  await signIn('admin')
  const name = uniqueName()
  await makeLeads(name, [{ firstName: 'Ana' }])
  await openLeads(page, name)
  await choose(page, `Ana ${name}`)
  await page.getByRole('button', { name: 'Set Disposition' }).click()
  const dialog = page.getByRole('dialog', { name: /Set Disposition/ })
  const note = dialog.getByRole('textbox', { name: 'Note' })
  await note.fill('Call on Friday')
  await endAtServer(userNameOf('admin'), 'expired')
  await expect(page).toHaveURL('/login')
  await typeLogin(page, userNameOf('admin'))
  await expect(page).toHaveURL(/\/portal\/leads/)
  await choose(page, `Ana ${name}`)
  await page.getByRole('button', { name: 'Set Disposition' }).click()
  await expect(note).toHaveValue('Call on Friday')
})

test('P-85 the follow-up day of a note survives the end of the session with its text', async ({ page, signIn }) => {
  await signIn('admin')
  const name = uniqueName()
  await makeLeads(name, [{ firstName: 'Ana' }])
  await openLeads(page, name)
  await choose(page, `Ana ${name}`)
  await page.getByRole('button', { name: 'Notes' }).click()
  const dialog = page.getByRole('dialog', { name: /Notes/ })
  await dialog.getByRole('textbox', { name: 'New note' }).pressSequentially('Wants a silver plan')
  await dialog.getByRole('textbox', { name: 'Follow up on' }).click()
  await page.keyboard.type('01152027')
  await endAtServer(userNameOf('admin'), 'expired')
  await expect(page).toHaveURL('/login')
  await typeLogin(page, userNameOf('admin'))
  await expect(page).toHaveURL(/\/portal\/leads/)
  await choose(page, `Ana ${name}`)
  await page.getByRole('button', { name: 'Notes' }).click()
  await expect(dialog.getByRole('textbox', { name: 'New note' })).toHaveValue('Wants a silver plan')
  await expect(dialog.getByRole('textbox', { name: 'Follow up on' })).toHaveValue('01/15/2027')
})

test('the actions on a selected lead are all inside the screen, at the width of a desktop and of a tablet', async ({
  page,
  signIn,
}) => {
  const name = uniqueName()
  await makeLeads(name, [{ firstName: 'Ana', phone: '3055550142' }])
  await signIn('admin')
  await openLeads(page, name)
  const bar = page.getByRole('toolbar', { name: 'Selected rows' })
  for (const width of [1440, 900]) {
    await page.setViewportSize({ width, height: 900 })
    await page.getByRole('checkbox', { name: `Select Ana ${name}` }).check()
    await expect(bar.getByRole('button', { name: 'Copy row' })).toBeVisible()
    for (const button of await bar.getByRole('button').all()) await expect(button).toBeInViewport({ ratio: 1 })
    await bar.getByRole('button', { name: 'Clear the selection' }).click()
  }
})
