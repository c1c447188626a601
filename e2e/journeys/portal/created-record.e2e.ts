import type { Locator, Page } from '@playwright/test'
import { newAgentInput } from '../../support/records/agent-records.ts'
import { uniqueName } from '../../support/records/contact-records.ts'
import { expect, test } from '../../support/test-fixtures.ts'

const hidden = (page: Page) => page.getByText('The filters hid the new record, so they are cleared.')

/** Creates an agent in the form by its shortcut, typing the name. */
async function createAgent(page: Page, lastName: string): Promise<void> {
  await page.getByRole('grid', { name: 'Agents' }).waitFor()
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'New Agent' })
  const { loginEmail, npn } = newAgentInput()
  await dialog.getByLabel('First name').pressSequentially('Zoe')
  await dialog.getByLabel('Last name').pressSequentially(lastName)
  await dialog.getByLabel('Login email').fill(loginEmail)
  await dialog.getByLabel('Phone').fill('3055550142')
  await dialog.getByLabel('NPN').fill(npn)
  for (const label of ['Location', 'Agent type']) {
    await dialog.getByLabel(label, { exact: true }).click()
    await page.getByRole('listbox').getByRole('option').first().click()
  }
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('Form submitted successfully').last()).toBeVisible()
  await expect(dialog).toBeHidden()
}

/** Expects the new record among the first rows, selected: other tests may have created agents since. */
async function expectOnTop(row: Locator): Promise<void> {
  await expect(row).toHaveAttribute('aria-selected', 'true')
  await expect(row).toHaveAttribute('data-row', /^[0-4]$/)
}

test('AGENT-12 a new agent is the first row of the list, selected, although the list was sorted by name', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/portal/manage/agents')
  const name = uniqueName('Zacarias')
  await createAgent(page, name)
  const rows = page.getByRole('grid', { name: 'Agents' }).locator('tbody').getByRole('row')
  await expectOnTop(rows.filter({ hasText: name }))
  await expect(hidden(page)).toHaveCount(0)
})

test('AGENT-12 filters that hide the new agent are cleared with a strip that says so and restores them', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/portal/manage/agents?name=Ana')
  const name = uniqueName('Zenobia')
  await createAgent(page, name)
  const rows = page.getByRole('grid', { name: 'Agents' }).locator('tbody').getByRole('row')
  await expectOnTop(rows.filter({ hasText: name }))
  await expect(hidden(page)).toBeVisible()
  await page.getByRole('button', { name: 'Restore filters' }).click()
  await expect(page).toHaveURL(/name=Ana/)
  await expect(hidden(page)).toHaveCount(0)
  await expect(rows.filter({ hasText: name })).toHaveCount(0)
})
