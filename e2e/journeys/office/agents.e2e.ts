import type { Locator, Page } from '@playwright/test'
import { dayFromToday, makeAgent, newAgentInput, saveAgent, typeDate } from '../../support/records/agent-records.ts'
import { makeCustomer } from '../../support/records/customer-records.ts'
import { goTo, navigate } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

const grid = (page: Page) => page.getByRole('grid', { name: 'Agents' })
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })

/** Picks an entry of a select by typing its name. */
async function choose(dialog: Locator, label: string, name: string): Promise<void> {
  await dialog.getByLabel(label, { exact: true }).fill(name)
  await dialog.page().getByRole('option', { name, exact: true }).click()
}

/** Counts the saves that the page sends. */
function countSaves(page: Page): () => number {
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'PUT' && new URL(request.url()).pathname === '/api/Agent') sent++
  })
  return () => sent
}

test.describe('agents', () => {
  test('SHELL-20 ACCESS-22 AGENT-04 AGENT-05 AGENT-07 AGENT-08 AGENT-11 AGENT-12 AGENT-13 MSG-09 MSG-10 a new agent is refused while something is missing, and is in the table once saved', async ({
    page,
    signIn,
  }) => {
    await signIn('admin')
    await page.goto('/portal/manage')
    await expect(page).toHaveURL(/\/portal\/manage\/agents$/)
    await expect(page.getByRole('link', { name: 'Agent Manage' })).toHaveAttribute('href', /\/portal\/manage\/agents$/)
    await expect(page.getByRole('link', { name: 'Agent Rates' })).toHaveAttribute('href', /\/portal\/manage\/rates$/)
    const saves = countSaves(page)
    await button(page, 'New Agent').click()
    const dialog = page.getByRole('dialog', { name: 'New Agent' })
    for (const label of ['First name', 'Middle name optional', 'Last name optional', 'Login email', 'Phone', 'NPN'])
      await expect(dialog.getByLabel(label, { exact: true })).toHaveValue('')
    for (const label of ['Location', 'Agent type', 'Status optional'])
      await expect(dialog.getByLabel(label, { exact: true })).toHaveValue('')
    await dialog.getByLabel('First name').fill('   ')
    await dialog.getByLabel('Last name').fill('x'.repeat(51))
    await dialog.getByLabel('Phone').fill('305555')
    await button(dialog, 'Create').click()
    await expect(page.getByText('Validation failed, form errors!')).toBeVisible()
    await expect(dialog.getByText('Not valid')).toHaveCount(2)
    for (const words of [
      'Not a Phone',
      'Email is required',
      'NPN is required',
      'Location is required',
      'Agent type is required',
    ])
      await expect(dialog.getByText(words)).toBeVisible()
    await expect(dialog.getByText('7 fields to correct')).toBeVisible()
    expect(saves()).toBe(0)

    const wanted = newAgentInput()
    await dialog.getByLabel('First name').fill('Ida')
    await dialog.getByLabel('Last name').fill(wanted.contact.lastName)
    await dialog.getByLabel('Login email').fill(wanted.loginEmail)
    await dialog.getByLabel('Phone').fill('3055550142')
    await dialog.getByLabel('NPN').fill(wanted.npn)
    await choose(dialog, 'Location', 'Miami')
    await choose(dialog, 'Agent type', 'Broker')
    await dialog.getByLabel('NPN').press('Enter')
    await expect(page.getByText('Form submitted successfully')).toBeVisible()
    await expect(dialog).toBeHidden()
    expect(saves()).toBe(1)
    await page.getByRole('search').getByLabel('Name', { exact: true }).fill(wanted.contact.lastName)
    const row = grid(page).getByRole('row').filter({ hasText: wanted.contact.lastName })
    await expect(row).toContainText(`Ida ${wanted.contact.lastName}`)
    for (const words of [
      wanted.loginEmail,
      '(305) 555-0142',
      wanted.npn,
      'Miami',
      'Broker',
      'Active',
      dayFromToday(0).typed,
    ])
      await expect(row).toContainText(words)
  })

  test('AGENT-01 AGENT-02 AGENT-03 AGENT-04 AGENT-06 AGENT-12 AGENT-13 AGENT-16 MSG-09 agents are found and edited', async ({
    page,
    signIn,
  }) => {
    const token = await signIn('admin')
    await test.step('AGENT-02 AGENT-03 AGENT-04 AGENT-06 AGENT-12 AGENT-13 AGENT-16 MSG-09 a selected agent is edited in the same modal; a taken email keeps it open; Rate opens the rates of the agent', async () => {
      const [made, other] = [await makeAgent(page, token), await makeAgent(page, token)]
      await page.goto(`/portal/manage/agents?npn=${made.npn}`)
      const rows = grid(page).getByRole('row')
      await expect(rows).toHaveCount(2)
      await expect(grid(page).getByRole('columnheader')).toHaveText([
        'Name',
        'Login email',
        'Phone',
        'NPN',
        'Location',
        'Agent type',
        'Status',
        'Expiring',
        'Created',
      ])
      for (const name of ['Edit Agent', 'Rate'])
        await expect(button(page, name)).toHaveAttribute('aria-disabled', 'true')
      await rows.nth(1).getByText(made.loginEmail).click()
      await expect(button(page, 'Rate')).not.toHaveAttribute('aria-disabled', 'true')
      await button(page, 'Edit Agent').click()
      const dialog = page.getByRole('dialog', { name: /^Edit Agent/ })
      await expect(dialog.getByLabel('First name')).toHaveValue('Ida')
      await expect(dialog.getByLabel('Login email')).toHaveValue(made.loginEmail)
      await expect(dialog.getByLabel('Phone')).toHaveValue('(305) 555-0142')
      await expect(dialog.getByLabel('NPN')).toHaveValue(made.npn)
      await expect(dialog.getByLabel('Location')).toHaveValue('Main Office')
      await dialog.getByLabel('Login email').fill(other.loginEmail)
      await button(dialog, 'Update').click()
      await expect(page.getByText('Form submission error Another agent has this login email')).toBeVisible()
      await expect(dialog.getByText('Another agent has this login email')).toBeVisible()
      await dialog.getByLabel('Login email').fill(`moved-${made.loginEmail}`)
      await choose(dialog, 'Status optional', 'Suspended')
      await dialog.getByLabel('Middle name').fill('Luz')
      await button(dialog, 'Update').click()
      await expect(page.getByText('Form submitted successfully')).toBeVisible()
      await expect(dialog).toBeHidden()
      await expect(rows.nth(1)).toContainText(`Ida Luz ${made.lastName}`)
      await expect(rows.nth(1)).toContainText(`moved-${made.loginEmail}`)
      await expect(rows.nth(1)).toContainText('Suspended')
      await button(page, 'Rate').click()
      await expect(page).toHaveURL(new RegExp(`/portal/manage/rates/${made.id}$`))
      await expect(page.getByText(`Ida Luz ${made.lastName}`).first()).toBeVisible()
      await button(page, 'Go Back').click()
      await expect(page).toHaveURL(/\/portal\/manage\/agents$/)
    })
    await test.step('AGENT-01 AGENT-02 each filter narrows the table; licenses that end are found and shown', async () => {
      const soon = dayFromToday(30)
      const license = { state: 'FL', number: 'W77', line: 'Health', effective: '2025-01-01' }
      const ends = await makeAgent(page, token, {
        locationId: 3,
        agentTypeId: 2,
        licenses: [{ ...license, expiry: soon.iso }],
      })
      const later = await makeAgent(page, token, { licenses: [{ ...license, expiry: dayFromToday(61).iso }] })
      await navigate(page, `/portal/manage/agents?loginEmail=${ends.loginEmail}`)
      const rows = grid(page).getByRole('row')
      await expect(rows).toHaveCount(2)
      await expect(rows.nth(1)).toContainText('Expires in 30 days')
      const search = page.getByRole('search')
      for (const [filter, choice] of [
        ['Location', 'Orlando'],
        ['Agent type', 'Agency'],
        ['Status', 'Active'],
        ['Expiring', 'Within 30 days'],
      ] as const) {
        await button(search, filter).click()
        await page.getByRole('option', { name: choice, exact: true }).click()
        await expect(rows.nth(1)).toContainText(ends.lastName)
      }
      await search.getByLabel('Login email').fill(later.loginEmail)
      await expect(page.getByText('No agents match these filters.')).toBeVisible()
      await button(page, 'Clear Filters').first().click()
      await search.getByLabel('NPN').fill(later.npn)
      await expect(rows.nth(1)).toContainText(later.lastName)
      await expect(rows.nth(1)).not.toContainText('Expires')
    })
  })

  test('P-74 credentials of an agent, and a conflicting edit by another user', async ({ page, signIn }) => {
    const token = await signIn('admin')
    await test.step('licenses and appointments are added and removed in their tabs and saved with the agent', async () => {
      const made = await makeAgent(page, token)
      await page.goto(`/portal/manage/agents?npn=${made.npn}&dialog=edit&agent=${made.id}`)
      const dialog = page.getByRole('dialog', { name: /^Edit Agent/ })
      await dialog.getByRole('tab', { name: /^Licenses/ }).click()
      await expect(dialog.getByText("No state licenses yet. The agent can't sell anywhere.")).toBeVisible()
      await button(dialog, 'Add license').click()
      await dialog.getByRole('tab', { name: /^Details/ }).click()
      await button(dialog, 'Update').click()
      await expect(dialog.getByText('State is required')).toBeVisible()
      await choose(dialog, 'State', 'Florida')
      await dialog.getByLabel('Number').fill('W1234')
      await typeDate(dialog.getByLabel('Effective', { exact: true }), '01/01/2025')
      await typeDate(dialog.getByLabel('Expiry', { exact: true }), dayFromToday(45).typed)
      await expect(dialog.getByText('Expires in 45 days')).toBeVisible()
      await dialog.getByRole('tab', { name: /^Appointments/ }).click()
      await button(dialog, 'Add appointment').click()
      const entry = dialog.getByRole('list', { name: 'appointments' })
      await choose(entry, 'Carrier', 'Oscar')
      await choose(entry, 'State', 'Florida')
      await typeDate(entry.getByLabel('Effective', { exact: true }), '01/01/2025')
      await button(dialog, 'Update').click()
      await expect(page.getByText('Form submitted successfully')).toBeVisible()
      await expect(grid(page)).toContainText('Expires in 45 days')
      const authority = await page.request.get(`/api/Agent/${made.id}/authority?carrierId=6&stateId=12`, {
        headers: { authorization: `Bearer ${token}` },
      })
      expect(await authority.json()).toEqual({ may: true, reasons: [], unknown: [] })
      await grid(page).getByText(made.lastName).click()
      await dialog.getByRole('tab', { name: /^Licenses/ }).click()
      await button(dialog, 'Remove license 1').click()
      await button(dialog, 'Update').click()
      await expect(dialog).toBeHidden()
      await expect(grid(page)).not.toContainText('Expires in')
    })
    await test.step('P-74 who saves an agent that another user changed sees who changed what, and keeps what was typed', async () => {
      const made = await makeAgent(page, token)
      await page.goto(`/portal/manage/agents?npn=${made.npn}&dialog=edit&agent=${made.id}`)
      const dialog = page.getByRole('dialog', { name: /^Edit Agent/ })
      await expect(dialog.getByLabel('Phone')).toHaveValue('(305) 555-0142')
      await dialog.getByLabel('Phone').fill('4075550133')
      const { contact, loginEmail, npn, locationId, agentTypeId, statusId } = { ...newAgentInput(), ...made }
      await saveAgent(page, token, {
        id: made.id,
        version: made.version,
        loginEmail,
        npn,
        phone: '3055550142',
        agentTypeId,
        statusId,
        contact: { firstName: contact.firstName, lastName: made.lastName },
        locationId: locationId + 1,
      })
      await button(dialog, 'Update').click()
      const conflict = dialog.getByRole('alert', { name: 'Changed by someone else' })
      await expect(conflict).toContainText('Location Main Office → Miami')
      await expect(dialog.getByText('Someone else changed this record. Check it and save again.')).toBeVisible()
      await expect(dialog.getByLabel('Location')).toHaveValue('Miami')
      await expect(dialog.getByLabel('Phone')).toHaveValue('(407) 555-0133')
      await button(dialog, 'Update').click()
      await expect(page.getByText('Form submitted successfully')).toBeVisible()
      await expect(grid(page)).toContainText('(407) 555-0133')
      await grid(page).getByText(made.lastName).click()
      await dialog.getByRole('tab', { name: 'History' }).click()
      const history = dialog.getByRole('list', { name: 'History' })
      await expect(history.getByRole('listitem')).toHaveCount(3)
      await expect(history.getByRole('listitem').first()).toContainText('(305) 555-0142')
      await expect(history.getByRole('listitem').nth(1)).toContainText('Main Office')
      await page.keyboard.press('Escape')
      await expect(grid(page)).toContainText('Miami')
    })
  })

  test('who sets an agent to Inactive sees what the agent still holds, with a link to the list', async ({
    page,
    signIn,
  }) => {
    const token = await signIn('admin')
    const made = await makeAgent(page, token)
    await page.goto(`/portal/manage/agents?npn=${made.npn}&dialog=edit&agent=${made.id}`)
    const dialog = page.getByRole('dialog', { name: /^Edit Agent/ })
    await expect(dialog.getByLabel('Status optional', { exact: true })).toHaveValue('Active')
    await choose(dialog, 'Status optional', 'Inactive')
    await expect(dialog.getByText('This agent holds nothing that someone else has to take over.')).toBeVisible()
    for (const firstName of ['Vera', 'Noel'])
      await makeCustomer(page, token, { firstName, lastName: made.lastName, agentId: made.id })
    await page.reload()
    await choose(dialog, 'Status optional', 'Inactive')
    await expect(dialog.getByText('Still assigned to this agent: 2 customers.')).toBeVisible()
    const opened = page.waitForEvent('popup')
    await dialog.getByRole('link', { name: '2 customers' }).click()
    await expect((await opened).getByRole('grid', { name: 'Customers' }).getByText(made.lastName)).toHaveCount(2)
  })

  test('ACCESS-21 ACCESS-28 SHELL-22 an agent who types the addresses sees that the right is missing', async ({
    page,
    signIn,
  }) => {
    await signIn('agent')
    for (const address of ['manage', 'manage/agents', 'manage/rates', 'manage/rates/1']) {
      await goTo(page, `/portal/${address}`)
      await expect(page).toHaveURL(/\/portal\/error\?error=insufficient_permissions/)
    }
    await expect(page.getByRole('link', { name: 'Agent Manage' })).toHaveCount(0)
  })
})
