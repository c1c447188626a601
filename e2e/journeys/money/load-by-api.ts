import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import type { ChosenFile } from '../../support/records/policy-files.ts'

/** Loads a file through the API, as the screens do. */
export async function loadByApi(page: Page, token: string, path: string, file: ChosenFile): Promise<void> {
  const separator = path.includes('?') ? '&' : '?'
  const answer = await page.request.post(`${path}${separator}fileName=${file.name}`, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    data: file.buffer,
  })
  expect(answer.status(), await answer.text()).toBe(200)
}
