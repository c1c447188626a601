import { Failure } from '@coverdesk/domain/failure.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Person, TestApp } from '../../testing/test-app.ts'

/** Table as a CSV file; tests only. */
export function csv(rows: readonly (readonly (string | number)[])[], newline = '\n'): string {
  return rows.map((row) => row.map((cell) => quoted(String(cell))).join(',') + newline).join('')
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

export const headings = [
  'PolicyNumber',
  'FirstName',
  'LastName',
  'DOB',
  'AgentNPN',
  'EffectiveDate',
  'TermDate',
  'MonthlyPremium',
  'NumberOfMembers',
]

/** Rows of plausible policies `from` to `to`, under `headings`. */
export function policyRows(from: number, to: number, more: { premium?: string; npn?: string } = {}): string[][] {
  return Array.from({ length: to - from + 1 }, (_, index) => {
    const n = from + index
    const premium = more.premium ?? `${100 + (n % 900)}.${String(n % 100).padStart(2, '0')}`
    return [
      `U${10_000 + n}`,
      `First${n % 50}`,
      `Last${n % 70}`,
      `0${1 + (n % 9)}/15/1980`,
      more.npn ?? '19984127',
      '01/01/2026',
      '12/31/9999',
      premium,
      String(1 + (n % 5)),
    ]
  })
}

/** An administrator who can upload files. */
export function createUploader(agency: TestApp): Promise<Person> {
  return agency.person({
    roles: ['agent', 'administrator'],
    claims: ['view.UploadFile', 'admin.UploadFile', 'view.Policy'],
  })
}

/** The failure that a request ends with. */
export async function refusal(call: Promise<unknown>): Promise<Failure> {
  const outcome = await call.then(
    () => null,
    (error) => error,
  )
  if (outcome instanceof Failure) return outcome
  throw outcome ?? new Error('The request was not refused')
}

/** All rows of all tables that a policy upload writes. */
export async function policyState(db: Db): Promise<unknown> {
  const tables = [
    'policies',
    'policy_changes',
    'policy_agents',
    'policy_marks',
    'policy_month_totals',
    'unpaid_policies',
    'lost_policies',
  ]
  const parts = tables.map(
    (table) => sql`(select jsonb_agg(to_jsonb(t) order by to_jsonb(t)::text) from ${sql.table(table)} t)`,
  )
  return (await sql`select jsonb_build_array(${sql.join(parts)}) as all`.execute(db)).rows
}
