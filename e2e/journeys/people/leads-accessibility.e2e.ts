import { makeLeads, uniqueName } from '../../support/records/lead-records.ts'
import { expectAccessible, navigate, onDesktop } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

test('no accessibility violations on the leads and what they open on desktop and phone', async ({ page, signIn }) => {
  test.slow(true, 'checks many states in both themes and widths')
  const name = uniqueName()
  await makeLeads(name, [
    { firstName: 'Ana', phone: '3055550142', dob: '1984-02-29', plan: 'Ambetter Essential Care: Balanced Silver' },
    { firstName: 'Bea', state: 'NY' },
  ])
  await signIn('admin')
  await page.goto('/portal/leads')
  const rows = page.getByRole('grid', { name: 'Leads' })
  await expect(rows).toContainText(name)
  await expectAccessible(page, 'leads')
  await navigate(page, `/portal/leads?name=${name}`)
  await expect(rows).toContainText('Bea')
  await page.getByRole('checkbox', { name: `Select Ana ${name}` }).click()
  await expectAccessible(page, 'leads-selected', onDesktop)
  await page.getByRole('button', { name: 'Notes' }).click()
  const dialog = page.getByRole('dialog', { name: /Notes/ })
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'quote.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
  await dialog.getByRole('textbox', { name: 'New note' }).fill('Called, wants a quote by email.')
  await dialog.getByRole('button', { name: 'Make Note' }).click()
  await expect(dialog.getByRole('list', { name: 'Notes' })).toContainText('quote.pdf')
  await expectAccessible(page, 'leads-notes', onDesktop)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('checkbox', { name: `Select Bea ${name}` }).click()
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  await page.getByRole('combobox', { name: 'Agent' }).click()
  await page.getByRole('listbox').getByRole('option').nth(1).click()
  await expect(page.getByRole('region', { name: 'What will change' })).toContainText('2 leads')
  await expectAccessible(page, 'leads-assign', onDesktop)
  await page.keyboard.press('Escape')
  await rows.getByText(`Ana ${name}`).click()
  await expect(page.getByRole('dialog', { name: 'Edit Lead' }).getByRole('textbox', { name: 'City' })).toHaveValue(
    'Miami',
  )
  await expectAccessible(page, 'leads-edit')
})
