import {
  type MergeChoice,
  type MergeField,
  type MergeSide,
  mergeFields,
  type ShortContact,
} from '@coverdesk/domain/contacts/merge-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { sql } from 'kysely'
import type { Visibility } from '../../platform/auth/visibility.ts'
import type { Db } from '../../platform/db/database.ts'
import { visibleContacts } from '../contact-queries.ts'

/** One of the two contacts of a merge, with its fields for display. */
export interface MergeContact extends ShortContact {
  version: number
  userId: number | null
  agentId: number | null
  display: (field: MergeField) => string | null
}

const labels: Record<MergeField, string> = {
  firstName: 'First name',
  middleName: 'Middle name',
  lastName: 'Last name',
  dob: 'Date of birth',
  sex: 'Sex',
  agent: 'Agent',
  npn: 'NPN',
  ffeId: 'FFE username',
  status: 'Status',
  usCitizen: 'US citizen',
  spokenLanguage: 'Spoken language',
  writtenLanguage: 'Written language',
  email: 'Main email',
  phone: 'Main phone',
  address: 'Main address',
}

/**
 * Both contacts of a merge. A contact that the user cannot see is reported as missing (P-26, P-27, P-28). With `lock`, they
 * are locked until the transaction ends, in a fixed order so that two merges cannot deadlock.
 */
export async function readMergeContacts(
  db: Db,
  visibility: Visibility,
  { id, otherId }: { id: number; otherId: number },
  { lock = false } = {},
): Promise<{ kept: MergeContact; merged: MergeContact }> {
  if (id === otherId) fail('contact.merge_refused', { message: 'A contact cannot be merged into itself' })
  if (lock)
    await sql`select from contacts where id = any(${[id, otherId]}::bigint[]) order by id for update`.execute(db)
  const sides = await readSides(db, visibility, [id, otherId])
  const side = (wanted: number) => sides.find((contact) => contact.id === wanted) ?? fail('contact.not_found')
  return { kept: side(id), merged: side(otherId) }
}

type SideRow = Omit<MergeContact, 'shown'> & Record<MergeField, string | null>

async function readSides(db: Db, visibility: Visibility, ids: readonly number[]): Promise<MergeContact[]> {
  const { rows } = await sql<SideRow>`
    select c.id, c.version, concat_ws(' ', nullif(c.first_name, ''), nullif(c.middle_name, ''), nullif(c.last_name, '')) as name,
      c.dob, cu.contact_id is not null as customer, u.id as "userId", a.id as "agentId",
      c.first_name as "firstName", c.middle_name as "middleName", c.last_name as "lastName", c.sex, c.npn,
      c.ffe_id as "ffeId", ca.name as agent, s.name as status, case cu.us_citizen when true then 'Yes' when false then 'No' end as "usCitizen",
      ls.name as "spokenLanguage", lm.name as "writtenLanguage", c.main_email as email, c.main_phone as phone,
      (select concat_ws(', ', nullif(address, ''), nullif(zip_code, '')) from contact_addresses
        where contact_id = c.id order by position, id limit 1) as address
    from contacts c
    left join customers cu on cu.contact_id = c.id
    left join users u on u.contact_id = c.id
    left join agents a on a.contact_id = c.id
    left join agents ca on ca.id = c.agent_id
    left join lookup_values s on s.list = 'status.customer' and s.id = cu.status_id
    left join lookup_values ls on ls.list = 'generic.3' and ls.id = cu.language_speak_id
    left join lookup_values lm on lm.list = 'generic.3' and lm.id = cu.language_mail_id
    where c.id = any(${ids}::bigint[]) and ${visibleContacts(visibility)}`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    name: row.name,
    email: row.email ?? '',
    phone: row.phone ?? '',
    dob: row.dob,
    customer: row.customer,
    userId: row.userId,
    agentId: row.agentId,
    display: (field) => inWords(field, row[field]),
  }))
}

function inWords(field: MergeField, value: string | null): string | null {
  if (value === null || value === '') return null
  if (field === 'dob') return showDate(value)
  if (field === 'phone') return showPhone(value)
  if (field === 'sex') return value === 'F' ? 'Female' : 'Male'
  return value
}

/** Status of a customer who asked not to be contacted; a merge must not take that back unasked. */
const doNotContact = 'Do Not Contact'

/** Fields in which two contacts differ. The remaining contact's value wins unless it is empty, or the other's is Do Not Contact. */
export function choicesOf(kept: MergeContact, merged: MergeContact): MergeChoice[] {
  return mergeFields.flatMap((field) => {
    const [one, other] = [kept.display(field), merged.display(field)]
    if (one === other) return []
    const otherWins = one === null || (field === 'status' && other === doNotContact)
    return [{ field, label: labels[field], kept: one, merged: other, wins: otherWins ? 'merged' : 'kept' } as const]
  })
}

/** Returns which side wins each field: the user's choice, or the default of `choicesOf`. */
export function winnersOf(
  kept: MergeContact,
  merged: MergeContact,
  chosen: Partial<Record<MergeField, MergeSide>>,
): (field: MergeField) => MergeSide {
  const byRule = new Map(choicesOf(kept, merged).map(({ field, wins }) => [field, wins]))
  return (field) => (byRule.has(field) ? (chosen[field] ?? byRule.get(field) ?? 'kept') : 'kept')
}

export const mergeLabel = (field: MergeField) => labels[field]

/**
 * Reason why two contacts cannot be merged, or null. A user can access the records of the agent with the same contact, so
 * merging a user with an agent would grant rights, which only a security administrator may do (P-34).
 */
export function mergeProblem(kept: MergeContact, merged: MergeContact): string | null {
  if (kept.agentId !== null && merged.agentId !== null) return 'Both are agents; two agents cannot be merged'
  if (kept.userId !== null && merged.userId !== null) return 'Both are users; a contact belongs to one user at most'
  const [user, agent] = [kept.userId === null ? merged : kept, kept.agentId === null ? merged : kept]
  if (user.userId !== null && agent.agentId !== null && user !== agent)
    return 'One is a user and the other an agent; only a security administrator links a user to an agent'
  return null
}

export function toShortContact({ id, name, email, phone, dob, customer }: MergeContact): ShortContact {
  return { id, name, email, phone, dob, customer }
}
