import { missingRights } from '@coverdesk/domain/access/missing-rights.ts'
import type { rightsToAskFor } from '@coverdesk/domain/access/missing-rights-contract.ts'
import { sql } from 'kysely'
import type { Handler } from '../../platform/http/http-call.ts'

/** What the caller lacks, and the enabled security administrators of the same organization who can give it. */
export const readMissingRights: Handler<typeof rightsToAskFor.one> = async ({ db, user, services }) => {
  const missing = missingRights(user)
  if (missing === null) return { missing, administrators: [] }
  const { org } = services.config
  const { rows } = await sql<{ name: string; email: string }>`
    select coalesce(nullif(concat_ws(' ', nullif(c.first_name, ''), nullif(c.last_name, '')), ''), u.user_name) as name, u.email
    from users u left join contacts c on c.id = u.contact_id
    where u.enabled and u.roles @> '{securityadmin}' and u.id <> ${user.id} and (${org}::text is null or u.org = ${org})
    order by u.sort_name, u.id limit 10`.execute(db)
  return { missing, administrators: rows }
}
