import type { CallRow } from '@coverdesk/domain/telephony/telephony-contract.ts'
import { telephonyRole } from '@coverdesk/domain/telephony/telephony-role.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { ListDeclaration } from '../platform/lists/list-declaration.ts'
import { equalsNumber, equalsText, sinceDay, untilDay } from '../platform/lists/list-filters.ts'

const nameOf = (alias: string) =>
  `nullif(concat_ws(' ', nullif(${alias}.first_name, ''), nullif(${alias}.last_name, '')), '')`

/** The call log; a call belongs to the user who made it. */
export const callList: ListDeclaration = {
  name: 'calls',
  table: 'phone_calls p',
  key: 'p.id',
  visibleTo: 'p.user_id',
  agentSort: 'calledAt',
  versioned: true,
  // The parameter: agents whose contacts the reader may open, null for all.
  parameterType: 'bigint[]',
  joins: `
    join users u on u.id = p.user_id
    left join contacts uc on uc.id = u.contact_id
    left join contacts c on c.id = p.contact_id and ($1::bigint[] is null or c.agent_id = any($1::bigint[]))`,
  filters: {
    contactId: { ...equalsNumber('p.contact_id'), indexedSort: 'calledAt' },
    outcome: equalsText('p.outcome'),
    from: sinceDay('p.called_at', 'calledAt'),
    to: untilDay('p.called_at', 'calledAt'),
  },
  sorts: { calledAt: ['p.called_at'] },
  defaultSort: { sort: 'calledAt', order: 'desc' },
  columns: {
    id: 'p.id',
    userId: 'p.user_id',
    user: `coalesce(${nameOf('uc')}, u.user_name)`,
    contactId: 'c.id',
    contact: nameOf('c'),
    phone: 'p.phone',
    outcome: 'p.outcome',
    comment: 'p.comment',
    calledAt: 'p.called_at',
  } satisfies Record<keyof CallRow, string>,
}

/** Whose calls a user sees: their own, or all in the super role (TEL-03). */
export function callVisibility(user: SignedIn): Visibility {
  return telephonyRole(user.claims) === 'super' ? { all: true } : { all: false, agentIds: [user.id] }
}
