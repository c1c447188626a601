import { makeCustomer } from '../../support/records/customer-records.ts'
import { makeLeads, openLeads, uniqueName } from '../../support/records/lead-records.ts'
import { makeApplications } from '../../support/records/marketplace-records.ts'
import { expect, test } from '../../support/test-fixtures.ts'

test('PROFILE-03 the ZIP code of a customer’s address fills country, state and city as it is typed, and another one replaces them', async ({
  page,
  signIn,
}) => {
  const token = await signIn('admin')
  const { id } = await makeCustomer(page, token)
  await page.goto(`/portal/customerManage/${id}`)
  await expect(page.getByRole('region', { name: 'Contact methods' })).toBeVisible()
  await page.keyboard.press('w')
  const dialog = page.getByRole('dialog', { name: 'Contact methods' })
  await dialog.getByRole('button', { name: 'Add address' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Address' })).toBeFocused()
  await page.keyboard.type('12 Ocean Drive')
  const zip = dialog.getByLabel('ZIP code')
  await zip.pressSequentially('33139')
  await expect(dialog.getByLabel('State')).toHaveValue('Florida')
  await expect(dialog.getByLabel('City')).toHaveValue('Miami Beach')
  await expect(zip).toBeFocused()

  for (const _ of '33139') await page.keyboard.press('Backspace')
  await expect(dialog.getByLabel('City')).toHaveValue('Miami Beach')
  await zip.pressSequentially('10001')
  await expect(dialog.getByLabel('State')).toHaveValue('New York')
  await expect(dialog.getByLabel('City')).toHaveValue('New York')
  await dialog.getByRole('button', { name: 'Update customer' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('main')).toContainText('12 Ocean Drive')
  await expect(page.getByRole('main')).toContainText('New York')
})

test('the ZIP code of the offline form fills city and state as it is typed', async ({ page, signIn }) => {
  const token = await signIn('agent')
  await page.request.delete('/api/OfflineApp/draft', { headers: { authorization: `Bearer ${token}` } })
  await page.goto('/portal/form/new')
  const primary = page.getByRole('region', { name: 'Primary', exact: true })
  await primary.getByLabel('Zip code').pressSequentially('33139')
  await expect(primary.getByLabel('City')).toHaveValue('Miami Beach')
  await expect(primary.getByLabel('State')).toHaveValue('FL')
})

test('the ZIP code of a marketplace application fills an empty city as it is typed', async ({ page, signIn }) => {
  const name = uniqueName()
  await makeApplications(name, [{ firstName: 'Ana' }])
  await signIn('admin')
  await page.goto(`/portal/mk/applications?name=${name}`)
  await page.getByRole('checkbox', { name: `Select Ana ${name}` }).click()
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Update Ana ${name}` })
  await dialog.getByLabel('City').press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await dialog.getByLabel('ZIP code').press('ControlOrMeta+a')
  await page.keyboard.type('33139')
  await expect(dialog.getByLabel('City')).toHaveValue('Miami Beach')
})

test('the ZIP code in the tax facts fills city and state as it is typed', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/portal/commissions/tax-forms?show=incomplete')
  await page.getByRole('grid', { name: 'Agents' }).getByRole('row').nth(1).click()
  await page.getByRole('button', { name: 'Tax facts' }).first().click()
  const dialog = page.getByRole('dialog', { name: /^Tax facts of/ })
  await dialog.getByLabel('Tax classification').click()
  await page.getByRole('option', { name: /^Individual/ }).click()
  await dialog.getByLabel('ZIP code').pressSequentially('33139')
  await expect(dialog.getByLabel('City')).toHaveValue('Miami Beach')
  await expect(dialog.getByLabel('State')).toHaveValue('Florida')
})

test('a ZIP code fills what is empty and keeps the city and the state that a person typed', async ({
  page,
  signIn,
}) => {
  const name = uniqueName()
  await makeLeads(name, [{ firstName: 'Ana' }])
  await signIn('admin')
  const table = await openLeads(page, name)
  await table.getByText(`Ana ${name}`).click()
  const dialog = page.getByRole('dialog')
  const [zip, city, state] = ['ZIP code', 'City', 'State'].map((label) => dialog.getByLabel(label))
  if (!zip || !city || !state) throw new Error('The form lacks a field')
  await test.step('what the lead has stays', async () => {
    await expect(city).toHaveValue('Miami')
    await zip.fill('')
    await zip.pressSequentially('10001')
    await expect(zip).toHaveValue('10001')
    await expect(city).toHaveValue('Miami')
    await expect(state).toHaveValue('Florida')
  })
  await test.step('an empty city is filled, and one typed afterwards stays', async () => {
    await zip.fill('')
    await city.fill('')
    await zip.pressSequentially('33139')
    await expect(city).toHaveValue('Miami Beach')
    await city.fill('South Beach')
    await zip.fill('')
    await zip.pressSequentially('33109')
    await expect(zip).toHaveValue('33109')
    await expect(city).toHaveValue('South Beach')
  })
})
