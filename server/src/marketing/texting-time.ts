import { stateOfAreaCode } from '@coverdesk/domain/marketing/state-of-area-code.ts'
import { answerHours, firstTextingTime } from '@coverdesk/domain/marketing/texting-hours.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** When a text to a number may be sent, and the states whose hours count. */
export interface TextingTime {
  at: Date
  states: readonly string[]
}

/**
 * First moment at which a text to this number of a contact may be sent: now, if the contact texted within the last day, else
 * by the hours of the contact's addresses and of the number. Of earlier texts those that wait count too, except for one that waited
 * itself and is due: it counts only those that were `sent`.
 */
export async function textingTime(
  db: Db,
  now: Date,
  contactId: number,
  phone: string,
  counted: 'sent' | 'all' = 'all',
): Promise<TextingTime> {
  const { rows } = await sql<{ states: string[]; sent: string[]; wrote: boolean }>`
    select
      array(select distinct s.code from contact_addresses a join states s on s.id = a.state_id
        where a.contact_id = ${contactId} order by 1) as states,
      coalesce((
        -- A text that waited, or still waits, counts when it is sent.
        select jsonb_agg(m.at + coalesce(coalesce(o.sent_at, o.next_try_at) - o.created_at, interval '0'))
        from contact_messages m left join outbox o on o.id = m.outbox_id
        where m.channel = 'sms' and m.address = ${phone} and m.direction = 'out' and m.state <> 'failed'
          and (m.state = 'sent' or ${counted === 'all'}) and m.at > ${now}::timestamptz - interval '10 days'), '[]') as sent,
      exists (select from contact_messages m where m.channel = 'sms' and m.address = ${phone} and m.direction = 'in'
        and m.at > ${now}::timestamptz - make_interval(hours => ${answerHours})) as wrote`.execute(db)
  const { states = [], sent = [], wrote = false } = rows[0] ?? {}
  const places = [...new Set([...states, stateOfAreaCode(phone)])].filter((state) => state !== null)
  if (wrote) return { at: now, states: places }
  const times = sent.map((time) => new Date(time))
  return { at: firstTextingTime(now, places, times), states: places }
}
