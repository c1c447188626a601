import type { Page } from '@playwright/test'
import { expect } from '../test-fixtures.ts'
import { dayFromToday } from './agent-records.ts'

/** The next Monday after today. */
export function nextMonday(): { iso: string; typed: string } {
  const weekday = new Date(`${dayFromToday(0).iso}T12:00:00Z`).getUTCDay()
  return dayFromToday((8 - weekday) % 7 || 7)
}

/** The first working day on or after a day: a request for a weekend is refused. */
export function workdayFromToday(days: number): { iso: string; typed: string } {
  const weekday = new Date(`${dayFromToday(days).iso}T12:00:00Z`).getUTCDay()
  return dayFromToday(days + (weekday === 6 ? 2 : weekday === 0 ? 1 : 0))
}

/** Creates a PTO request for one working day and returns its id. */
export async function makeRequest(page: Page, token: string, { days = 0, comment = '' } = {}): Promise<number> {
  const day = workdayFromToday(days).iso
  const answer = await page.request.post('/api/PTO', {
    headers: { authorization: `Bearer ${token}` },
    data: { startDate: day, endDate: day, comment },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  return (await answer.json()).id
}

/** Sets the status of a request. */
export async function decide(page: Page, token: string, id: number, statusId: number): Promise<void> {
  const answer = await page.request.post(`/api/PTO/${id}/status`, {
    headers: { authorization: `Bearer ${token}` },
    data: { statusId, comment: 'Decided elsewhere' },
  })
  expect(answer.status(), await answer.text()).toBe(200)
}
