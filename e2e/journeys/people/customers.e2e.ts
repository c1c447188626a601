import type { Page } from '@playwright/test'
import { changeCustomer, makeCustomer, uniqueName } from '../../support/records/customer-records.ts'
import { makeCustomerActivity } from '../../support/records/make-customer-activity.ts'
import { navigate } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

const grid = (page: Page) => page.getByRole('grid', { name: 'Customers' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const toast = (page: Page, text: string) => page.getByText(text, { exact: true })

async function openCustomers(page: Page, query = ''): Promise<void> {
  await page.goto(`/portal/customerManage${query}`)
  await expect(grid(page)).toHaveAttribute('aria-busy', 'false')
}

test('SHELL-19 CUST-01 CUST-02 CUST-03 CUST-04 the list, and whom a customer may be given to', async ({
  page,
  signIn,
}) => {
  const token = await signIn('admin')
  await test.step('SHELL-19 CUST-01 CUST-02 CUST-03 CUST-04 the list: its columns and filters, and a row that is selected and let go', async () => {
    const { lastName, email } = await makeCustomer(page, token)
    await openCustomers(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible()
    for (const header of ['Full name', 'Email', 'Phone', 'DOB', 'Sex', 'Status', 'Speaks', 'Mailing', 'US Citizen'])
      await expect(grid(page).getByRole('columnheader', { name: header })).toBeVisible()
    await expect(grid(page).getByRole('columnheader', { name: /^id$/i })).toHaveCount(0)

    const filters = page.getByRole('search', { name: 'Filters' })
    await filters.getByRole('textbox', { name: 'Name' }).fill(lastName)
    await filters.getByRole('textbox', { name: 'Email' }).fill(email.slice(0, 8))
    await filters.getByRole('textbox', { name: 'Phone' }).fill('(305) 555')
    const row = grid(page).getByRole('row').filter({ hasText: lastName })
    await expect(row).toHaveCount(1)
    await expect(grid(page).getByRole('row')).toHaveCount(2)
    for (const text of [
      `Ana ${lastName}`,
      email,
      '(305) 555-0142',
      '04/17/1986',
      'F',
      'New',
      'Spanish',
      'English',
      'YES',
    ])
      await expect(row).toContainText(text)

    for (const name of ['Edit', 'Notes', 'Change Status']) await expect(button(page, name)).toBeDisabled()
    await row.getByText(`Ana ${lastName}`).click()
    await expect(row).toHaveAttribute('aria-selected', 'true')
    for (const name of ['Edit', 'Notes', 'Change Status']) await expect(button(page, name)).toBeEnabled()
    await row.getByText(email).click()
    await expect(row).toHaveAttribute('aria-selected', 'false')
    for (const name of ['Edit', 'Notes', 'Change Status']) await expect(button(page, name)).toBeDisabled()

    await page.getByRole('button', { name: 'Clear Filters' }).first().click()
    await expect(page).toHaveURL('/portal/customerManage')
    await expect(grid(page).getByRole('row')).not.toHaveCount(2)
  })
  await test.step('a warning appears before assigning a customer to an agent who may not sell', async () => {
    await openCustomers(page)
    await button(page, 'New').click()
    const dialog = page.getByRole('dialog', { name: 'New customer' })
    await dialog.getByLabel('Agent').fill('Cantú')
    await page.getByRole('option', { name: /Margarita Cantú/ }).click()
    await expect(dialog.getByText('The agent is not active (Inactive).')).toBeVisible()
    await dialog.getByLabel('Agent').fill('Vance')
    await page.getByRole('option', { name: /Aaron Vance/ }).click()
    await expect(dialog.getByText('The agent is not active (Inactive).')).toBeHidden()
  })
})

test('CUST-05 CUST-07 CUST-09 CUST-10 CUST-11 CUST-12 CUST-13 CUST-14 MSG-10 a customer is created and changed in the form', async ({
  page,
  signIn,
}) => {
  await signIn('agent')
  await openCustomers(page)
  const lastName = uniqueName('Santamaría')
  await button(page, 'New').click()
  const dialog = page.getByRole('dialog', { name: 'New customer' })
  const create = dialog.getByRole('button', { name: 'Create customer' })
  await expect(create).toBeDisabled()
  await dialog.getByLabel('First name').fill('Guillermo')
  await dialog.getByLabel('Last name').fill(lastName)
  await dialog.getByLabel('Phone').fill('305555')
  await dialog.getByRole('textbox', { name: 'Date of birth' }).fill('01/01/2999')
  await dialog.getByLabel('Email').fill('no-email')
  await dialog.getByLabel('Email').press('Enter')
  await expect(toast(page, 'Validation form errors!')).toBeVisible()
  for (const sentence of ['Not a Phone', 'Not later than today', 'Must be valid email', 'Sex is required'])
    await expect(dialog.getByText(sentence)).toBeVisible()
  await expect(create).toBeDisabled()
  await dialog.getByLabel('Phone').fill('3055550199')
  await dialog.getByRole('textbox', { name: 'Date of birth' }).fill('02/28/1988')
  await dialog.getByLabel('Email').fill('g.santamaria@example.com')
  await dialog.getByText('Male', { exact: true }).click()
  await dialog.getByText('NO', { exact: true }).click()
  await expect(create).toBeEnabled()
  await create.click()
  await expect(toast(page, 'New Customer created successfully!')).toBeVisible()
  const row = grid(page).getByRole('row').filter({ hasText: lastName })
  await expect(row).toContainText('(305) 555-0199')
  await expect(row).toContainText('NO')
  await expect(row).toHaveAttribute('aria-selected', 'true')

  await button(page, 'Edit').click()
  const edit = page.getByRole('dialog', { name: 'Edit customer' })
  const update = edit.getByRole('button', { name: 'Update customer' })
  await expect(edit.getByLabel('Last name')).toHaveValue(lastName)
  await expect(update).toBeDisabled()
  await edit.getByLabel('First name').fill('Willy')
  await page.route('**/api/Customer/*', (route) => route.fulfill({ status: 503, json: { message: 'Not just now' } }))
  await update.click()
  await expect(toast(page, 'Error saving changes Not just now')).toBeVisible()
  await expect(edit.getByLabel('First name')).toHaveValue('Willy')
  await page.unroute('**/api/Customer/*')
  await update.click()
  await expect(toast(page, 'Changes saved successfully!')).toBeVisible()
  await expect(edit).toHaveCount(0)
  await expect(row).toContainText(`Willy ${lastName}`)
})

test('who types a customer a second time reads at once that both may be the same', async ({ page, signIn }) => {
  await signIn('agent')
  const lastName = uniqueName('Doblado')
  const dialog = page.getByRole('dialog', { name: 'New customer' })
  for (const email of ['a', 'b']) {
    await openCustomers(page)
    await button(page, 'New').click()
    await dialog.getByLabel('First name').fill('Teodora')
    await dialog.getByLabel('Last name').fill(lastName)
    await dialog.getByRole('textbox', { name: 'Date of birth' }).fill('02/28/1988')
    await dialog.getByLabel('Phone').fill('3055550131')
    await dialog.getByLabel('Email').fill(`${email}.${lastName.toLowerCase().replace(' ', '.')}@example.com`)
    await dialog.getByText('Female', { exact: true }).click()
    await dialog.getByText('NO', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Create customer' }).click()
    await expect(dialog).toHaveCount(0)
  }
  await expect(page.getByText(`May be the same as Teodora ${lastName}`)).toBeVisible()
})

test('CUST-15 CUST-16 CUST-17 P-74 a status with its history, and a conflicting edit by another user', async ({
  page,
  signIn,
}) => {
  const token = await signIn('admin')
  await test.step('CUST-15 CUST-16 CUST-17 the status changes with a comment, and its history tells when and by whom', async () => {
    const { id, lastName } = await makeCustomer(page, token)
    await openCustomers(page, `?fullName=${lastName}`)
    const row = grid(page).getByRole('row').filter({ hasText: lastName })
    await row.click()
    await button(page, 'Change Status').click()
    const dialog = page.getByRole('dialog', { name: 'Change Status' })
    await dialog.getByRole('button', { name: 'Change Status' }).click()
    await expect(dialog.getByText('Status is required')).toBeVisible()
    await expect(dialog.getByText('Comment is required')).toBeVisible()
    await dialog.getByLabel('New status').click()
    await page.getByRole('option', { name: 'Contacted' }).click()
    await dialog.getByLabel('Comment').fill('Called, wants a silver plan')
    await dialog.getByRole('button', { name: 'Change Status' }).click()
    await expect(toast(page, 'Status changed successfully!')).toBeVisible()
    await expect(row).toContainText('Contacted')

    await navigate(page, `/portal/customerManage?fullName=${lastName}&dialog=history&customer=${id}`)
    const history = page.getByRole('dialog', { name: /^History of/ }).getByRole('list', { name: 'History' })
    await expect(history.getByRole('listitem').first()).toContainText('Called, wants a silver plan')
    await expect(history.getByRole('listitem').first()).toContainText(/New.*Contacted/)
    await expect(history.getByRole('listitem')).toHaveCount(3)
  })
  await test.step('P-74 who edits what another user just saved keeps the input, sees who changed what, and chooses', async () => {
    const { id, lastName } = await makeCustomer(page, token)
    await navigate(page, `/portal/customerManage?fullName=${lastName}&dialog=edit&customer=${id}`)
    const dialog = page.getByRole('dialog', { name: 'Edit customer' })
    await expect(dialog.getByLabel('First name')).toHaveValue('Ana')
    await dialog.getByLabel('First name').fill('Anita')
    await dialog.getByLabel('Middle name').fill('Lucía')
    await changeCustomer(page, token, id, { firstName: 'Annabel', email: 'other@example.com' })
    const save = dialog.getByRole('button', { name: 'Update customer' })
    await save.click()
    const news = dialog.getByRole('alert', { name: 'Changed by someone else' })
    await expect(news).toContainText('changed this customer on')
    await expect(news).toContainText('First name Ana → Annabel')
    await expect(dialog.getByLabel('Email')).toHaveValue('other@example.com')
    await expect(dialog.getByLabel('Middle name')).toHaveValue('Lucía')
    await expect(dialog.getByLabel('First name')).toHaveValue('Anita')
    await news.getByRole('radio', { name: 'Take theirs Annabel' }).check()
    await expect(dialog.getByLabel('First name')).toHaveValue('Annabel')
    await save.click()
    await expect(toast(page, 'Changes saved successfully!')).toBeVisible()
    await expect(grid(page).getByRole('row').filter({ hasText: lastName })).toContainText(`Annabel Lucía ${lastName}`)
  })
})

test('CUST-17 the page of a customer: opened by Enter, all that is known on one timeline, the next step near', async ({
  page,
  signIn,
}) => {
  const token = await signIn('admin')
  const { data } = await (
    await page.request.get('/api/Policies?pageSize=500&status=Active', {
      headers: { authorization: `Bearer ${token}` },
    })
  ).json()
  // One of the demo: other tests enroll and load people who share names.
  const policy = data.find(({ policyNumber }: { policyNumber: string }) => /^[HU]\d{8}$/.test(policyNumber))
  const detail = await (
    await page.request.get(`/api/Policies/detail/${policy.id}`, { headers: { authorization: `Bearer ${token}` } })
  ).json()
  const email = `${uniqueName('mail').replace(' ', '-')}@example.com`
  // Not the number of other tests' records: for a while it must not be called.
  const phone = `786555${String(Math.floor(Math.random() * 10_000)).padStart(4, '0')}`
  const { id } = await makeCustomer(page, token, {
    firstName: policy.firstName,
    lastName: policy.lastName,
    dob: detail.dob,
    email,
    phone,
  })
  await makeCustomerActivity({ id, lastName: policy.lastName, email, phone })
  await openCustomers(page, `?email=${email}`)
  await grid(page).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/portal/customerManage/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: `${policy.firstName} ${policy.lastName}` })).toBeVisible()
  const policies = page.getByRole('region', { name: /^Policies/ })
  await expect(policies.getByRole('link', { name: policy.policyNumber })).toBeVisible()
  await expect(policies.getByRole('listitem').filter({ hasText: policy.policyNumber })).toContainText(
    'same name and date of birth',
  )
  const line = page.getByRole('list', { name: 'Timeline' })
  await expect(line).toContainText('Coverage began')
  await expect(line).toContainText('Became a customer')
  const entry = (text: string) => line.getByRole('listitem').filter({ hasText: text })
  await expect(entry(`Called (786) 555-${phone.slice(6)}`)).toContainText('Wants to pay by card')
  await expect(entry('Text message received')).toContainText('Did my payment arrive?')
  await expect(entry('Unpaid in 11/2026')).toContainText('Pending')

  await button(page, 'Notes').click()
  const notes = page.getByRole('dialog', { name: /^Notes/ })
  await notes.getByRole('textbox', { name: 'New note' }).fill('Prefers to be called after 5')
  await notes.getByRole('button', { name: 'Make Note' }).click()
  await expect(notes.getByRole('list', { name: 'Notes' })).toContainText('Prefers to be called after 5')
  await page.keyboard.press('Escape')
  await expect(line).toContainText('Prefers to be called after 5')
  const only = page.getByRole('toolbar', { name: 'Show only' })
  await only.getByRole('button', { name: /^Notes/ }).click()
  await expect(line).not.toContainText('Coverage began')
  await expect(line.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Show all' }).click()

  await page.keyboard.press('w')
  const methods = page.getByRole('dialog', { name: 'Contact methods' })
  await expect(methods.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
  await methods.getByRole('button', { name: 'Add address' }).click()
  await methods.getByRole('textbox', { name: 'Address' }).fill('12 Palm Ave')
  await changeCustomer(page, token, id, { middleName: 'Luz' })
  await methods.getByRole('button', { name: 'Update customer' }).click()
  // Another user saved first: the input stays and overwrites their change.
  await expect(methods.getByText('Your changes are still in the form. Save again.')).toBeVisible()
  await methods.getByRole('button', { name: 'Update customer' }).click()
  await expect(page.getByText('Changes saved successfully!')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Contact methods' })).toContainText('12 Palm Ave')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Luz')

  await expect(page.getByRole('main').getByRole('link', { name: 'Call' })).toHaveAttribute('href', `tel:+1${phone}`)
  await button(page, 'Change Status').click()
  const dialog = page.getByRole('dialog', { name: 'Change Status' })
  await dialog.getByLabel('New status').click()
  await page.getByRole('option', { name: 'Do Not Contact' }).click()
  await dialog.getByLabel('Comment').fill('Asked not to be called')
  await dialog.getByRole('button', { name: 'Change Status' }).click()
  await expect(page.getByText('Do not contact.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Call' })).toHaveCount(0)
  const number = page.getByRole('region', { name: 'Contact methods' }).locator(`a[href="tel:+1${phone}"]`)
  await expect(number).toHaveCount(0)
  await expect(line).toContainText('Asked not to be called')

  await button(page, 'Change Status').click()
  await dialog.getByLabel('New status').click()
  await page.getByRole('option', { name: 'Active', exact: true }).click()
  await dialog.getByLabel('Comment').fill('Asked us to call again')
  await dialog.getByRole('button', { name: 'Change Status' }).click()
  await expect(page.getByRole('main').getByRole('link', { name: 'Call' })).toHaveAttribute('href', `tel:+1${phone}`)
  await expect(number).toHaveCount(1)
})

test('P-28 CUST-15 several customers are given to an agent and get a status after a preview, and both are taken back', async ({
  page,
  signIn,
}) => {
  const token = await signIn('admin')
  const family = uniqueName()
  const named = { lastName: family, agentId: null }
  for (const firstName of ['Ana', 'Bea']) await makeCustomer(page, token, { ...named, firstName })
  await openCustomers(page, `?fullName=${family}`)
  const choose = async () => {
    for (const firstName of ['Ana', 'Bea'])
      await grid(page)
        .getByRole('checkbox', { name: `Select ${firstName} ${family}` })
        .check()
  }
  await choose()
  for (const name of ['Edit', 'Notes']) await expect(button(page, name)).toBeDisabled()
  await page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'Assign' }).click()
  const assign = page.getByRole('dialog', { name: 'Assign customers' })
  await assign.getByRole('combobox', { name: 'Agent' }).click()
  await page.getByRole('listbox').getByRole('option').nth(1).click()
  const effect = assign.getByRole('region', { name: 'What will change' })
  await expect(effect).toContainText('2 customers')
  await effect.getByText('Show each record').click()
  await expect(effect.getByRole('listitem').filter({ hasText: `Bea ${family}` })).toContainText('Unassigned')
  await assign.getByRole('button', { name: 'Assign 2 customers' }).click()
  await expect(page.getByText(/^2 customers assigned to/)).toBeVisible()
  await button(page, 'Undo').click()
  await expect(page.getByText(/^Undone: 2 customers assigned to/)).toBeVisible()

  await choose()
  await button(page, 'Change Status').click()
  const status = page.getByRole('dialog', { name: 'Change Status' })
  await status.getByRole('combobox', { name: 'New status' }).click()
  await page.getByRole('option', { name: 'Contacted' }).click()
  const change = status.getByRole('button', { name: 'Change the status of 2 customers' })
  await change.click()
  await expect(status.getByText('Comment is required')).toBeVisible()
  await status.getByLabel('Comment').fill('Called before open enrolment')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Really close?' }).getByRole('button', { name: 'No' }).click()
  await change.click()
  await expect(page.getByText('Status of 2 customers set to Contacted')).toBeVisible()
  const rows = grid(page).getByRole('row').filter({ hasText: family })
  for (const place of [0, 1]) await expect(rows.nth(place)).toContainText('Contacted')
  await button(page, 'Bulk changes').click()
  const recent = page.getByRole('dialog', { name: 'Recent bulk changes' })
  await recent
    .getByRole('button', { name: /^Undo: Status of 2 customers/ })
    .first()
    .click()
  await expect(recent.getByRole('listitem').first()).toContainText('undone by')
  for (const place of [0, 1]) await expect(rows.nth(place)).toContainText('New')
})
