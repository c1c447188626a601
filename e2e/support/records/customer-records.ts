import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'

export interface CreatedCustomer {
  id: number
  lastName: string
  email: string
}

/** A unique last name. */
export function uniqueName(name = 'Vega'): string {
  return `${name} ${randomUUID().slice(0, 8)}`
}

/** Creates a customer through the API; the user must be an agent or have access to all customers. */
export async function makeCustomer(
  page: Page,
  token: string,
  wish: Record<string, unknown> = {},
): Promise<CreatedCustomer> {
  const lastName = uniqueName()
  const answer = await page.request.post('/api/Customer', {
    headers: { authorization: `Bearer ${token}` },
    data: {
      firstName: 'Ana',
      lastName,
      email: `ana.${lastName.slice(5)}@example.com`,
      phone: '3055550142',
      sex: 'F',
      dob: '1986-04-17',
      usCitizen: true,
      tglanguageSpkid: 2,
      tglanguageMailId: 1,
      ...wish,
    },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  const { id, email } = await answer.json()
  return { id, lastName, email }
}

/** Changes a customer through the API, as another user would. */
export async function changeCustomer(
  page: Page,
  token: string,
  id: number,
  change: Record<string, unknown>,
): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const now = await (await page.request.get(`/api/Customer/${id}`, { headers })).json()
  const { version, firstName, middleName, lastName, email, phone, dob, sex, usCitizen } = now
  const { tglanguageSpkid, tglanguageMailId } = now
  const answer = await page.request.put(`/api/Customer/${id}`, {
    headers,
    data: {
      version,
      firstName,
      middleName,
      lastName,
      email,
      phone,
      dob,
      sex,
      usCitizen,
      tglanguageSpkid,
      tglanguageMailId,
      ...change,
    },
  })
  expect(answer.status(), await answer.text()).toBe(200)
}
