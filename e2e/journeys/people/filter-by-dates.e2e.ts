import type { Page } from '@playwright/test'
import { inDatabase } from '../../support/database.ts'
import { makeAgent } from '../../support/records/agent-records.ts'
import { makeContact, uniqueName } from '../../support/records/contact-records.ts'
import { makeCustomer } from '../../support/records/customer-records.ts'
import { rowsOf } from '../../support/records/policy-list.ts'
import { expect, test } from '../../support/test-fixtures.ts'

/** Types digits one by one into a date behind 'More filters', and applies it. */
async function typeDate(page: Page, label: string, digits: string, shown: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true })
  await field.click()
  await page.keyboard.type(digits)
  await expect(field).toHaveValue(shown)
  await page.keyboard.press('Enter')
}

test('CUST-01 customers are filtered by birth dates typed key by key, and by their agent', async ({ page, signIn }) => {
  const token = await signIn('admin')
  const born = await makeCustomer(page, token, { dob: '1913-03-14' })
  const later = await makeCustomer(page, token, { dob: '1913-03-16' })
  await page.goto('/portal/customerManage')
  const grid = page.getByRole('grid', { name: 'Customers' })
  await expect(rowsOf(grid).first()).toBeVisible()
  await page.getByRole('button', { name: 'More filters' }).click()
  await typeDate(page, 'Born from', '03141913', '03/14/1913')
  await typeDate(page, 'Born to', '03151913', '03/15/1913')
  await expect(page).toHaveURL(/bornFrom=1913-03-14/)
  await expect(page).toHaveURL(/bornTo=1913-03-15/)
  await page.keyboard.press('Escape')
  await expect(rowsOf(grid).filter({ hasText: born.lastName })).toHaveCount(1)
  await expect(rowsOf(grid).filter({ hasText: later.lastName })).toHaveCount(0)

  const filters = page.getByRole('search', { name: 'Filters' })
  await filters.getByRole('button', { name: 'Agent', exact: true }).click()
  await page.getByRole('option', { name: 'Unassigned' }).click()
  await expect(page).toHaveURL(/agentId=0/)
  await expect(rowsOf(grid).filter({ hasText: born.lastName })).toHaveCount(1)
  await page.goto(page.url().replace('agentId=0', 'agentId=1'))
  await expect(page.getByText('No customers match these filters.')).toBeVisible()
})

test('CONTACT-01 contacts are filtered by the days on which they were created, typed key by key', async ({
  page,
  signIn,
}) => {
  const token = await signIn('admin')
  const made = await makeCustomer(page, token)
  const today = new Date().toLocaleDateString('en-US', {
    timeZone: 'America/New_York',
    month: '2-digit',
    day: '2-digit',
    year: 'numeric',
  })
  await page.goto(`/portal/contact/managment?name=${encodeURIComponent(made.lastName)}`)
  const grid = page.getByRole('grid', { name: 'Contacts' })
  await expect(rowsOf(grid)).toHaveCount(1)
  await page.getByRole('button', { name: 'More filters' }).click()
  await typeDate(page, 'Created from', today.replaceAll('/', ''), today)
  await expect(rowsOf(grid)).toHaveCount(1)
  await typeDate(page, 'Created to', '01012020', '01/01/2020')
  await expect(page.getByText('No contacts match these filters.')).toBeVisible()
})

test('CONTACT-01 contacts are filtered by an agent whose name is typed', async ({ page, signIn }) => {
  const token = await signIn('admin')
  const agent = await makeAgent(page, token)
  const family = uniqueName('Filtered')
  const theirs = await makeContact(page, token, { firstName: 'Ana', lastName: family })
  await makeContact(page, token, { firstName: 'Bea', lastName: family })
  await inDatabase((connection) =>
    connection.query('update contacts set agent_id = $1 where id = $2', [agent.id, theirs.id]),
  )
  await page.goto(`/portal/contact/managment?name=${family}`)
  const grid = page.getByRole('grid', { name: 'Contacts' })
  await expect(rowsOf(grid)).toHaveCount(2)
  await page.getByRole('button', { name: 'More filters' }).click()
  const filter = page.getByRole('combobox', { name: 'Agent', exact: true })
  await filter.click()
  await filter.pressSequentially(agent.lastName)
  await page.getByRole('option', { name: agent.name }).click()
  await expect(rowsOf(grid)).toHaveCount(1)
  await expect(rowsOf(grid)).toContainText(`Ana ${family}`)
})
