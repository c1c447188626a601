import { dashboardYears, salesOf, topCarriers } from '@coverdesk/domain/dashboard/sales-figures.ts'
import { longMonthNames } from '@coverdesk/domain/fields/calendar-date.ts'
import type { PolicySummary } from '@coverdesk/domain/policies/policy-contract.ts'
import type { Page } from '@playwright/test'
import { navigate } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

const year = Number(new Date().toLocaleDateString('en-CA', { timeZone: 'America/New_York' }).slice(0, 4))
const count = (number: number) => number.toLocaleString('en-US')

/** Sales of a user according to the API. */
async function salesIn(page: Page, token: string, of: { year: number; agentId?: string }) {
  const answer = await page.request.get('/api/Policies/summaries', {
    headers: { authorization: `Bearer ${token}` },
    params: of,
  })
  expect(answer.status()).toBe(200)
  const rows: PolicySummary[] = await answer.json()
  return salesOf(rows, of.year)
}

/** Response to the page’s next call for a year; other tests may add sales at any time. */
async function salesShown(page: Page, of: number, act: () => Promise<unknown>) {
  const isRequest = (url: URL) =>
    url.pathname === '/api/Policies/summaries' && url.searchParams.get('year') === String(of)
  const [answer] = await Promise.all([page.waitForResponse((response) => isRequest(new URL(response.url()))), act()])
  const rows: PolicySummary[] = await answer.json()
  return salesOf(rows, of)
}

/** The table of carriers as it stands on the screen, the total last. */
const carrierRows = (page: Page) => page.getByRole('region', { name: 'Carriers', exact: true }).getByRole('row')

