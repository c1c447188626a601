import type { Confirmation } from '@coverdesk/domain/expected/confirmation.ts'
import { type RawBuilder, sql } from 'kysely'
import { instantOf } from '../platform/db/instant.ts'

/** SQL object with user, time and reason of a confirmation, from a row with this alias; `more` adds fields. */
export const confirmationOf = (
  alias: string,
  more: RawBuilder<unknown> = sql``,
): RawBuilder<Confirmation> => sql<Confirmation>`
  jsonb_build_object('at', ${sql.raw(instantOf(`${alias}.created_at`))}, 'reason', ${sql.ref(`${alias}.reason`)}, 'by', coalesce((
    select coalesce(nullif(concat_ws(' ', nullif(n.first_name, ''), nullif(n.last_name, '')), ''), u.user_name)
    from users u left join contacts n on n.id = u.contact_id where u.id = ${sql.ref(`${alias}.created_by`)}), 'Coverdesk')${more})`
