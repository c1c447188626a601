import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { leavingWords, unpaidVariants, variantOf } from '@coverdesk/domain/unpaid/unpaid-variants.ts'
import { sql } from 'kysely'
import { messagesOf } from '../marketing/conversation-queries.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Db } from '../platform/db/database.ts'
import { instantOf } from '../platform/db/instant-column.ts'
import { callVisibility } from '../telephony/call-list.ts'
import { tableOf } from '../unpaid/unpaid-list.ts'
import { visibleUnpaid } from '../unpaid/unpaid-queries.ts'
import { displayName } from '../users/user-list.ts'
import { type FoundEntry, type Person, plain } from './person-source.ts'

/** Calls and messages of one look. */
const most = 50
/** Of a long message its beginning says what it was about; the conversation holds all of it. */
const maxTextLength = 300

interface FoundCall {
  id: number
  phone: string
  outcome: string
  comment: string
  at: string
  by: string
}

/** Calls to the person, of the caller alone or, in the super role, of everybody (TEL-03). */
export async function callEntries(db: Db, caller: SignedIn, { id }: Person): Promise<FoundEntry[]> {
  const visibility = callVisibility(caller)
  const own = visibility.all ? sql`true` : sql`p.user_id = any(${visibility.agentIds}::bigint[])`
  const { rows } = await sql<FoundCall>`
    select p.id, p.phone, p.outcome, p.comment, ${sql.raw(instantOf('p.called_at'))} as at, ${sql.raw(displayName)} as by
    from phone_calls p join users u on u.id = p.user_id left join contacts c on c.id = u.contact_id
    where p.contact_id = ${id} and ${own} order by p.called_at desc, p.id desc limit ${most}`.execute(db)
  return rows.map((call) => ({
    ...plain,
    ...{
      kind: 'call',
      key: `${call.id}`,
      at: call.at,
      by: call.by,
      record: call.id,
      title: `Called ${showPhone(call.phone)}`,
    },
    text: call.comment || null,
    state: { word: call.outcome, tone: call.outcome === 'Answered' ? 'green' : 'grey' },
  }))
}

const channels = { sms: 'Text message', email: 'E-mail' } as const

/** What was written to and by the person, by whoever may read the conversation. */
export async function messageEntries(db: Db, _caller: SignedIn, { id }: Person): Promise<FoundEntry[]> {
  const found = await messagesOf(db, sql`m.contact_id = ${id} order by m.id desc limit ${most}`)
  return found.map((message) => {
    const said = [message.subject, message.body].filter(Boolean).join(': ')
    return {
      ...plain,
      ...{ kind: 'message', key: `${message.id}`, at: message.at, by: message.by, record: id },
      title: `${channels[message.channel]} ${message.direction === 'in' ? 'received' : 'sent'}`,
      text: said.length > maxTextLength ? `${said.slice(0, maxTextLength)} …` : said,
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

/** The months in which policies of the person were unpaid or lost, and when they were settled, as their lists show them to the caller. */
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
      order by n.month desc, n.id desc limit ${most}`.execute(db)
    return rows.flatMap(({ id, policyId, number, month, status, foundAt, leftAt, leftWhy }): FoundEntry[] => {
      const of = { ...plain, kind: 'unpaid' as const, record: policyId, shows: { entity, id } }
      const [begun, over] = titles[variant]
      const one: FoundEntry = {
        ...{ ...of, key: `${variant} ${id}`, at: foundAt, title: `${begun} in ${month}`, text: `Policy ${number}` },
        state: leftAt === null ? { word: status ?? 'Pending', tone: 'amber' } : null,
      }
      if (leftAt === null || leftWhy === null) return [one]
      const left = {
        word: leavingWords[leftWhy],
        tone: leftWhy === 'paid' || leftWhy === 'back' ? 'green' : 'grey',
      } as const
      return [
        one,
        {
          ...of,
          key: `${variant} ${id} left`,
          at: leftAt,
          title: `${over}, ${month}`,
          text: `Policy ${number}`,
          state: left,
        },
      ]
    })
  })
  return (await Promise.all(found)).flat()
}
