import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { newestEntries } from '@coverdesk/domain/person/newest-entries.ts'
import { leavingWords, unpaidVariants, variantOf } from '@coverdesk/domain/unpaid/unpaid-variants.ts'
import { sql } from 'kysely'
import { messagesOf } from '../marketing/conversation-queries.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Db } from '../platform/db/database.ts'
import { instantOf } from '../platform/db/instant.ts'
import { callVisibility } from '../telephony/call-list.ts'
import { tableOf } from '../unpaid/unpaid-list.ts'
import { visibleUnpaid } from '../unpaid/unpaid-queries.ts'
import { displayName } from '../users/user-list.ts'
import { entryDefaults } from './entry-defaults.ts'
import type { FoundEntry, Person } from './person-source.ts'

/** Longer messages are truncated; the conversation shows the full text. */
const maxTextLength = 300

interface FoundCall {
  id: number
  phone: string
  outcome: string
  comment: string
  at: string
  by: string
}

/** Calls to the person: the caller's own or, in the super role, everyone's (TEL-03). */
export async function callEntries(db: Db, caller: SignedIn, { id }: Person): Promise<FoundEntry[]> {
  const visibility = callVisibility(caller)
  const own = visibility.all ? sql`true` : sql`p.user_id = any(${visibility.agentIds}::bigint[])`
  const { rows } = await sql<FoundCall>`
    select p.id, p.phone, p.outcome, p.comment, ${sql.raw(instantOf('p.called_at'))} as at, ${sql.raw(displayName)} as by
    from phone_calls p join users u on u.id = p.user_id left join contacts c on c.id = u.contact_id
    where p.contact_id = ${id} and ${own} order by p.called_at desc, p.id desc limit ${newestEntries.call}`.execute(db)
  return rows.map((call) => ({
    ...entryDefaults,
    kind: 'call',
    key: `${call.id}`,
    at: call.at,
    by: call.by,
    record: call.id,
    title: `Called ${showPhone(call.phone)}`,
    text: call.comment || null,
    state: { word: call.outcome, tone: call.outcome === 'Answered' ? 'green' : 'grey' },
  }))
}

const channels = { sms: 'Text message', email: 'Email' } as const

/** Messages to and from the person; only for users who may read the conversation. */
export async function messageEntries(db: Db, _caller: SignedIn, { id }: Person): Promise<FoundEntry[]> {
  const found = await messagesOf(db, sql`m.contact_id = ${id} order by m.id desc limit ${newestEntries.message}`)
  return found.map((message) => {
    const content = [message.subject, message.body].filter(Boolean).join(': ')
    return {
      ...entryDefaults,
      kind: 'message',
      key: `${message.id}`,
      at: message.at,
      by: message.by,
      record: id,
      title: `${channels[message.channel]} ${message.direction === 'in' ? 'received' : 'sent'}`,
      text: content.length > maxTextLength ? `${content.slice(0, maxTextLength)} …` : content,
      state: message.failure === null ? null : { word: 'Not delivered', tone: 'red' },
    }
  })
}

const titles = { unpaid: ['Unpaid', 'No longer unpaid'], lost: ['Lost', 'Recovered'] } as const

interface FoundMonth {
  id: number
  policyId: number
  number: string
  month: string
  status: string | null
  foundAt: string
  leftAt: string | null
  leftWhy: keyof typeof leavingWords | null
}

/** Months in which the person's policies were unpaid or lost, and when they were settled, as the caller can see them. */
export async function unpaidEntries(db: Db, caller: SignedIn, { policies }: Person): Promise<FoundEntry[]> {
  const ids = policies.map((policy) => policy.id)
  if (ids.length === 0) return []
  const found = unpaidVariants.map(async (variant): Promise<FoundEntry[]> => {
    const { entity, statuses } = variantOf[variant]
    const { rows } = await sql<FoundMonth>`
      select n.id, n.policy_id as "policyId", n.policy_number as number, to_char(n.month, 'MM/YYYY') as month, s.name as status,
        ${sql.raw(instantOf('n.created_at'))} as "foundAt", ${sql.raw(instantOf('n.left_at'))} as "leftAt", n.left_why as "leftWhy"
      from ${sql.table(tableOf[variant])} n
      left join lookup_values s on s.list = ${`status.${statuses}`} and s.id = n.status_id
      where n.policy_id = any(${ids}::bigint[]) and ${visibleUnpaid(caller.visibility('Policy'))}
      order by n.month desc, n.id desc limit ${newestEntries.unpaid}`.execute(db)
    return rows.flatMap(({ id, policyId, number, month, status, foundAt, leftAt, leftWhy }): FoundEntry[] => {
      const base = { ...entryDefaults, kind: 'unpaid' as const, record: policyId, shows: { entity, id } }
      const [startTitle, endTitle] = titles[variant]
      const entry: FoundEntry = {
        ...base,
        key: `${variant} ${id}`,
        at: foundAt,
        title: `${startTitle} in ${month}`,
        text: `Policy ${number}`,
        state: leftAt === null ? { word: status ?? 'Pending', tone: 'amber' } : null,
      }
      if (leftAt === null || leftWhy === null) return [entry]
      const left = {
        word: leavingWords[leftWhy],
        tone: leftWhy === 'paid' || leftWhy === 'back' ? 'green' : 'grey',
      } as const
      return [
        entry,
        {
          ...base,
          key: `${variant} ${id} left`,
          at: leftAt,
          title: `${endTitle}, ${month}`,
          text: `Policy ${number}`,
          state: left,
        },
      ]
    })
  })
  return (await Promise.all(found)).flat()
}
