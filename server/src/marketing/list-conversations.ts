import { phoneBeginning } from '@coverdesk/domain/fields/personal-numbers.ts'
import type { ConversationFilters, ConversationRow } from '@coverdesk/domain/marketing/marketing-contract.ts'
import type { JsonText, SignedInCall } from '../platform/http/http-call.ts'
import type { ListDeclaration } from '../platform/lists/list-declaration.ts'
import { listPage } from '../platform/lists/list-page.ts'
import { likeName, threePatterns } from '../platform/lists/name-filters.ts'

/** Upper bound of all texts with a given prefix. */
const last = '\u{10FFFF}'

/**
 * The list of conversations, one per contact. `$1` is the reader. A search matches part of the name, or the start of a
 * number or address, each with its own index.
 */
export const conversationList: ListDeclaration = {
  name: 'conversations',
  table: 'conversations v',
  key: 'v.contact_id',
  always: 'not v.merged',
  visibleTo: 'v.agent_id',
  agentSort: 'lastAt',
  versioned: true,
  subject: 'contactId',
  parameterType: 'bigint',
  joins: `
    join contacts c on c.id = v.contact_id
    join contact_messages m on m.id = v.last_id
    left join conversation_reads r on r.contact_id = v.contact_id and r.user_id = $1`,
  filters: {
    search: {
      types: ['text', 'text', 'text', 'text', 'text', 'text'],
      condition: (first, second, third, digits, mail, mailEnd) => `v.contact_id in (
        select c.id from contacts c where ${likeName('c.search_name', [first, second, third])}
        union all select p.contact_id from contact_phones p
          where p.phone collate "C" >= ${digits} and p.phone collate "C" < ${digits} || '~'
        union all select c.id from contacts c where c.merged_into is null
          and plain_text(c.main_email) collate "C" >= plain_text(${mail}) and plain_text(c.main_email) collate "C" <= ${mailEnd})`,
      valuesOf: (typed) => {
        const text = String(typed)
        const digits = phoneBeginning(text)
        // Fewer than three digits would match half of all numbers.
        const number = digits.length >= 3 && !/\p{L}/u.test(text) ? digits : 'none'
        return [...threePatterns(text), number, text, text.toLowerCase() + last]
      },
    },
    unreadFor: {
      types: ['bigint'],
      condition: (user) => `v.last_in_id > coalesce(
        (select r.read_id from conversation_reads r where r.contact_id = v.contact_id and r.user_id = ${user}), 0)`,
      valuesOf: (user) => [user],
    },
  },
  sorts: { lastAt: ['v.last_at'] },
  defaultSort: { sort: 'lastAt', order: 'desc' },
  columns: {
    contactId: 'v.contact_id',
    name: `coalesce(nullif(concat_ws(' ', nullif(c.first_name, ''), nullif(c.last_name, '')), ''), 'No name')`,
    lastAt: 'v.last_at',
    direction: 'm.direction',
    channel: 'm.channel',
    state: 'm.state',
    excerpt: 'left(m.body, 120)',
    unread: 'v.last_in_id > coalesce(r.read_id, 0)',
  } satisfies Record<keyof ConversationRow, string>,
}

export async function listConversations(
  { db, user }: SignedInCall,
  { unread, ...query }: ConversationFilters,
): Promise<JsonText> {
  const request = unread ? { ...query, unreadFor: user.id } : query
  return await listPage(db, conversationList, request, user.visibility('Customer'), user.id)
}
