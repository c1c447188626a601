import type { Locator, Page } from '@playwright/test'
import { type CreatedAgent, dayFromToday, makeAgent, makeRate } from '../../support/records/agent-records.ts'
import { expect, test } from '../../support/test-fixtures.ts'

/** Carriers of the demo. */
const [ambetter, oscar] = [1, 6]
const grid = (page: Page) => page.getByRole('grid', { name: 'Rates' })
const rows = (page: Page) => grid(page).getByRole('row')
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })

async function choose(dialog: Locator, label: string, typed: string, name: string | RegExp): Promise<void> {
  await dialog.getByLabel(label, { exact: true }).fill(typed)
  await dialog.page().getByRole('option', { name }).click()
}

async function openRatesOf(page: Page, { id, name }: CreatedAgent): Promise<void> {
  await page.goto(`/portal/manage/rates/${id}`)
  await expect(page.getByText(name).first()).toBeVisible()
}

test.describe('agent rates', () => {
  test('RATE-01 RATE-03 RATE-04 RATE-05 RATE-06 RATE-07 RATE-08 RATE-09 RATE-10 RATE-11 RATE-12 MSG-09 MSG-10 a rate of an agent is made, ends another, and is edited', async ({
    page,
    signIn,
  }) => {
    const token = await signIn('admin')
    await test.step('RATE-01 RATE-05 RATE-06 RATE-07 RATE-08 RATE-09 RATE-10 RATE-11 MSG-09 MSG-10 a new rate of the agent is refused until it is right, then is in the table', async () => {
      const agent = await makeAgent(page, token)
      await openRatesOf(page, agent)
      await expect(page.getByText('This agent has no rates yet.')).toBeVisible()
      await expect(button(page, `Remove Agent ${agent.name}`)).toBeVisible()
      let sent = 0
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.url().endsWith('/api/Rates')) sent++
      })
      await button(page, 'New Rate').first().click()
      const dialog = page.getByRole('dialog', { name: 'New Rate' })
      await expect(dialog.getByLabel('Agent', { exact: true })).toHaveValue(agent.name)
      await expect(dialog.getByLabel('Rate', { exact: true })).toHaveValue('$0.00')
      await button(dialog, 'Create').click()
      await expect(page.getByText('Validation failed, form errors!')).toBeVisible()
      for (const words of ['Carrier is required', 'Start date is required'])
        await expect(dialog.getByText(words)).toBeVisible()
      await choose(dialog, 'Carrier', 'Oscar', 'Oscar')
      await dialog.getByLabel('Start date', { exact: true }).fill(dayFromToday(-1).typed)
      await dialog.getByLabel('End date optional', { exact: true }).fill(dayFromToday(-1).typed)
      await expect(dialog.getByText(`Start date can't be before ${dayFromToday(0).typed}`)).toBeVisible()
      await expect(dialog.getByText("EndDate can't be before StartDate")).toBeVisible()
      await dialog.getByLabel('Start date', { exact: true }).fill(dayFromToday(0).typed)
      await dialog.getByLabel('End date optional', { exact: true }).fill('')
      const nothing = dialog.getByText('At $0.00 this rate pays the agent nothing.')
      await expect(nothing).toBeVisible()
      await dialog.getByLabel('Rate', { exact: true }).fill('18')
      await expect(nothing).toBeHidden()
      expect(sent).toBe(0)
      await button(dialog, 'Create').click()
      await expect(page.getByText('Form submitted successfully')).toBeVisible()
      await expect(dialog).toBeHidden()
      expect(sent).toBe(1)
      await expect(rows(page)).toHaveCount(2)
      for (const words of [agent.name, 'Oscar', '18.00', dayFromToday(0).typed, 'In force'])
        await expect(rows(page).nth(1)).toContainText(words)
    })
    await test.step('RATE-03 RATE-04 RATE-10 RATE-11 RATE-12 MSG-09 the form says which rate a new one ends and which one conflicts; Edit Rate keeps agent and carrier', async () => {
      const agent = await makeAgent(page, token)
      const [today, next, before, far] = [dayFromToday(0), dayFromToday(40), dayFromToday(39), dayFromToday(60)]
      await makeRate(page, token, { agentId: agent.id, carrierId: ambetter, rate1: '18.00', startDate: today.iso })
      await openRatesOf(page, agent)
      await expect(button(page, 'Edit Rate')).toHaveAttribute('aria-disabled', 'true')
      await expect(grid(page).getByRole('columnheader')).toHaveText([
        'Agent',
        'Carrier',
        'Rate',
        'Start date',
        'End date',
        'When',
      ])
      await button(page, 'New Rate').click()
      const dialog = page.getByRole('dialog')
      await choose(dialog, 'Carrier', 'Amb', 'Ambetter')
      await dialog.getByLabel('Rate', { exact: true }).fill('20.50')
      await dialog.getByLabel('Start date', { exact: true }).fill(today.typed)
      await expect(dialog.getByText(`Overlaps the rate from ${today.typed}`)).toBeVisible()
      await button(dialog, 'Create').click()
      await expect(page.getByText(`Form submission error Overlaps the rate from ${today.typed}`)).toBeVisible()
      await dialog.getByLabel('Start date', { exact: true }).fill(next.typed)
      await expect(dialog.getByText(`Ends the rate of $18.00 on ${before.typed}`)).toBeVisible()
      await button(dialog, 'Create').click()
      await expect(dialog).toBeHidden()
      await expect(rows(page)).toHaveCount(3)
      await expect(rows(page).nth(1)).toContainText(before.typed)
      await expect(rows(page).nth(2)).toContainText('Upcoming')

      // The new rate is selected.
      await expect(rows(page).nth(2)).toHaveAttribute('aria-selected', 'true')
      await button(page, 'Edit Rate').click()
      const edit = page.getByRole('dialog', { name: 'Edit Rate' })
      for (const label of ['Agent', 'Carrier']) await expect(edit.getByLabel(label, { exact: true })).toBeDisabled()
      await expect(edit.getByLabel('Agent', { exact: true })).toHaveValue(agent.name)
      await expect(edit.getByLabel('Carrier', { exact: true })).toHaveValue('Ambetter')
      await expect(edit.getByLabel('Rate', { exact: true })).toHaveValue('$20.50')
      await edit.getByLabel('Rate', { exact: true }).fill('21.75')
      await edit.getByLabel('End date optional', { exact: true }).fill(far.typed)
      await button(edit, 'Update').click()
      await expect(page.getByText('Form submitted successfully').first()).toBeVisible()
      await expect(edit).toBeHidden()
      await expect(rows(page).nth(2)).toContainText('21.75')
      await expect(rows(page).nth(2)).toContainText(far.typed)
      await rows(page).nth(1).getByText('18.00').click()
      await button(page, 'History').click()
      const history = page.getByRole('dialog', { name: /^History of/ })
      await expect(history).toContainText('Ended by a new rate')
      await expect(history).toContainText(before.typed)
      await page.keyboard.press('Escape')
      await expect(history).toBeHidden()
      await button(page, 'Go Back').click()
      await expect(page).toHaveURL(/\/portal\/manage\/agents$/)
    })
  })

  test('RATE-01 RATE-02 ACCESS-23 P-74 the rates of all, and a conflicting edit by another user', async ({
    page,
    signIn,
  }) => {
    const token = await signIn('admin')
    await test.step('RATE-01 RATE-02 ACCESS-23 manage/rates shows the rates of all, and each filter narrows them', async () => {
      const agent = await makeAgent(page, token)
      const startDate = dayFromToday(0).iso
      for (const carrierId of [ambetter, oscar])
        await makeRate(page, token, { agentId: agent.id, carrierId, rate1: '17.25', startDate })
      await page.goto('/portal/manage/agents')
      await page.getByRole('link', { name: 'Agent Rates' }).click()
      await expect(page).toHaveURL(/\/portal\/manage\/rates$/)
      await expect(page.getByText(/^1–10 of 1,\d\d\d$/)).toBeVisible()
      const search = page.getByRole('search')
      await button(search, 'Agent').click()
      await page.getByLabel('Find in agent').fill(agent.name)
      await page.getByRole('option', { name: agent.name }).click()
      await expect(rows(page)).toHaveCount(3)
      await button(search, 'Carrier').click()
      await page.getByRole('option', { name: 'Oscar', exact: true }).click()
      await expect(rows(page)).toHaveCount(2)
      await expect(rows(page).nth(1)).toContainText('Oscar')
      await button(search, 'When').click()
      await page.getByRole('option', { name: 'Ended', exact: true }).click()
      await expect(page.getByText('No rates match these filters.')).toBeVisible()
      await button(page, 'Clear Filters').first().click()
      await expect(page.getByText(/^1–10 of 1,\d\d\d$/)).toBeVisible()
    })
    await test.step('P-74 who saves a rate that another user changed chooses between both amounts', async () => {
      const agent = await makeAgent(page, token)
      const rate = { agentId: agent.id, carrierId: oscar, rate1: '18.00', startDate: dayFromToday(0).iso }
      const { id, version } = await makeRate(page, token, rate)
      await openRatesOf(page, agent)
      await rows(page).nth(1).getByText('18.00').click()
      await button(page, 'Edit Rate').click()
      const dialog = page.getByRole('dialog', { name: 'Edit Rate' })
      await dialog.getByLabel('Rate', { exact: true }).fill('25')
      const theirs = await page.request.put(`/api/Rates/${id}`, {
        headers: { authorization: `Bearer ${token}` },
        data: { version, rate1: '19.00', startDate: rate.startDate },
      })
      expect(theirs.status()).toBe(200)
      await button(dialog, 'Update').click()
      const conflict = dialog.getByRole('alert', { name: 'Changed by someone else' })
      await expect(conflict).toContainText('Rate $18.00 → $19.00')
      // The toast gives the advice of the panel: a reload would lose what was typed.
      const notices = page.getByRole('region', { name: 'Notifications' })
      await expect(notices).toContainText('Someone else changed this record. Check it and save again.')
      await conflict.getByRole('radio', { name: /Keep mine/ }).check()
      await button(dialog, 'Update').click()
      await expect(page.getByText('Form submitted successfully')).toBeVisible()
      await expect(rows(page).nth(1)).toContainText('25.00')
    })
  })
})
