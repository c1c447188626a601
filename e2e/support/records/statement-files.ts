import { expect, type Page } from '@playwright/test'
import { type ChosenFile, csvFile } from './policy-files.ts'

/** A demo carrier whose statements only one test imports, and a month without demo statements. */
export interface StatementPeriod {
  carrierId: number
  carrier: string
  month: number
  monthName: string
  year: number
}

/** A statement under the canonical headings. */
export function statementFile(name: string, rows: readonly (readonly string[])[]): ChosenFile {
  return csvFile(name, [['AgentNPN', 'PolicyNumber', 'InsuredName', 'Members', 'Amount', 'Month'], ...rows])
}

/** Deletes statements that an earlier try may have left. */
export async function withoutStatements(page: Page, token: string, { carrierId, month, year }: StatementPeriod) {
  const address = `/api/Commissions/statements?carrierId=${carrierId}&month=${month}&year=${year}`
  const answer = await page.request.delete(address, { headers: { authorization: `Bearer ${token}` } })
  expect([200, 404]).toContain(answer.status())
}

/** Imports a statement through the API. */
export async function loadStatement(page: Page, token: string, period: StatementPeriod, file: ChosenFile) {
  const { carrierId, month, year } = period
  const answer = await page.request.post('/api/Commissions/statements', {
    headers: { authorization: `Bearer ${token}` },
    multipart: { carrierId, month, year, csvFormat: 'Standard', file },
  })
  expect(answer.status(), await answer.text()).toBe(200)
}
