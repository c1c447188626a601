import { notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import { sql } from 'kysely'
import { destroyWhatWasSaid, lastActivity } from './destroy-records.ts'
import type { RetentionRule } from './retention-rule.ts'

const record = { noteKind: notedKinds.offline.id, entities: ['offline-application'] }

const lockApplications: RetentionRule['lock'] = (ids) => sql`
  select id::text from offline_applications where id = any(${ids}::bigint[]) order by id for update skip locked`

/** The last four digits may be kept (PCI DSS 3.4.1). In open enrollment, tens of thousands are processed each day. */
export const cardNumbers: RetentionRule = {
  class: 'card-number',
  entity: 'offline-application',
  id: sql`o.id`,
  maxAnnounced: 200_000,
  due: (at, period, only) => sql`
    select o.id::text from offline_applications o
    where o.card_number_sealed is not null and not o.held and o.processed_at <= ${at} - ${period} and ${only}`,
  lock: lockApplications,
  destroy: async (db, ids) => {
    await sql`
      update offline_applications set card_number_sealed = null, card_number_search = null, card_exp_date = null,
        card_purged_at = now()
      where id = any(${ids}::bigint[])`.execute(db)
  },
}

export const offlineDrafts: RetentionRule = {
  class: 'offline-draft',
  entity: 'offline-draft',
  id: sql`d.user_id`,
  due: (at, period, only) => sql`
    select d.user_id::text as id from offline_drafts d where d.saved_at <= ${at} - ${period} and ${only}`,
  lock: (ids) => sql`
    select user_id::text as id from offline_drafts where user_id = any(${ids}::bigint[]) order by 1 for update skip locked`,
  destroy: async (db, ids) => {
    await sql`delete from offline_drafts where user_id = any(${ids}::bigint[])`.execute(db)
  },
}

export const offlineApplications: RetentionRule = {
  class: 'offline-application',
  entity: 'offline-application',
  id: sql`o.id`,
  due: (at, period, only) => sql`
    select o.id::text from offline_applications o
    where not o.held and o.created_at <= ${at} - ${period} and ${only}
      and greatest(o.created_at, o.processed_at, ${lastActivity({ ...record, id: 'o.id' })}) <= ${at} - ${period}`,
  lock: lockApplications,
  destroy: async (db, ids) => {
    await destroyWhatWasSaid(db, { ...record, ids })
    await sql`delete from offline_reveals where application_id = any(${ids}::bigint[])`.execute(db)
    await sql`delete from offline_applications where id = any(${ids}::bigint[])`.execute(db)
  },
}
