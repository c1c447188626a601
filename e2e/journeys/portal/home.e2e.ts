import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { agencyDay } from '../../support/agency-day.ts'
import { inDatabase } from '../../support/database.ts'
import { dayFromToday } from '../../support/records/agent-records.ts'
import { choose, makeLeads, openLeads, uniqueName } from '../../support/records/lead-records.ts'
import { clientAnswers, signInAsMarketer, withoutConversationsApp } from '../../support/records/own-marketer.ts'
import { makeOwnUser, signInAsNew, tokenOfUser } from '../../support/records/own-user.ts'
import { makeRequest } from '../../support/records/pto-requests.ts'
import { expectAccessible } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

const count = (text: string | null) => Number(/(\d[\d,]*)/.exec(text ?? '')?.[1]?.replaceAll(',', ''))

/** Expects the list behind a section of the landing page to have its total; again where another test added a record between the two. */
async function expectSameTotal(page: Page, section: string, screen: string): Promise<void> {
  await expect(async () => {
    await page.goto('/portal/customer')
    const heading = page.getByRole('region', { name: section }).getByRole('link', { name: section }).first()
    await expect(heading).toContainText(/[1-9]/)
    const total = count(await heading.textContent())
    await heading.click()
    await expect(page.getByRole('heading', { level: 1, name: screen })).toBeVisible()
    await expect(page.getByText(`of ${total.toLocaleString('en-US')}`).first()).toBeVisible({ timeout: 10_000 })
  }).toPass()
}

/** Requests a day off as a user of this test alone; returns the name. */
async function askForTimeOff(page: Page): Promise<string> {
  const last = `Rest${randomUUID().slice(0, 8)}`
  const userName = await makeOwnUser({ first: 'Paz', last })
  await inDatabase((connection) =>
    connection.query(`update users set claims = '{view.PTO}' where user_name = $1`, [userName]),
  )
  await makeRequest(page, await tokenOfUser(page, userName), { days: 7 })
  return `Paz ${last}`
}

test('an agent’s landing page shows the day, and each figure opens the list behind it with the same total', async ({
  page,
  signIn,
}) => {
  await signIn('agent')
  for (const [section, screen] of [
    ['Unpaid, assigned to me', 'Unpaid Policies'],
    ['Lost, assigned to me', 'Lost'],
  ] as const) {
    await expectSameTotal(page, section, screen)
  }
  await page.goto('/portal/customer')
  await expect(page.getByRole('region', { name: 'Last load' })).toHaveCount(0)
  await expectAccessible(page, 'home-agent')
})

test('an administrator sees the last load of each carrier and decides about time off in place', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const agent = await askForTimeOff(page)
  await page.goto('/portal/customer')
  const loads = page.getByRole('region', { name: 'Last load' })
  await expect(loads.getByRole('row').nth(1)).toBeVisible()
  await expectAccessible(page, 'home')
  await page.getByRole('button', { name: `Deny time off of ${agent}` }).click()
  const dialog = page.getByRole('dialog', { name: `Deny time off of ${agent}` })
  await dialog.getByRole('button', { name: 'Deny', exact: true }).click()
  await expect(dialog.getByText('Comment is required')).toBeVisible()
  await expectAccessible(page, 'home-time-off')
  await dialog.getByLabel('Comment').pressSequentially('Open enrollment ends that day')
  await dialog.getByRole('button', { name: 'Deny', exact: true }).click()
  await expect(page.getByText(`${agent}'s time off is denied.`)).toBeVisible()
  await loads
    .getByRole('link', { name: /^Policy files of / })
    .first()
    .click()
  await expect(page).toHaveURL(/\/portal\/manage\/upload\?.*kind=policies/)
  await page.goBack()
  await page.getByRole('link', { name: /^Agents with expiring licenses/ }).click()
  await expect(page).toHaveURL(/\/portal\/manage\/agents\?expiring=60/)
})

