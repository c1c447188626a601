import type { Page } from '@playwright/test'
import { makeAgent } from '../../support/records/agent-records.ts'
import { makeCustomer } from '../../support/records/customer-records.ts'
import { makeLeads, uniqueName } from '../../support/records/lead-records.ts'
import { csvFile } from '../../support/records/policy-files.ts'
import { expect, test } from '../../support/test-fixtures.ts'

/** Opens the record of a kind that the palette finds. */
async function openFound(page: Page, kind: 'Agents' | 'Leads', text: string) {
  const palette = page.getByRole('dialog', { name: 'Find or do anything' })
  await page.keyboard.press('Control+k')
  await palette.getByRole('combobox').pressSequentially(text)
  await palette.getByRole('group', { name: kind }).getByRole('option').filter({ hasText: text }).click()
  await expect(palette).toBeHidden()
}

const questionOf = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' })

test('what is typed in the form of a record is not left for another record of the same list without asking', async ({
  page,
  signIn,
}) => {
  const token = await signIn('admin')
  const [first, second] = [await makeAgent(page, token), await makeAgent(page, token)]
  await page.goto(`/portal/manage/agents?dialog=edit&agent=${first.id}`)
  const dialog = page.getByRole('dialog', { name: `Edit Agent: ${first.name}` })
  await dialog.getByLabel('First name').fill('Typed')
  await openFound(page, 'Agents', second.lastName)
  await questionOf(page).getByRole('button', { name: 'Stay' }).click()
  await expect(dialog.getByLabel('First name')).toHaveValue('Typed')
  await openFound(page, 'Agents', second.lastName)
  await questionOf(page).getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('dialog', { name: `Edit Agent: ${second.name}` })).toBeVisible()
})

test('Back does not close the form of a record that a link opened, with what is typed in it, without asking', async ({
  page,
  signIn,
}) => {
  const name = uniqueName()
  await makeLeads(name, [{ firstName: 'Ana' }])
  await signIn('admin')
  await page.goto('/portal/leads')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await openFound(page, 'Leads', name)
  const dialog = page.getByRole('dialog', { name: 'Edit Lead' })
  await dialog.getByLabel('City').fill('Typed')
  await page.goBack()
  await questionOf(page).getByRole('button', { name: 'Stay' }).click()
  await expect(dialog.getByLabel('City')).toHaveValue('Typed')
  await page.goBack()
  await questionOf(page).getByRole('button', { name: 'Leave' }).click()
  await expect(dialog).toBeHidden()
})

test('a record that the palette opens takes the place of a form that the list opened', async ({ page, signIn }) => {
  const name = uniqueName()
  await makeLeads(name, [{ firstName: 'Ana' }])
  await signIn('admin')
  await page.goto('/portal/leads')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'New Lead' })
  await form.getByLabel('First name').fill('Typed')
  await openFound(page, 'Leads', name)
  await questionOf(page).getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit Lead' }).getByLabel('Last name')).toHaveValue(name)
  await expect(form).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('notes with unsent text are closed by one answer', async ({ page, signIn }) => {
  const token = await signIn('admin')
  const { id } = await makeCustomer(page, token)
  await page.goto(`/portal/customerManage?dialog=notes&customer=${id}`)
  const dialog = page.getByRole('dialog', { name: /^Notes/ })
  await dialog.getByRole('textbox', { name: 'New note' }).fill('Not sent')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Really close?' }).getByRole('button', { name: 'Yes' }).click()
  await expect(questionOf(page)).toBeHidden()
  await expect(dialog).toBeHidden()
})

test('the dialog of a file stays open while its rows are loaded', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/portal/leads')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload leads' })
  await dialog.getByLabel('File', { exact: true }).setInputFiles(
    csvFile('leads.csv', [
      ['FFMApplicationID', 'State'],
      [uniqueName(), 'FL'],
    ]),
  )
  const load = dialog.getByRole('button', { name: 'Load 1 lead' })
  await expect(load).toBeEnabled()
  const answers = Promise.withResolvers<void>()
  await page.route('**/api/Lead/**', async (route) => {
    if (route.request().method() === 'POST') await answers.promise
    await route.continue()
  })
  await load.click()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  answers.resolve()
  await expect(page.getByText('Successfully processed CSV')).toBeVisible()
  await expect(dialog).toBeHidden()
})

test('a filter that is typed on a phone is used when Show closes the filters at once', async ({ page, signIn }) => {
  const name = uniqueName()
  await makeLeads(name, [{ firstName: 'Ana' }])
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn('admin')
  await page.goto('/portal/leads')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('dialog', { name: 'Filters' }).getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(new RegExp(`name=${name}`))
  await expect(page.getByRole('list', { name: 'Leads' }).getByRole('listitem')).toHaveCount(1)
})
