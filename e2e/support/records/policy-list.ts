import { expect, type Locator, type Page } from '@playwright/test'

/** Opens the list of policies with a query, waits for its rows and returns the grid. */
export async function openPolicies(page: Page, query = ''): Promise<Locator> {
  await page.goto(`/portal/policies/manage${query}`)
  const grid = page.getByRole('grid', { name: 'Policies' })
  await expect(grid).toHaveAttribute('aria-busy', 'false')
  return grid
}

/** The rows of the grid without its headings. */
export function rowsOf(grid: Locator): Locator {
  return grid.getByRole('row').filter({ hasNot: grid.page().getByRole('columnheader') })
}

/** Number of matching policies, from the pager. */
export async function totalShown(page: Page): Promise<number> {
  const range = await page
    .getByRole('status')
    .filter({ hasText: / of [\d,]+$/ })
    .innerText()
  return Number(range.replace(/^.* of /, '').replaceAll(',', ''))
}

interface Listed {
  totalRecords: number
  data: {
    id: number
    policyNumber: string
    firstName: string
    lastName: string
    planName: string | null
    months: (string | null)[]
  }[]
}

/** The API's response to the same filters. */
export async function listed(page: Page, token: string, params: Record<string, string | number>): Promise<Listed> {
  const answer = await page.request.get('/api/Policies', { params, headers: { authorization: `Bearer ${token}` } })
  expect(answer.status()).toBe(200)
  return await answer.json()
}

/** Chooses an option of a filter, such as State. */
export async function chooseFilter(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('search', { name: 'Filters' }).getByRole('button', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
