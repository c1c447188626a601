import { expect, type Page } from '@playwright/test'

/** Creates a carrier for one test through the API, named after the prefix of its policy numbers. */
export async function makeCarrier(page: Page, token: string, prefix: string): Promise<{ id: number; name: string }> {
  const name = `Plan ${prefix}`
  const answer = await page.request.post('/api/Carrier', {
    headers: { authorization: `Bearer ${token}` },
    data: { name, code: prefix, aliases: [], issuerIds: [], phone: '', portalUrl: '', disputeDays: 90 },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  const { id } = await answer.json()
  return { id, name }
}
