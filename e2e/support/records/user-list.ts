import { expect, type Locator, type Page } from '@playwright/test'

/** Opens the list of users with a query, waits for its rows and returns the grid. */
export async function openUsers(page: Page, query = ''): Promise<Locator> {
  await page.goto(`/portal/security/users${query}`)
  const grid = page.getByRole('grid', { name: 'Users' })
  await expect(grid).toHaveAttribute('aria-busy', 'false')
  return grid
}

/** Id of the user with exactly this login, from the API. */
export async function idOf(page: Page, token: string, login: string): Promise<number> {
  const answer = await page.request.get('/api/UserManage', {
    params: { login, pageSize: 100 },
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.status()).toBe(200)
  const { data }: { data: { id: number; userName: string }[] } = await answer.json()
  return data.find(({ userName }) => userName === login)?.id ?? 0
}
