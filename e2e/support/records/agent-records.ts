import { randomInt, randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'

/** An agent for one test, with unique names, login email and NPN. */
export interface CreatedAgent {
  id: number
  version: number
  name: string
  lastName: string
  loginEmail: string
  npn: string
}

/** Input of New Agent with unique values. */
export function newAgentInput() {
  const mark = randomUUID().slice(0, 8)
  return {
    loginEmail: `agent-${mark}@example.com`,
    phone: '3055550142',
    npn: String(randomInt(100_000_000, 999_999_999)),
    locationId: 1,
    agentTypeId: 1,
    statusId: 1,
    contact: { firstName: 'Ida', middleName: '', lastName: `Probe ${mark}` },
  }
}

/** Creates an agent through the API, with changed fields. */
export async function makeAgent(page: Page, token: string, change: object = {}): Promise<CreatedAgent> {
  const wanted = newAgentInput()
  const saved = await saveAgent(page, token, { ...wanted, ...change })
  return { ...saved, lastName: wanted.contact.lastName }
}

/** Saves an agent through the API, as another user would. */
export async function saveAgent(page: Page, token: string, agent: object): Promise<CreatedAgent> {
  const answer = await page.request.put('/api/Agent', { headers: { authorization: `Bearer ${token}` }, data: agent })
  expect(answer.status(), await answer.text()).toBe(200)
  return await answer.json()
}

/** Creates a rate through the API. */
export async function makeRate(page: Page, token: string, rate: object): Promise<{ id: number; version: number }> {
  const answer = await page.request.post('/api/Rates', { headers: { authorization: `Bearer ${token}` }, data: rate })
  expect(answer.status(), await answer.text()).toBe(200)
  return await answer.json()
}

/** The date `days` from today in the agency's time zone, as calls and as users write it. */
export function dayFromToday(days: number): { iso: string; typed: string } {
  const today = new Date().toLocaleDateString('en-CA', { timeZone: 'America/New_York' })
  const iso = new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)
  return { iso, typed: `${iso.slice(5, 7)}/${iso.slice(8)}/${iso.slice(0, 4)}` }
}

/** Types the digits of a date one by one over what the input holds, as a person does, and expects the date: '03/14/1988'. */
export async function typeDate(input: Locator, date: string): Promise<void> {
  await input.click()
  await input.press('ControlOrMeta+a')
  await input.page().keyboard.type(date.replaceAll('/', ''))
  await expect(input).toHaveValue(date)
}
