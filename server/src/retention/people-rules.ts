import { doNotCall } from '@coverdesk/domain/leads/do-not-call.ts'
import { notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import { sql } from 'kysely'
import { destroyWhatWasSaid, lastActivity } from './destroy-records.ts'
import { enrollmentHold } from './enrollment-hold.ts'
import type { RetentionRule } from './retention-rule.ts'

const ofLead = { noteKind: notedKinds.lead.id, entities: ['lead'], statusKind: 'lead' }
const ofCustomer = { noteKind: notedKinds.customer.id, entities: ['customer', 'contact'], statusKind: 'customer' }

/** A wish not to be called is honored for five years (47 CFR 64.1200(d)(6)), which needs its number. */
const wishYears = sql`interval '5 years'`
const wishes = (list: 'status.lead' | 'status.customer', name: string) =>
  sql`(select id from lookup_values where list = ${list} and name = ${name})`

/** A lead whose person is a customer is kept as long as the customer. */
export const leads: RetentionRule = {
  class: 'lead',
  entity: 'lead',
  id: sql`l.id`,
  due: (at, period, only) => sql`
    select l.id::text from leads l
    where l.updated_at <= ${at} - ${period} and ${only}
      and greatest(l.created_at, l.updated_at, l.status_at, ${lastActivity({ ...ofLead, id: 'l.id' })}) <= ${at} - ${period}
      and not exists (select from customers cu where cu.contact_id = l.contact_id)
      and not (l.status_id in ${wishes('status.lead', doNotCall)} and l.phone is not null and l.status_at > ${at} - ${wishYears})
      and not ${enrollmentHold(
        {
          firstName: sql`l.first_name`,
          lastName: sql`l.last_name`,
          dob: sql`l.dob`,
          emails: sql`'{}'::text[]`,
          phones: sql`array_remove(array[l.phone], null)`,
        },
        at,
      )}`,
  lock: (ids) => sql`
    select id::text from leads where id = any(${ids}::bigint[]) order by id for update skip locked`,
  destroy: async (db, ids) => {
    await destroyWhatWasSaid(db, { ...ofLead, ids })
    await sql`delete from leads where id = any(${ids}::bigint[])`.execute(db)
  },
}

/** Contacts of one person: the remaining record and those merged into it. */
const samePerson = sql`(m.id = c.id or m.merged_into = c.id)`

export const customers: RetentionRule = {
  class: 'customer',
  entity: 'customer',
  id: sql`c.id`,
  due: (at, period, only) => sql`
    select c.id::text from contacts c join customers cu on cu.contact_id = c.id
    where c.merged_into is null and c.updated_at <= ${at} - ${period} and ${only}
      and not (cu.status_id in ${wishes('status.customer', 'Do Not Contact')} and greatest(c.updated_at,
        (select max(s.created_at) from status_changes s where s.kind = 'customer' and s.record_id = c.id)) > ${at} - ${wishYears})
      and greatest(c.created_at, cu.created_at, ${lastActivity({ ...ofCustomer, id: 'c.id' })},
        (select v.last_at from conversations v where v.contact_id = c.id),
        (select max(k.called_at) from phone_calls k where k.contact_id = c.id)) <= ${at} - ${period}
      and not exists (select from contacts m where ${samePerson} and (
        exists (select from agents where contact_id = m.id) or exists (select from users where contact_id = m.id)
        or exists (select from contact_merges g where m.id in (g.kept_id, g.merged_id)
          and greatest(g.merged_at, g.undone_at) > ${at} - ${period})))
      and not exists (select from leads l where l.contact_id = c.id
        and greatest(l.created_at, l.updated_at, l.status_at, ${lastActivity({ ...ofLead, id: 'l.id' })}) > ${at} - ${period})
      and not exists (select from contacts m where ${samePerson} and ${enrollmentHold(
        {
          firstName: sql`m.first_name`,
          lastName: sql`m.last_name`,
          dob: sql`m.dob`,
          emails: sql`array(select email from contact_emails where contact_id in (m.id, c.id))`,
          phones: sql`array(select phone from contact_phones where contact_id in (m.id, c.id))`,
        },
        at,
      )})`,
  lock: (ids) => sql`
    select id::text from contacts where id = any(${ids}::bigint[]) order by id for update skip locked`,
  destroy: async (db, ids) => {
    const { rows } = await sql<{ id: string }>`
      select id::text from contacts where id = any(${ids}::bigint[]) or merged_into = any(${ids}::bigint[])`.execute(db)
    const all = rows.map(({ id }) => id)
    await destroyWhatWasSaid(db, { ...ofCustomer, ids: all })
    await sql`
      delete from contact_merges where kept_id = any(${all}::bigint[]) or merged_id = any(${all}::bigint[])`.execute(db)
    await sql`delete from contacts where id = any(${all}::bigint[])`.execute(db)
  },
}

/**
 * Sessions end after twelve hours at most; only the audit record refers to them, by id. 5,000 agents begin several each day.
 */
export const sessions: RetentionRule = {
  class: 'session',
  entity: 'session',
  id: sql`s.id`,
  maxAnnounced: 200_000,
  due: (at, period, only) => sql`
    select s.id::text from sessions s
    where s.created_at <= ${at} - ${period} and s.last_active_at <= ${at} - ${period} and s.expires_at <= ${at} and ${only}`,
  lock: (ids) => sql`
    select id::text from sessions where id = any(${ids}::uuid[]) order by id for update skip locked`,
  destroy: async (db, ids) => {
    await sql`delete from sessions where id = any(${ids}::uuid[])`.execute(db)
  },
}
