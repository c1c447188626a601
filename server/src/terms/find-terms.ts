import { fail } from '@coverdesk/domain/fail.ts'
import type { Terms } from '@coverdesk/domain/terms/terms-contract.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** A version of the terms of use, the newest if none is named; fails as missing if it does not exist. */
export async function findTerms(db: Db, version?: number): Promise<Terms> {
  const { rows } = await sql<Terms>`
    select t.version, t.effective_on as "effectiveOn", t.english, t.spanish,
      (select jsonb_agg(jsonb_build_object('version', v.version, 'effectiveOn', v.effective_on) order by v.version desc)
       from terms_versions v) as versions
    from terms_versions t where ${version === undefined ? sql`true` : sql`t.version = ${version}`}
    order by t.version desc limit 1`.execute(db)
  return rows[0] ?? fail('terms.not_found')
}
