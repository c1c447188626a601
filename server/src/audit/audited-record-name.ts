import { readAuditedRecord } from '@coverdesk/domain/audit/audit-contract.ts'
import { type NotedKindName, notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import { stagedKinds } from '@coverdesk/domain/uploads/import-kinds.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

const fullName = (alias: string) =>
  `nullif(concat_ws(' ', nullif(${alias}.first_name, ''), nullif(${alias}.last_name, '')), '')`

const person = (table: string) => `(select ${fullName('r')} from ${table} r where r.id = subject.id)`

const user = (id: string) =>
  `(select coalesce(${fullName('p')}, r.user_name)
      from users r left join contacts p on p.id = r.contact_id where r.id = ${id})`

const ofAgent = (table: string) =>
  `(select a.name from ${table} r join agents a on a.id = r.agent_id where r.id = subject.id)`

const policyWords = `concat_ws(', ', p.policy_number, nullif(concat_ws(' ', p.first_name, p.last_name), ''))`

const carrierName = '(select r.name from carriers r where r.id = subject.id)'

const agentName = '(select r.name from agents r where r.id = subject.id)'

const contact = (table: string) =>
  `(select ${fullName('p')} from ${table} r join contacts p on p.id = r.contact_id where r.id = subject.id)`

const policyName = `(select ${policyWords} from policies p where p.id = subject.id)`

const lineWords = `(select concat_ws(', ', r.policy_number, nullif(r.insured_name, '')) from commission_lines r where r.id = subject.id)`

/** Name of the record that a note is on, by the kind of the record; its id is `n.record_id`. */
const notedName: Readonly<Record<NotedKindName, string>> = {
  customer: `select ${fullName('r')} from contacts r`,
  unpaid: 'select r.insured_name from unpaid_policies r',
  lost: 'select r.insured_name from lost_policies r',
  application: `select ${fullName('r')} from internal_applications r`,
  offline: `select ${fullName('r')} from offline_applications r`,
  lead: `select ${fullName('r')} from leads r`,
  agent: 'select r.name from agents r',
  variance: 'select r.insured_name from variances r',
  policy: `select ${fullName('r')} from policies r`,
}

/** A read of a record's notes has the record's id, so its notes say which record it was. */
const notedRecord = `(select case n.kind ${Object.values(notedKinds)
  .map(({ id, name }) => `when ${id} then (${notedName[name]} where r.id = n.record_id)`)
  .join(' ')} end from notes n where n.id = case when e.action = 'read' then e.subjects[1] else subject.id end)`

const importedFile = '(select b.file_name from import_batches b where b.id = subject.id)'

/** The event's record where its id is no number. */
const runId = `case when e.entity_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then e.entity_id::uuid end`

const ofCarrier = (table: string) =>
  `(select c.name from ${table} r join carriers c on c.id = r.carrier_id where r.id = subject.id)`

const applicationName = (key = 'subject.id') =>
  `(select nullif(concat_ws(' ', nullif(r.user_first_name, ''), nullif(r.user_last_name, '')), '')
      from marketplace_applications r where r.id = ${key})`

/** Query for the name of a record with the number `id`, by the entity of the audit record. */
const nameOf: Readonly<Record<string, string>> = {
  // The agency, its bank and its terms of use are one record each.
  agency: "'Agency'",
  adjustment: ofAgent('agent_adjustments'),
  advance: ofAgent('agent_advances'),
  agent: agentName,
  'agent-contract': ofAgent('agent_contracts'),
  'agent-upline': ofAgent('agent_uplines'),
  'bank-account': ofAgent('bank_accounts'),
  call: `(select coalesce(${fullName('p')}, r.phone)
      from phone_calls r left join contacts p on p.id = r.contact_id where r.id = subject.id)`,
  carrier: carrierName,
  'carrier profile': carrierName,
  'commission-line': lineWords,
  contact: person('contacts'),
  conversation: person('contacts'),
  customer: person('contacts'),
  'authorization-rule':
    '(select s.name from authorization_rules r join states s on s.code = r.state where r.id = subject.id)',
  'enrollment-window': "(select r.exchange || ' ' || r.plan_year from enrollment_windows r where r.id = subject.id)",
  dispute: ofCarrier('disputes'),
  enrollment: applicationName('(select n.application_id from enrollments n where n.id = subject.id)'),
  exception: lineWords,
  'healthsherpa session': applicationName(),
  'healthsherpa update': `(select nullif(r.client_name, '') from healthsherpa_updates r where r.id = subject.id)`,
  lead: person('leads'),
  'internal-application': person('internal_applications'),
  'offline-application': person('offline_applications'),
  'unpaid-policy': `(select r.policy_number || ', ' || r.insured_name from unpaid_policies r where r.id = subject.id)`,
  'lost-policy': `(select r.policy_number || ', ' || r.insured_name from lost_policies r where r.id = subject.id)`,
  'list-value': '(select r.name from lookup_values r where r.record_id = subject.id)',
  'marketplace-application': applicationName(),
  message: contact('contact_messages'),
  note: notedRecord,
  'offline-draft': user('subject.id'),
  'opt-out': person('contacts'),
  override: ofAgent('override_terms'),
  'pay-hold': ofAgent('pay_holds'),
  payRun: `(select to_char(r.month, 'MM/YYYY') from pay_runs r where r.id = subject.id)`,
  payRunAgent: agentName,
  payment: ofAgent('payments'),
  'payout-file': `(select to_char(p.month, 'MM/YYYY') || ', paid ' || to_char(r.effective_on, 'MM/DD/YYYY')
      from payout_files r join pay_runs p on p.id = r.run_id where r.id = subject.id)`,
  'payout-settings': "'Bank of the agency'",
  photo: user('subject.id'),
  'plan data': '(select r.file_name from plan_loads r where r.id = subject.id)',
  policy: policyName,
  'policy-split': policyName,
  // A requester who is no agent is named as a user.
  pto: `coalesce(${ofAgent('pto_requests')},
      ${user('(select r.created_by from pto_requests r where r.id = subject.id)')})`,
  rate: `(select a.name || ', ' || c.name from agent_rates r
      join agents a on a.id = r.agent_id join carriers c on c.id = r.carrier_id where r.id = subject.id)`,
  schedule: ofCarrier('commission_schedules'),
  statement: `(select r.name || ', ' || to_char(to_date(split_part(e.entity_id, ' ', 2), 'YYYY-MM'), 'MM/YYYY')
      from carriers r where r.id::text = split_part(e.entity_id, ' ', 1))`,
  report: `e.facts ->> 'report'`,
  'role template': '(select t.name from role_templates t where t.id = subject.id)',
  user: user('subject.id'),
  'user visibility': user('subject.id'),
  'rights request': user('(select g.user_id from rights_grants g where g.id = subject.id)'),
  'emergency access': user('(select a.user_id from emergency_accesses a where a.id = subject.id)'),
  'source unit': '(select r.insured_name from source_units r where r.id = subject.id)',
  'tax-facts': agentName,
  terms: "'Terms of use'",
  variance: `(select ${policyWords}
      from variances r join policies p on p.id = r.policy_id where r.id = subject.id)`,
  ...Object.fromEntries(stagedKinds.map((kind) => [kind, importedFile])),
  'import batch': importedFile,
  'import run': `(select r.file_name from import_runs r where r.id = ${runId})`,
  session: user('(select s.user_id from sessions s where s.id::text = e.entity_id)'),
}

/** The one record of an event `e`: its own id, or the only subject. */
const recordId = `case
  when e.entity_id ~ '^[0-9]{1,18}$' then e.entity_id::bigint
  when e.entity_id is null and cardinality(e.subjects) = 1 then e.subjects[1] end`

/** SQL expression for the name of the record of an event; null for several records, and for one without a name. */
export const auditedRecordName = `(select case e.entity ${Object.entries(nameOf)
  .map(([entity, name]) => `when '${entity}' then ${name}`)
  .join(' ')} end from (select ${recordId} as id) subject)`

/** Name of a record of the filter, such as 'policy:17', without looking for its events; null if it has none or is gone. */
export async function findAuditedRecordName(db: Db, record: string): Promise<string | null> {
  const { entity, id } = readAuditedRecord(record)
  const { rows } = await sql<{ name: string | null }>`
    select ${sql.raw(auditedRecordName)} as name
    from (select ${entity}::text as entity, ${id}::text as entity_id, null::bigint[] as subjects,
      'update'::text as action, '{}'::jsonb as facts) e`.execute(db)
  return rows[0]?.name ?? null
}
