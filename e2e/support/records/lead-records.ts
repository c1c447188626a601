import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { inDatabase } from '../database.ts'
import { expect } from '../test-fixtures.ts'

/** A unique name, so that a test finds its own leads. */
export function uniqueName(): string {
  return `Lead${randomUUID().slice(0, 8)}`
}

/** Creates unassigned leads with one last name in the database and returns their ids. */
export async function makeLeads(
  lastName: string,
  leads: readonly { firstName: string; phone?: string; dob?: string; plan?: string; state?: string }[],
): Promise<number[]> {
  return await inDatabase(async (connection) => {
    const { rows } = await connection.query<{ id: number }>(
      `insert into leads (source, first_name, last_name, phone, dob, plan, state, address, city, zip_code)
       select 'csv', l.first_name, $1, l.phone, l.dob, l.plan, l.state, '12 Palm St', 'Miami', '33101'
       from json_to_recordset($2) as l (first_name text, phone text, dob date, plan text, state text) returning id`,
      [
        lastName,
        JSON.stringify(leads.map(({ firstName, ...rest }) => ({ first_name: firstName, state: 'FL', ...rest }))),
      ],
    )
    return rows.map(({ id }) => Number(id))
  })
}

/** Opens the leads of one last name. */
export async function openLeads(page: Page, lastName: string) {
  await page.goto(`/portal/leads?name=${lastName}`)
  const table = page.getByRole('grid', { name: 'Leads' })
  await expect(table).toContainText(lastName)
  return table
}

/** Selects a row by its checkbox. */
export async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('checkbox', { name: `Select ${name}` }).click()
}
