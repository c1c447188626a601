import { makeCustomer } from '../../support/records/customer-records.ts'
import { makeLeads, openLeads, uniqueName } from '../../support/records/lead-records.ts'
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

test('LEAD-09 a ZIP code fills what is empty and keeps the city and the state that a person typed', async ({
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
