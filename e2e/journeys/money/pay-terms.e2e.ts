import type { Locator, Page } from '@playwright/test'
import { openGuidePage } from '../../support/guide/guide-page.ts'
import { uniquePrefix } from '../../support/records/policy-files.ts'
import { expectAccessible } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
/** Names have no digits. */
const prefix = uniquePrefix('').replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))
const ana = `Ana${prefix}`

/** Types into a field key by key, as a person does. */
async function type(within: Locator, label: string, text: string): Promise<void> {
  const field = within.getByLabel(label, { exact: true })
  await field.click()
  await field.press('ControlOrMeta+a')
  await field.pressSequentially(text)
}

async function choose(within: Locator, label: string, typed: string): Promise<void> {
  await type(within, label, typed)
  await within.page().getByRole('option', { name: typed }).first().click()
}

test('an administrator enters a contract of an agent; another for the same days is refused at the field by name', async ({
  page,
  signIn,
}) => {
  const guide = openGuidePage('pay-agents')
  const token = await signIn('admin')
  const made = await page.request.put('/api/Agent', {
    headers: { authorization: `Bearer ${token}` },
    data: {
      loginEmail: `${ana.toLowerCase()}@agency.test`,
      phone: '(305) 555-0100',
      npn: `9${Date.now() % 10_000_000}`,
      locationId: 1,
      agentTypeId: 1,
      contact: { firstName: ana, middleName: '', lastName: 'Pay' },
    },
  })
  expect(made.status(), await made.text()).toBe(200)
  await page.goto('/portal')
  const menu = page.getByRole('navigation', { name: 'Main' })
  const dialog = page.getByRole('dialog')

  await menu.getByRole('link', { name: guide.named('Agent Contracts') }).click()
  await button(page, guide.named('New Contract')).click()
  await choose(dialog, 'Agent', ana)
  await type(dialog, 'Percent', '70')
  await type(dialog, 'Start date', '01/01/2026')
  await type(dialog, 'End date optional', '12/31/2026')
  await page.keyboard.press('Tab')
  await expectAccessible(page, 'new contract')
  await button(dialog, guide.named('Add contract')).click()
  await expect(page.getByText('Contract added')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: ana })).toContainText('70 %')
  await button(page, 'New Contract').click()
  await choose(dialog, 'Agent', ana)
  await type(dialog, 'Percent', '60')
  await type(dialog, 'Start date', '06/01/2026')
  await page.keyboard.press('Tab')
  await button(dialog, 'Add contract').click()
  await expect(dialog.getByText('Overlaps the contract of 70 %, 01/01/2026 to 12/31/2026').first()).toBeVisible()
})
