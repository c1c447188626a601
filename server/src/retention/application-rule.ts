import { notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import { enrollmentYears } from '@coverdesk/domain/retention/retention-classes.ts'
import { sql } from 'kysely'
import { destroyWhatWasSaid, lastActivity } from './destroy-records.ts'
import type { RetentionRule } from './retention-rule.ts'

const record = { noteKind: notedKinds.application.id, entities: ['internal-application'], statusKind: 'application' }

/** An application, its consents, reviews and authorizations are kept ten years from the signature, whatever the setting. */
export const applicationRule: RetentionRule = {
  class: 'internal-application',
  entity: 'internal-application',
  id: sql`i.id`,
  due: (at, period, only) => sql`
    select i.id::text from internal_applications i
    where i.created_at <= ${at} - ${period} and ${only}
      and greatest(i.created_at, i.updated_at, ${lastActivity({ ...record, id: 'i.id' })},
        (select max(e.updated_at) from ede_applications e where e.application_id = i.id),
        (select max(r.created_at) from consent_requests r where r.application_id = i.id),
        (select max(g.signed_at) from consents g where g.application_id = i.id)) <= ${at} - ${period}
      and not exists (select from consents g
        where g.application_id = i.id and g.signed_at > ${at} - make_interval(years => ${enrollmentYears}))
      and not exists (select from authorization_requests r join exchange_authorizations z on z.request_id = r.id
        where r.application_id = i.id and z.authorized_at > ${at} - make_interval(years => ${enrollmentYears}))
      and not exists (select from ede_applications e
        left join review_requests q on q.ede_application_id = e.id
        left join application_reviews v on v.request_id = q.id
        where e.application_id = i.id
          and greatest(e.submitted_at, v.signed_at) > ${at} - make_interval(years => ${enrollmentYears}))`,
  lock: (ids) => sql`
    select id::text from internal_applications where id = any(${ids}::bigint[]) order by id for update skip locked`,
  destroy: async (db, ids) => {
    await destroyWhatWasSaid(db, { ...record, ids })
    await sql`
      delete from application_reviews v using review_requests q, ede_applications e
      where q.id = v.request_id and e.id = q.ede_application_id and e.application_id = any(${ids}::bigint[])`.execute(
      db,
    )
    await sql`delete from consents where application_id = any(${ids}::bigint[])`.execute(db)
    await sql`delete from internal_applications where id = any(${ids}::bigint[])`.execute(db)
  },
}
