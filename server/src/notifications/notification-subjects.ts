import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { anyAdministrator } from '@coverdesk/domain/access/rights.ts'
import { applications } from '@coverdesk/domain/applications/application-contract.ts'
import { contacts } from '@coverdesk/domain/contacts/contact-contract.ts'
import { healthSherpa } from '@coverdesk/domain/healthsherpa/health-sherpa-contract.ts'
import { leads } from '@coverdesk/domain/leads/lead-contract.ts'
import type { NotificationKind } from '@coverdesk/domain/notifications/notification-kinds.ts'
import { mayRunBankAccounts } from '@coverdesk/domain/payouts/bank-account-contract.ts'
import { pto } from '@coverdesk/domain/pto/pto-contract.ts'
import { mayReadUnpaid } from '@coverdesk/domain/unpaid/unpaid-contract.ts'
import type { UnpaidVariant } from '@coverdesk/domain/unpaid/unpaid-variants.ts'
import { type RawBuilder, sql } from 'kysely'
import { applicationVisibility, visibleApplications } from '../applications/application-visibility.ts'
import { visibleContacts } from '../contacts/contact-queries.ts'
import { seenUpdates } from '../healthsherpa/update-list.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { Db } from '../platform/db/database.ts'
import { ptoVisibility } from '../pto/pto-queries.ts'
import { tableOf } from '../unpaid/unpaid-list.ts'
import { visibleUnpaid } from '../unpaid/unpaid-queries.ts'

/** Source of record names per kind: the right to read them and their visibility. */
interface Subjects {
  allow: string
  named: (user: SignedIn, ids: readonly number[]) => RawBuilder<{ id: number; name: string }>
}

const name = (alias: string) =>
  sql.raw(`concat_ws(' ', nullif(${alias}.first_name, ''), nullif(${alias}.last_name, ''))`)
const ofAgent = (column: RawBuilder<unknown>, visibility: Visibility) =>
  visibility.all ? sql`true` : sql`${column} = any(${visibility.agentIds}::bigint[])`

const ofContacts: Subjects = {
  allow: contacts.details.allow,
  named: (user, ids) => sql`
    select c.id, ${name('c')} as name from contacts c
    where c.id = any(${ids}::bigint[]) and ${visibleContacts(user.visibility('Customer'))}`,
}

const ofListed = (variant: UnpaidVariant): Subjects => ({
  allow: mayReadUnpaid,
  named: (user, ids) => sql`
    select n.id, n.insured_name as name from ${sql.table(tableOf[variant])} n
    where n.id = any(${ids}::bigint[]) and ${visibleUnpaid(user.visibility('Policy'))}`,
})

const ofUsers: Subjects = {
  allow: anyAdministrator,
  named: (_, ids) => sql`
    select u.id, coalesce(nullif(${name('c')}, ''), u.user_name) as name
    from users u left join contacts c on c.id = u.contact_id where u.id = any(${ids}::bigint[])`,
}

const subjects: Partial<Record<NotificationKind, Subjects>> = {
  message: ofContacts,
  contact: ofContacts,
  rights: ofUsers,
  emergency: ofUsers,
  'bank-account': {
    allow: mayRunBankAccounts,
    named: (user, ids) => sql`
      select a.id, a.name from agents a
      where a.id = any(${ids}::bigint[]) and ${ofAgent(sql`a.id`, user.visibility('AgentPayment'))}`,
  },
  unpaid: ofListed('unpaid'),
  lost: ofListed('lost'),
  lead: {
    allow: leads.list.allow,
    named: (user, ids) => sql`
      select l.id, ${name('l')} as name from leads l
      where l.id = any(${ids}::bigint[]) and ${ofAgent(sql`l.agent_id`, user.visibility('Lead'))}`,
  },
  application: {
    allow: applications.list.allow,
    named: (user, ids) => sql`
      select i.id, ${name('i')} as name from internal_applications i
      where i.id = any(${ids}::bigint[]) and ${visibleApplications(applicationVisibility(user))}`,
  },
  'policy-status': {
    allow: healthSherpa.list.allow,
    named: (user, ids) => sql`
      select u.id, u.client_name as name from healthsherpa_matches u
      where u.id = any(${ids}::bigint[]) and ${seenUpdates(user.visibility('Application'))}`,
  },
  'pto-request': {
    allow: pto.list.allow,
    named: (user, ids) => sql`
      select r.id, coalesce(a.name, ${name('c')}) as name
      from pto_requests r left join agents a on a.id = r.agent_id
      left join users u on u.id = r.created_by left join contacts c on c.id = u.contact_id
      where r.id = any(${ids}::bigint[]) and ${ofAgent(sql`r.owner`, ptoVisibility(user))}`,
  },
}

/** Names of records that the user can read, by kind and id; others have no name. */
export async function findNotificationSubjects(
  db: Db,
  user: SignedIn,
  about: readonly { kind: NotificationKind; recordId: number | null }[],
): Promise<(kind: NotificationKind, id: number | null) => string | null> {
  const names = new Map<string, string>()
  for (const [kind, those] of Map.groupBy(about, (subject) => subject.kind)) {
    const of = subjects[kind]
    const ids = [...new Set(those.flatMap(({ recordId }) => (recordId === null ? [] : [recordId])))]
    if (!of || ids.length === 0 || !mayPass(of.allow, user)) continue
    const { rows } = await of.named(user, ids).execute(db)
    for (const row of rows) names.set(`${kind} ${row.id}`, row.name)
  }
  return (kind, id) => names.get(`${kind} ${id}`) || null
}
