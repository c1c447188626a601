import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'

export interface CreatedContact {
  id: number
  firstName: string
  lastName: string
  email: string
}

/** A unique last name for one test. */
export function uniqueName(name: string): string {
  const letters = randomUUID()
    .replaceAll('-', '')
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')
  return `${name}${letters.slice(0, 8)}`
}

/** Creates a customer through the API. */
export async function makeContact(
  page: Page,
  token: string,
  wish: { firstName: string; lastName: string; email?: string; phone?: string; dob?: string; sex?: 'F' | 'M' },
): Promise<CreatedContact> {
  const email = wish.email ?? `${randomUUID().slice(0, 8)}@example.com`
  const answer = await page.request.post('/api/Customer', {
    headers: { authorization: `Bearer ${token}` },
    data: { sex: 'F', ...wish, email },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  return { id: (await answer.json()).id, firstName: wish.firstName, lastName: wish.lastName, email }
}
