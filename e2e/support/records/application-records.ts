import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect } from '../test-fixtures.ts'

/** A unique last name, so that a test finds its own applications. */
export function uniqueName(): string {
  return `Solicita${randomUUID().slice(0, 8)}`
}

/** Creates an application through the API and returns its id. */
export async function createApplication(
  page: Page,
  token: string,
  more: { lastName: string } & Record<string, string>,
) {
  const answer = await page.request.post('/api/Application', {
    headers: { authorization: `Bearer ${token}` },
    data: { firstName: 'Ana', email: `${more.lastName.toLowerCase()}@example.com`, phone: '3055550142', ...more },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  const { id }: { id: string } = await answer.json()
  return id
}

/** Opens the internal applications of one last name. */
export async function openApplications(page: Page, lastName: string) {
  await page.goto(`/portal/mk/applications?tab=internal&name=${lastName}`)
  const table = page.getByRole('grid', { name: 'Applications' })
  await expect(table).toContainText(lastName)
  return table
}

/** The link of the newest consent request to an applicant, by last name, from the demo's outbox. */
export async function consentLink(page: Page, token: string, lastName: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` }
  const params = { recipient: `${lastName.toLowerCase()}@example.com` }
  const { data }: { data: { id: string }[] } = await (await page.request.get('/api/Outbox', { headers, params })).json()
  const { link }: { link: string } = await (await page.request.get(`/api/Outbox/${data[0]?.id}`, { headers })).json()
  return link
}
