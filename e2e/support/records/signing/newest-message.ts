import type { Page } from '@playwright/test'

/** Link and code of the newest message of a kind to a recipient, from the outbox of the demo. */
export async function newestMessage(
  page: Page,
  token: string,
  params: { recipient: string; kind: string },
): Promise<{ link: string; code: string }> {
  const headers = { authorization: `Bearer ${token}` }
  const { data }: { data: { id: string }[] } = await (await page.request.get('/api/Outbox', { headers, params })).json()
  return await (await page.request.get(`/api/Outbox/${data[0]?.id}`, { headers })).json()
}