/** Chooses from one of the two filters. */
async function choose(page: Page, filter: 'Agent' | 'Year', label: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${filter}`) }).click()
  await page.getByRole('option', { name: label, exact: true }).click()
  await expect(page.getByRole('option')).toHaveCount(0)
}

test('SHELL-10 ACCESS-10 DASH-02 DASH-03 DASH-04 DASH-05 DASH-06 DASH-07 an agent’s dashboard shows the own year in four charts', async ({
  page,
  signIn,
}) => {
  const token = await signIn('agent')
  await page.goto('/portal/customer')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL('/portal/dashboard')
  const ring = page.getByRole('img', { name: /^Top 10 carriers by policies/ })
  await expect(ring).toBeVisible()
  // The demo's agent has access only to own records, so 'all' equals 'own'.
  const [sales, before] = [await salesIn(page, token, { year }), await salesIn(page, token, { year: year - 1 })]
  expect(sales.policies).toBeGreaterThan(0)
  const { top, others } = topCarriers(sales)
  const named = [...top, ...(others ? [{ ...others, name: `Others (${others.carriers})` }] : [])]
  const rows = sales.carriers.map(
    ({ name, members, policies, share }) => `${name}${count(members)}${count(policies)}${(share * 100).toFixed(1)}`,
  )
  await expect(carrierRows(page)).toHaveText([
    'CarrierMembersPolicies%',
    ...rows,
    `Total${count(sales.members)}${count(sales.policies)}100.0`,
  ])
  await expect(ring.locator('title')).toHaveCount(named.length)
  const [first] = sales.carriers
  await expect(ring).toHaveAccessibleName(new RegExp(`policies: ${first?.name} `))

  // Arrow keys move month by month.
  const persistence = page.getByRole('slider', { name: /^Persistence/ })
  await expect(persistence).toHaveAccessibleName(
    new RegExp(`on average ${(sales.policies / 12).toLocaleString('en-US', { maximumFractionDigits: 1 })}$`),
  )
  await persistence.focus()
  await page.keyboard.press('Home')
  for (const [month, name] of longMonthNames.entries()) {
    await expect(persistence).toHaveAttribute('aria-valuetext', `${name}: Policies ${count(sales.months[month] ?? 0)}`)
    await page.keyboard.press('ArrowRight')
  }
  const comparison = page.getByRole('slider', { name: /^Comparison/ })
  await comparison.focus()
  await page.keyboard.press('End')
  await expect(comparison).toHaveAttribute(
    'aria-valuetext',
    `December: ${year - 1} ${count(before.months[11] ?? 0)}, ${year} ${count(sales.months[11] ?? 0)}`,
  )
  await expect(page.getByText(`${count(sales.policies)} against ${count(before.policies)}`)).toBeVisible()

  // Each carrier has a line and a row; a click on its name hides the line.
  const carriers = page.getByRole('region', { name: 'Carriers by month' })
  const legend = named.map(({ name }) => name)
  await expect(carriers.getByRole('button', { pressed: true })).toHaveText(legend)
  await carriers.getByRole('button', { name: first?.name ?? '', exact: true }).click()
  await expect(carriers.locator('svg g')).toHaveCount(legend.length - 1)
  await carriers.getByRole('button', { name: 'Carriers by month as a table' }).click()
  await expect(carriers.getByRole('row')).toHaveText([
    /^CarrierJanFeb/,
    ...sales.carriers.map(({ name, months, policies }) => `${name}${months.map(count).join('')}${count(policies)}`),
  ])
})

test('DASH-01 agent and year are in the address and change all charts; each offers what it should', async ({
  page,
  signIn,
}) => {
  const token = await signIn('admin')
  const all = await salesShown(page, year, () => page.goto('/portal/dashboard'))
  const total = carrierRows(page).last()
  const persistence = page.getByRole('slider', { name: /^Persistence/ })
  await expect(total).toContainText(count(all.policies))
  await expect(page.getByRole('button', { name: 'Agent All agents' })).toBeVisible()
  await page.getByRole('button', { name: /^Year/ }).click()
  await expect(page.getByRole('option')).toHaveText(dashboardYears(year).map(String))
  await page.keyboard.press('Escape')

  await choose(page, 'Year', String(year - 1))
  await expect(page).toHaveURL(`/portal/dashboard?year=${year - 1}`)
  const before = await salesIn(page, token, { year: year - 1 })
  await expect(total).toContainText(count(before.policies))
  await page.getByRole('button', { name: /^Agent/ }).click()
  const name = (await page.getByRole('option').nth(2).textContent()) ?? ''
  await page.getByRole('option').nth(2).click()
  await expect(page).toHaveURL(/agentId=\d+/)
  const agentId = new URL(page.url()).searchParams.get('agentId') ?? ''
  const theirs = await salesIn(page, token, { year: year - 1, agentId })
  expect(theirs.policies).toBeLessThan(before.policies)
  await expect(total).toContainText(`Total${count(theirs.members)}${count(theirs.policies)}`)
  await persistence.focus()
  await page.keyboard.press('Home')
  await expect(persistence).toHaveAttribute('aria-valuetext', `January: Policies ${count(theirs.months[0] ?? 0)}`)
  await expect(page.getByText(`${count(theirs.policies)} against`)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: `Agent ${name}` })).toBeVisible()
  await expect(total).toContainText(`Total${count(theirs.members)}${count(theirs.policies)}`)

  // A year without policies says so; a failed request offers a retry.
  await navigate(page, `/portal/dashboard?year=${year - 5}`)
  await expect(page.getByText('No Data')).toBeVisible()
  await page.route('**/api/Policies/summaries?*', (route) => route.fulfill({ status: 403, body: '{}' }))
  await page.goto('/portal/dashboard')
  await expect(page.getByText("Couldn't load the dashboard.")).toBeVisible()
  await page.unrouteAll()
  const again = await salesShown(page, year, () => page.getByRole('button', { name: 'Try again' }).click())
  await expect(total).toContainText(count(again.policies))
})

test('charts that could not be loaded are not left out without a word', async ({ page, signIn }) => {
  await signIn('admin')
  await page.route('**/api/Dashboard/atStake*', (route) => route.fulfill({ status: 403, body: '{}' }))
  await page.goto('/portal/dashboard')
  const failed = page.getByRole('alert').filter({ hasText: "Couldn't load all charts." })
  await expect(failed).toBeVisible()
  await page.unrouteAll()
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('region', { name: 'Owed by carriers', exact: true })).toBeVisible()
  await expect(failed).toBeHidden()
})

test('DASH-05 the chart of carriers shows the year to date, each one’s share of the month and the year without January, and the next one who is still here', async ({
  page,
  signIn,
}) => {
  const token = await signIn('agent')
  await page.goto('/portal/dashboard')
  const sales = await salesIn(page, token, { year })
  const { top, others } = topCarriers(sales)
  const chart = page.getByRole('region', { name: 'Carriers by month' })
  const slider = chart.getByRole('slider', { name: /^Carriers by month/ })
  /** What the chart says of a month: ten carriers and the others, the largest first, without those that have nothing. */
  const said = (month: number, value: (months: readonly number[]) => number, show: (value: number) => string) => {
    const named = [...top, ...(others ? [{ ...others, name: `Others (${others.carriers})` }] : [])]
    const values = named.map(({ name, months }) => ({ name, value: value(months) })).filter((one) => one.value > 0)
    const words = values.toSorted((a, b) => b.value - a.value).map((one) => `${one.name} ${show(one.value)}`)
    return `${longMonthNames[month]}: ${words.join(', ')}`
  }
  const chooseIn = async (button: string, option: string) => {
    await chart.getByRole('button', { name: new RegExp(`^${button}`) }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
    await expect(page.getByRole('option')).toHaveCount(0)
  }
  await slider.focus()
  await page.keyboard.press('End')
  await expect(slider).toHaveAttribute(
    'aria-valuetext',
    said(11, (months) => months.reduce((sum, one) => sum + one, 0), count),
  )

  await chooseIn('Show', 'Share of the month')
  await slider.focus()
  await page.keyboard.press('Home')
  await expect(slider).toHaveAttribute(
    'aria-valuetext',
    said(
      0,
      (months) => ((months[0] ?? 0) / (sales.months[0] ?? 1)) * 100,
      (percent) => `${percent.toLocaleString('en-US', { maximumFractionDigits: 1 })}%`,
    ),
  )

  await chooseIn('Show', 'By month')
  await chooseIn('Months', 'Without January')
  await slider.focus()
  await page.keyboard.press('Home')
  await expect(slider).toHaveAttribute(
    'aria-valuetext',
    said(1, (months) => months[1] ?? 0, count),
  )

  const answer = await page.request.get('/api/Dashboard/persistency', {
    headers: { authorization: `Bearer ${token}` },
    params: { year },
  })
  const { clients, months }: { clients: number; months: (number | null)[] } = await answer.json()
  const here = months.findLast((month) => month !== null) ?? 0
  expect(here).toBeGreaterThan(0)
  const still = page.getByRole('region', { name: 'Clients still here' })
  await expect(still).toContainText(`${((here / clients) * 100).toFixed(1)}% still here`)
  await expect(still).toContainText(`${count(here)} of ${count(clients)} in force on 12/31/${year - 1}`)
})

test('DASH-08 on the host of agents the carriers’ logos lead to their portals, on others there are none', async ({
  page,
  request,
  signIn,
}) => {
  const token = await signIn('agent')
  await page.goto('/portal/dashboard')
  await expect(page.getByRole('img', { name: /^Top 10/ })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Carrier portals' })).toHaveCount(0)
  const agents = await (await request.get('/portal/dashboard', { headers: { host: 'agents.example.com' } })).text()
  await page.route('**/portal/dashboard', (route) => route.fulfill({ body: agents, contentType: 'text/html' }))
  await page.goto('/portal/dashboard')
  const links = page.getByRole('navigation', { name: 'Carrier portals' }).getByRole('link')
  const answer = await request.get('/api/Carriers', { headers: { authorization: `Bearer ${token}` } })
  const carriers: { name: string; portalUrl: string | null }[] = await answer.json()
  const withPortal = carriers.filter(({ portalUrl }) => portalUrl !== null)
  expect(withPortal.length).toBeGreaterThan(0)
  await expect(links).toHaveCount(withPortal.length)
  for (const { name, portalUrl } of withPortal) {
    const link = links.filter({ hasText: name }).first()
    await expect(link).toHaveAttribute('href', portalUrl ?? '')
    await expect(link).toHaveAttribute('target', '_blank')
  }
})
