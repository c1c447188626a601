import { createHash } from 'node:crypto'
import { statements } from '@coverdesk/domain/commissions/statement-contract.ts'
import { verifyAudit } from '@coverdesk/server/src/audit/chain/verify-audit.ts'
import { type Connection, withConnection } from '@coverdesk/server/src/platform/db/connection.ts'
import type { Topology } from '../topologies/topology.ts'
import { attachmentText } from '../users/record-actions.ts'
import type { SimulatedUser } from '../users/simulated-user.ts'
import type { StoredCreation, StoredLoad, StoredRecords, StoredSum, StoredVersions } from './stored-records.ts'

/** Reads everything that the checker compares, from the present primary and as `reader` from the API. */
export async function readStoredRecords(topology: Topology, reader: SimulatedUser): Promise<StoredRecords> {
  const ownRows = `${reader.agency.runName}u%`
  return await withConnection(topology.ownerUrl(), 'chaos', async (connection) => ({
    created: await readCreations(connection, ownRows),
    versioned: await readVersions(connection, ownRows),
    loads: await readLoads(connection, ownRows),
    sessions: await rowsOf<StoredRecords['sessions'][number]>(
      connection,
      'select id::text, ended_at is not null as "hasEnded" from sessions',
    ),
    payRuns: (await rowsOf<{ id: string }>(connection, 'select id from pay_runs')).map(({ id }) => Number(id)),
    sums: [...(await readCommissionSums(connection, reader)), ...(await readPaySums(connection))],
    auditProblems: await readAuditProblems(topology),
  }))
}

async function rowsOf<Row>(connection: Connection, question: string, values: unknown[] = []): Promise<Row[]> {
  const { rows } = await connection.query(question, values)
  return rows
}

const audited = (entity: string, id: string, actions: string) =>
  `(select count(*) from audit_events e where e.entity = '${entity}' and e.entity_id = ${id}::text
     and e.action in (${actions}) and e.outcome = 'done')::int`

/** Records by their markers, with the parts that each must have. */
async function readCreations(connection: Connection, own: string): Promise<StoredCreation[]> {
  type Row = Pick<StoredCreation, 'entity' | 'marker'> & { events: number; parts: boolean; sha256: Buffer | null }
  const rows = await rowsOf<Row>(
    connection,
    `select 'lead' as entity, l.last_name as marker, ${audited('lead', 'l.id', "'create'")} as events,
       exists (select from record_changes c where c.entity = 'lead' and c.record_id = l.id and c.version = 1) as parts,
       null::bytea as sha256
     from leads l where l.last_name like $1
     union all
     select 'customer', c.last_name, ${audited('customer', 'c.id', "'create'")},
       exists (select from customers k where k.contact_id = c.id)
       and exists (select from contact_emails m where m.contact_id = c.id)
       and exists (select from status_changes s where s.kind = 'customer' and s.record_id = c.id), null
     from contacts c where c.last_name like $1
     union all
     select 'note', n.body, ${audited('note', 'n.id', "'create'")}, f.id is not null, sha256(f.content)
     from notes n left join files f on f.id = n.file_id where n.body like $1
     union all
     select 'pto', p.comment, ${audited('pto', 'p.id', "'create'")},
       exists (select from record_changes c where c.entity = 'pto' and c.record_id = p.id and c.version = 1), null
     from pto_requests p where p.comment like $1`,
    [own],
  )
  return rows.map(({ entity, marker, events, parts, sha256 }) => {
    const missing = [
      ...(events === 1 ? [] : [`its one audit event (there are ${events})`]),
      ...(parts ? [] : [entity === 'note' ? 'its attachment' : 'its other rows']),
      ...(sha256 && !sha256.equals(hashOf(attachmentText(marker))) ? ['the content of its attachment'] : []),
    ]
    return { entity, marker, missing }
  })
}

const hashOf = (text: string) => createHash('sha256').update(text).digest()

/** The field of each kind of record that edits write their marker to. */
const edited = { lead: 'Plan', customer: 'Middle name' } as const

async function readVersions(connection: Connection, own: string): Promise<StoredVersions[]> {
  const historyOf = (entity: 'lead' | 'customer', id: string) => `
    (select coalesce(json_agg(json_build_object('version', h.version, 'marker',
        (select f ->> 'new' from jsonb_array_elements(h.changes) f where f ->> 'field' = '${edited[entity]}')) order by h.version), '[]')
      from record_changes h where h.entity = '${entity}' and h.record_id = ${id})`
  const events = "'create', 'update', 'status'"
  return await rowsOf<StoredVersions>(
    connection,
    `select 'lead' as entity, l.id::int as record, l.version, l.plan as value, ${historyOf('lead', 'l.id')} as history,
       ${audited('lead', 'l.id', events)} as "auditEvents"
     from leads l where l.last_name like $1
     union all
     select 'customer', c.id::int, c.version, nullif(c.middle_name, ''), ${historyOf('customer', 'c.id')},
       ${audited('customer', 'c.id', events)}
     from contacts c where c.last_name like $1
     union all
     select 'pto', p.id::int, p.version,
       (select nullif(s.comment, '') from status_changes s where s.kind = 'pto' and s.record_id = p.id and s.ended_at is null),
       (select coalesce(json_agg(json_build_object('version', s.place, 'marker', nullif(s.comment, '')) order by s.place), '[]')
          from (select comment, row_number() over (order by id) as place from status_changes
            where kind = 'pto' and record_id = p.id) s),
       ${audited('pto', 'p.id', events)}
     from pto_requests p where p.comment like $1`,
    [own],
  )
}

