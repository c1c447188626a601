import type { ListDeclaration } from '../platform/lists/list-declaration.ts'
import { byWord, equalsText, type ListFilter, startsWith } from '../platform/lists/list-filters.ts'
import { containsName } from '../platform/lists/name-filters.ts'

/** A user's display name: the contact's name, or the user name if there is no contact. */
export const displayName = `coalesce(nullif(concat_ws(' ', nullif(c.first_name, ''), nullif(c.middle_name, ''), nullif(c.last_name, '')), ''), u.user_name)`

/** SQL expression for the state of an invitation `i`. */
export const invitationState = `case when i.revoked_at is not null then 'revoked' when i.expires_at <= now() then 'expired' else 'sent' end`

const holdsRole: ListFilter = {
  types: ['text'],
  condition: (role) => `u.roles @> array[(select ${role})]`,
  valuesOf: (typed) => [typed],
}

/**
 * The user list. `withinOrg` is not a client filter: it limits an installation for one organization to its own users
 * (A-043).
 */
export const userList: ListDeclaration = {
  name: 'users',
  table: 'users u',
  key: 'u.id',
  versioned: true,
  joins: `
    left join contacts c on c.id = u.contact_id
    left join lookup_values t on t.list = 'generic.8' and t.id = u.type_id`,
  filters: {
    // Three letters or more match anywhere in login or name; fewer match the start of the login.
    login: containsName('u.search_text', { ...startsWith('u.user_name'), rangeSort: 'userName' }, 'login'),
    org: startsWith('u.org'),
    role: holdsRole,
    enabled: byWord({ yes: 'u.enabled', no: 'not u.enabled' }),
    withinOrg: equalsText('u.org'),
  },
  sorts: {
    userName: ['plain_text(u.user_name) collate "C"'],
    name: ['u.sort_name'],
    createdDate: ['u.created_at'],
  },
  defaultSort: { sort: 'userName', order: 'asc' },
  columns: {
    id: 'u.id',
    name: displayName,
    userName: 'u.user_name',
    type: `coalesce(t.name, '')`,
    email: 'u.email',
    phone: 'u.phone',
    enable: 'u.enabled',
    createdDate: 'u.created_at',
    lastSignIn: 'u.last_sign_in_at',
    invitation: `(select ${invitationState} from user_invitations i where i.user_id = u.id)`,
    secondFactor: `array(
      select 'authenticator' from user_authenticators f where f.user_id = u.id and f.confirmed_at is not null
      union all select unnest(u.codes_by))`,
    roles: `array_to_string(u.roles, ',')`,
    claims: `coalesce((
      select string_agg(regexp_replace(held.claim, '[.]', ':'), ',' order by held.place)
      from unnest(u.claims) with ordinality as held (claim, place)), '')`,
    org: 'u.org',
    contactId: 'u.contact_id',
  },
}
