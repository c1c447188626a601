import { leadFile } from '@coverdesk/domain/leads/lead-file.ts'
import type { FileField, FileShape } from '@coverdesk/domain/uploads/file-shape.ts'
import { type RawBuilder, sql } from 'kysely'
import { noRecords } from '../platform/auth/visibility.ts'
import type { Db } from '../platform/db/database.ts'
import type { StagedImport } from '../platform/imports/import-definition.ts'

const field = (name: string, column: string, kind: FileField['kind'] = 'text'): FileField => ({
  name,
  column,
  kind,
  synonyms: [],
})

/** Fields that a lead takes from its marketplace application, by their names in the history. */
export const takenOver: readonly FileField[] = [
  field('First name', 'first_name'),
  field('Last name', 'last_name'),
  field('Date of birth', 'dob', 'date'),
  field('Sex', 'sex'),
  field('Phone', 'phone'),
  field('Address', 'address'),
  field('City', 'city'),
  field('ZIP code', 'zip_code'),
  field('Plan', 'plan'),
]

/** A lead file with the additional fields, as its rows are staged. */
export const leadShape: FileShape = { ...leadFile, fields: [...leadFile.fields, ...takenOver] }

/** Columns of a lead file with the additional ones. */
export const columnsOf = ({ columns }: StagedImport) => [...columns, ...takenOver.map(({ column }) => column)]

/**
 * Fills each staged row from its lead, and empty values from its marketplace application: data entered for a lead is
 * not overwritten. Of an application of agents whose leads the file's user can't see, nothing is taken (P-30).
 */
export async function takeFromApplications(db: Db, staged: StagedImport): Promise<void> {
  const rows = sql.table(staged.rows)
  await sql`analyze ${rows}`.execute(db)
  await sql`
    update ${rows} s set first_name = x.first_name, last_name = x.last_name, dob = x.dob, sex = x.sex, phone = x.phone,
      address = x.address, city = x.city, zip_code = x.zip_code, plan = x.plan
    from (
      select r.line,
        coalesce(case when named then l.first_name end, m.user_first_name, '') as first_name,
        coalesce(case when named then l.last_name end, m.user_last_name, '') as last_name,
        coalesce(l.dob, p.dob) as dob, coalesce(l.sex, p.sex) as sex, coalesce(l.phone, m.user_phone) as phone,
        case when placed then l.address else m.user_address end as address,
        case when placed then l.city else m.user_city end as city,
        case when placed then l.zip_code else m.user_zip_code end as zip_code,
        coalesce(l.plan, m.plan_name) as plan
      from ${rows} r
      left join leads l on l.ffm_application_id = r.ffm_application_id
      left join marketplace_applications m on m.exchange_assigned_id = r.ffm_application_id and ${visibleApplications(staged)}
      -- A name and an address are taken whole or not at all.
      cross join lateral (select
        coalesce(l.first_name, '') <> '' or coalesce(l.last_name, '') <> '' as named,
        coalesce(l.address, l.city, l.zip_code) is not null as placed) held
      left join lateral (
        select
          day_or_null(person ->> 'dob') as dob,
          case when upper(left(person ->> 'sex', 1)) in ('F', 'M') then upper(left(person ->> 'sex', 1)) end as sex
        from jsonb_path_query(m.document, '$.persons[*]') person
        order by (person -> 'primary' = 'true') desc nulls last limit 1
      ) p on true
    ) x where x.line = s.line`.execute(db)
}

function visibleApplications({ job }: StagedImport): RawBuilder<unknown> {
  const visible = job.visible ?? noRecords
  if (visible.all) return sql`true`
  const ids = sql`${visible.agentIds}::bigint[]`
  return sql`(m.agent_id = any(${ids}) or m.sale_agent_id = any(${ids}))`
}
