import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'

export interface MadeContact {
  id: number
  firstName: string
  lastName: string
  email: string
}

/** A last name that nobody else has, of the journey's own. */
export function freshName(name: string): string {
  const letters = randomUUID()
    .replaceAll('-', '')
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')
  return `${name}${letters.slice(0, 8)}`
}

/** Makes a customer by the API, as the person of the token. */
export async function makeContact(
  page: Page,
  token: string,
  wish: { firstName: string; lastName: string; email?: string; phone?: string; dob?: string; sex?: 'F' | 'M' },
): Promise<MadeContact> {
  const email = wish.email ?? `${randomUUID().slice(0, 8)}@example.com`
  const answer = await page.request.post('/api/Customer', {
    headers: { authorization: `Bearer ${token}` },
    data: { sex: 'F', ...wish, email },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  return { id: (await answer.json()).id, firstName: wish.firstName, lastName: wish.lastName, email }
}