async function readLoads(connection: Connection, own: string): Promise<StoredLoad[]> {
  const rows = await rowsOf<Omit<StoredLoad, 'cents'> & { cents: string }>(
    connection,
    `with batches as (
       select kind, left(file_name, -4) as marker, array_agg(id) as ids, count(*)::int as batches from import_batches
       where file_name like $1 group by kind, file_name
     )
     select b.kind as entity, b.marker, b.batches,
       case b.kind when 'policies' then (select count(*) from policies p where p.first_batch_id = any(b.ids))
         else (select count(*) from commission_lines l where l.batch_id = any(b.ids)) end::int as rows,
       coalesce((select sum(l.amount) * 100 from commission_lines l where l.batch_id = any(b.ids)), 0)::bigint::text as cents,
       (select count(*) from audit_events e where e.action = 'import' and e.outcome = 'done'
          and e.entity_id = any(b.ids::text[]))::int as "auditEvents"
     from batches b
     union all
     select 'policies', split_part(policy_number, 'P', 1), 0, count(*)::int, '0', 0 from policies
     where policy_number like $1 and not coalesce(first_batch_id in (select unnest(ids) from batches), false) group by 2
     union all
     select 'commissions', split_part(insured_name, ' ', 2), 0, count(*)::int, (sum(amount) * 100)::bigint::text, 0
     from commission_lines
     where insured_name like 'Ida ' || $1 and not coalesce(batch_id in (select unnest(ids) from batches), false) group by 2`,
    [own],
  )
  return rows.map((row) => ({ ...row, cents: Number(row.cents) }))
}

/** By carrier and month: lines, the totals by month, and what the list of statements answers. */
async function readCommissionSums(connection: Connection, reader: SimulatedUser): Promise<StoredSum[]> {
  type Row = { carrierId: string; carrier: string; month: number; lines: string; totals: string }
  const rows = await rowsOf<Row>(
    connection,
    `select l.carrier_id as "carrierId", c.name as carrier, extract(month from l.month)::int as month, sum(l.amount)::text as lines,
       (select sum(t.amount)::numeric(14, 2)::text from commission_month_totals t
        where t.carrier_id = l.carrier_id and t.month = l.month) as totals
     from commission_lines l join carriers c on c.id = l.carrier_id group by l.carrier_id, c.name, l.month order by 1, 3`,
  )
  const sums: StoredSum[] = []
  for (const { carrierId, carrier, month, lines, totals } of rows) {
    const answer = await reader.ask(statements.lines, { carrierId, month: `0${month}/2026`, pageSize: 1 })
    const api = statements.lines.output.safeParse(answer.body).data?.commissionAmount ?? `status ${answer.status}`
    sums.push({
      name: `commissions of ${carrier} in 0${month}/2026`,
      amounts: { lines, 'totals of months': totals, API: api },
    })
  }
  const [all] = await rowsOf<Record<string, string>>(
    connection,
    `select (select coalesce(sum(amount), 0)::numeric(16, 2)::text from commission_lines where policy_id is not null) as "lines of policies",
       (select coalesce(sum(m), 0)::numeric(16, 2)::text from commission_years y, unnest(y.months) m) as "years of policies"`,
  )
  const [batches] = await rowsOf<Record<string, string>>(
    connection,
    `select (select coalesce(sum(amount), 0)::numeric(16, 2)::text from commission_lines) as lines,
       (select coalesce(sum(amount), 0)::numeric(16, 2)::text from import_batches where kind = 'commissions' and undone_at is null) as files`,
  )
  return [
    ...sums,
    { name: 'commissions of policies', amounts: all ?? {} },
    { name: 'commissions by file', amounts: batches ?? {} },
  ]
}

async function readPaySums(connection: Connection): Promise<StoredSum[]> {
  const rows = await rowsOf<{ id: string } & Record<string, string>>(
    connection,
    `select r.id, r.received::text, (select coalesce(sum(e.gross), 0)::numeric(16, 2)::text from pay_earnings e where e.run_id = r.id) as "lines received",
       r.paid::text, (select coalesce(sum(a.paid), 0)::numeric(16, 2)::text from pay_run_agents a where a.run_id = r.id) as "paid to agents"
     from pay_runs r`,
  )
  return rows.flatMap(({ id, received = '', paid = '', ...parts }): StoredSum[] => [
    { name: `received in pay run ${id}`, amounts: { run: received, lines: parts['lines received'] ?? '' } },
    { name: `paid in pay run ${id}`, amounts: { run: paid, agents: parts['paid to agents'] ?? '' } },
  ])
}

/** The record with the notes of each node, which only that node wrote. */
async function readAuditProblems({ ownerUrl, dataFolders, auditSecret }: Topology): Promise<string[]> {
  const problems: string[] = []
  for (const dataDir of dataFolders)
    problems.push(...(await verifyAudit(ownerUrl(), { auditSecret, dataDir })).problems)
  return [...new Set(problems)]
}
