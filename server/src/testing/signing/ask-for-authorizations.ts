import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Has the exchanges of all states ask for authorizations, as an administrator sets it. */
export async function askForAuthorizations(db: Db): Promise<void> {
  await sql`
    insert into authorization_rules (state, asked_from, reason, created_by)
    select s.code, '2026-01-01', 'The exchange asks', (select min(id) from users) from states s
    where not exists (select from authorization_rules r where r.state = s.code)`.execute(db)
}
