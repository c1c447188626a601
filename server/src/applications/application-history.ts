import type { applications, ConsentEntry } from '@coverdesk/domain/applications/application-contract.ts'
import { sql } from 'kysely'
import { changesSince } from '../history/record-changes.ts'
import { statusHistory } from '../history/status-history.ts'
import type { Db } from '../platform/db/database.ts'
import { instantOf } from '../platform/db/instant.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { displayName } from '../users/user-list.ts'
import { findApplication } from './application-queries.ts'
import { applicationVisibility } from './application-visibility.ts'
import { revokedAfter } from './revoked-after.ts'

/** History of an application, oldest first (APP-19). */
export const applicationHistory: Handler<typeof applications.history> = async ({ db, user }, { id }) => {
  const { number } = await findApplication(db, applicationVisibility(user), id)
  const statuses = await statusHistory(db, 'application', number)
  return {
    number,
    statuses: statuses.map(({ createdBy, createdDate, status, agentName, comment }) => ({
      userName: createdBy,
      createDate: createdDate,
      status,
      agentName,
      comment,
    })),
    changes: await changesSince(db, 'internal-application', number),
    consents: await consentsOf(db, number),
  }
}

async function consentsOf(db: Db, number: number): Promise<ConsentEntry[]> {
  const { rows } = await sql<ConsentEntry>`
    select ${sql.raw(instantOf('r.created_at'))} as "sentDate", coalesce(${sql.raw(displayName)}, 'Coverdesk') as "sentBy",
      r.channel, r.sent_to as "sentTo", r.agent_name as "agentName", ${sql.raw(instantOf('g.signed_at'))} as "signedDate",
      g.signed_name as "signedName", g.ends_on as "endsOn", ${sql.raw(instantOf(revokedAfter))} as "revokedDate",
      case when g.id is null then null else jsonb_build_object('text', g.text_signed, 'language', g.language,
        'version', g.text_version, 'sha256', encode(g.text_sha256, 'hex'), 'address', g.address,
        'userAgent', g.user_agent) end as evidence
    from consent_requests r
    left join consents g on g.request_id = r.id
    left join users u on u.id = r.created_by
    left join contacts c on c.id = u.contact_id
    where r.application_id = ${number}
    order by r.id`.execute(db)
  return rows
}
