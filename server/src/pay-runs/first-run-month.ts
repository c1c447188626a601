import { sql } from 'kysely'

export interface DraftRun {
  id: number
  /** First day. */
  month: string
  sequence: number
}

/** First month of the agency's runs: lines of earlier statements were paid elsewhere. */
export const firstRunMonth = (month: string) => sql<string>`
  coalesce((select min(f.month) from pay_runs f where f.closed_at is not null), ${month}::date)`