test('an administrator sees which month of pay is open, which dispute ends next, and what came in each month', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/portal/customer')
  const variances = page.getByRole('region', { name: 'Variances by deadline' })
  await expect(variances.getByRole('listitem')).toHaveCount(5)
  await expectSameTotal(page, 'Variances by deadline', 'Variances')

  await page.goto('/portal/customer')
  const month = page.getByRole('region', { name: 'Month to close' })
  await expect(month).toContainText(/is not closed/)
  await month.getByRole('link', { name: /^Open pay run/ }).click()
  await expect(page).toHaveURL(/\/portal\/commissions\/pay-runs/)

  await page.goto('/portal/customer')
  const received = page.getByRole('region', { name: 'Received by month' })
  const toCome = received.getByRole('link', { name: / to come$/ })
  const amount = (await toCome.innerText()).replace(' to come', '')
  await toCome.click()
  await expect(page).toHaveURL(/\/portal\/commissions\/expected-cash\?statementFrom=(\d\d%2F\d{4})&statementTo=\1$/)
  await expect(page.getByText(`${amount} to come by what carriers say today`)).toBeVisible()

  await page.goto('/portal/customer')
  const bars = received.getByRole('listitem').getByRole('link')
  await expect(bars).toHaveCount(12)
  await bars.nth(10).click()
  await expect(page).toHaveURL(/\/portal\/commissions\/statement\?month=\d\d%2F\d{4}/)
})

test('an agent sees the unread messages of clients and the own appointments that end soon, and a message opens its conversation', async ({
  page,
}) => {
  await withoutConversationsApp(page)
  const me = await signInAsMarketer(page)
  const [soon, later] = [dayFromToday(12), dayFromToday(90)]
  await inDatabase((connection) =>
    connection.query(
      `insert into agent_appointments (agent_id, carrier_id, state, effective, expiry)
       select a.id, c.id, s.code, '2025-01-01', s.expiry::date from agents a, carriers c,
         (values ('FL', $2), ('TX', $3)) as s (code, expiry)
       where a.login_email = $1 and c.name = 'Oscar'`,
      [me.userName, soon.iso, later.iso],
    ),
  )
  await clientAnswers(page, me, 'Is my doctor in the network?')
  await page.goto('/portal/customer')
  const expiring = page.getByRole('region', { name: 'My expiring licenses' }).getByRole('listitem')
  await expect(expiring).toHaveCount(1)
  for (const words of ['Oscar appointment, FL', soon.typed, '12 days']) await expect(expiring).toContainText(words)

  const unread = page.getByRole('region', { name: 'Unread messages' }).getByRole('listitem')
  await expect(unread).toHaveCount(1)
  await expect(unread).toContainText('Is my doctor in the network?')
  await unread.getByRole('link', { name: me.client.name }).click()
  const thread = page.getByRole('region', { name: `Conversation with ${me.client.name}` })
  await expect(thread).toContainText('Is my doctor in the network?')
})

test('a user without waiting work sees that, with links to the sections', async ({ page }) => {
  const { userName } = await signInAsNew(page)
  await inDatabase((connection) =>
    connection.query(`update users set claims = '{view.Policy}' where user_name = $1`, [userName]),
  )
  await page.goto('/portal/customer')
  await expect(page.getByText('Nothing waits for you today.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await expectAccessible(page, 'home-empty')
})

test('a note is typed with a follow-up day, comes back on the landing page, and is marked as done', async ({
  page,
  signIn,
}) => {
  const name = uniqueName()
  await makeLeads(name, [{ firstName: 'Thomas' }])
  await signIn('admin')
  await openLeads(page, name)
  await choose(page, `Thomas ${name}`)
  await page.getByRole('button', { name: 'Notes' }).click()
  const dialog = page.getByRole('dialog', { name: /^Notes/ })
  await dialog.getByRole('textbox', { name: 'New note' }).pressSequentially('Asked for a Spanish speaker')
  const day = dialog.getByRole('textbox', { name: 'Follow up on' })
  await day.pressSequentially('0231')
  await dialog.getByRole('button', { name: 'Make Note' }).click()
  await expect(dialog.getByText('Must be valid date')).toBeVisible()
  await day.fill('')
  await day.pressSequentially(agencyDay().replaceAll('/', ''))
  await dialog.getByRole('button', { name: 'Make Note' }).click()
  await expect(dialog.getByRole('list', { name: 'Notes' })).toContainText(`Follow up on ${agencyDay()}`)
  await expectAccessible(page, 'note-follow-up')

  await page.goto('/portal/customer')
  const due = page
    .getByRole('region', { name: /^Follow-ups due/ })
    .getByRole('listitem')
    .filter({ hasText: name })
  await expect(due).toContainText('Asked for a Spanish speaker')
  await due.getByRole('button', { name: /as done$/ }).click()
  await expect(due).toHaveCount(0)
})
