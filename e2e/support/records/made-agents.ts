import { randomInt, randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'

/** An agent of a journey's own, with names, login email and NPN that nobody else has. */
export interface MadeAgent {
  id: number
  version: number
  name: string
  lastName: string
  loginEmail: string
  npn: string
}

/** What New Agent would send for somebody new. */
export function freshAgent() {
  const mark = randomUUID().slice(0, 8)
  return {
    loginEmail: `agent-${mark}@example.com`,
    phone: '3055550142',
    npn: String(randomInt(100_000_000, 999_999_999)),
    ...{ locationId: 1, agentTypeId: 1, statusId: 1 },
    contact: { firstName: 'Ida', middleName: '', lastName: `Probe ${mark}` },
  }
}

/** Makes an agent by the API, with what is to be different. */
export async function makeAgent(page: Page, token: string, change: object = {}): Promise<MadeAgent> {
  const wanted = freshAgent()
  const saved = await saveAgent(page, token, { ...wanted, ...change })
  return { ...saved, lastName: wanted.contact.lastName }
}

/** Saves an agent by the API, as somebody else at another desk would. */
export async function saveAgent(page: Page, token: string, agent: object): Promise<MadeAgent> {
  const answer = await page.request.put('/api/Agent', { headers: { authorization: `Bearer ${token}` }, data: agent })
  expect(answer.status(), await answer.text()).toBe(200)
  return await answer.json()
}

/** Makes a rate by the API; answers it. */
export async function makeRate(page: Page, token: string, rate: object): Promise<{ id: number; version: number }> {
  const answer = await page.request.post('/api/Rates', { headers: { authorization: `Bearer ${token}` }, data: rate })
  expect(answer.status(), await answer.text()).toBe(200)
  return await answer.json()
}

/** A day so many days from today, in the agency's zone: as calls have it, and as people type it. */
export function dayFromToday(days: number): { iso: string; typed: string } {
  const today = new Date().toLocaleDateString('en-CA', { timeZone: 'America/New_York' })
  const iso = new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)
  return { iso, typed: `${iso.slice(5, 7)}/${iso.slice(8)}/${iso.slice(0, 4)}` }
}
