import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

const headings =
  'PolicyNumber FirstName LastName Address ZipCode City County State DOB Email Phone PlanName NumberOfMembers AgentNPN EffectiveDate TermDate PaidThroughDate MonthlyPremium PolicyStatus MemberId'.split(
    ' ',
  )
const columns =
  'policy_number, first_name, last_name, address, zip_code, city, county, state, dob, email, phone, plan_name, number_of_members, agent_npn, effective_date, term_date, paid_through_date, monthly_premium, status, member_id'
const day = (name: string) => `to_date(${name}, 'MM/DD/YYYY')`
const values = `t.PolicyNumber, t.FirstName, t.LastName, t.Address, t.ZipCode, t.City, t.County, t.State, ${day('t.DOB')}, t.Email,
  t.Phone, t.PlanName, t.NumberOfMembers::int, t.AgentNPN, ${day('t.EffectiveDate')}, ${day('t.TermDate')},
  ${day('t.PaidThroughDate')}, t.MonthlyPremium::numeric(12,2), t.PolicyStatus, t.MemberId`

/** A copy of the policies table: same columns, same indexes, no triggers, no foreign keys. */
export async function openLimit(pool: pg.Pool): Promise<void> {
  await pool.query(`
    drop table if exists limit_policies, limit_text;
    create table limit_policies (like policies including all);
    create unlogged table limit_text (line bigint generated always as identity, ${headings.map((name) => `${name} text`).join(', ')})`)
}

export async function closeLimit(pool: pg.Pool): Promise<void> {
  await pool.query('drop table if exists limit_policies, limit_text')
}

/**
 * Reference for an upload in plain SQL: COPY the file through Node into an unlogged table of text, check it in one pass,
 * write with key look-ups into the indexed table, commit. Unchanged rows are skipped before the write.
 */
export async function loadByLimit(pool: pg.Pool, file: string, carrierId: number): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('truncate limit_text')
    await pipeline(
      createReadStream(file, { highWaterMark: 256 * 1024 }),
      client.query(copyFrom(`copy limit_text (${headings.join(', ')}) from stdin (format csv, header)`)),
    )
    await client.query("begin; set local work_mem = '128MB'")
    const { rows } = await client.query<{ bad: number }>(check)
    if (rows[0]?.bad !== 0) throw new Error(`The limit finds ${rows[0]?.bad} bad rows in ${file}`)
    await client.query(write, [carrierId])
    await client.query('commit')
  } finally {
    client.release()
  }
}

const date = (name: string) => `coalesce(${name} ~ '^\\d{1,2}/\\d{1,2}/\\d{4}$', true)`
const check = `
  select count(*) filter (where not (PolicyNumber is not null and FirstName is not null and LastName is not null
      and ${date('DOB')} and ${date('EffectiveDate')} and ${date('TermDate')} and ${date('PaidThroughDate')}
      and coalesce(MonthlyPremium ~ '^-?\\d+(\\.\\d{1,2})?$', true) and coalesce(NumberOfMembers ~ '^\\d+$', true)
      and coalesce(ZipCode ~ '^\\d{5}(-\\d{4})?$', true) and coalesce(Email ~ '^[^@ ]+@[^@ ]+\\.[^@ ]+$', true)
      and coalesce(State ~ '^[A-Z]{2}$', true)))::int + (count(*) - count(distinct PolicyNumber))::int as bad
  from limit_text`

const write = `
  insert into limit_policies (carrier_id, agent_id, last_line, ${columns})
  select $1::bigint, a.id, t.line, ${values}
  from limit_text t left join agents a on a.npn = t.AgentNPN
  where not exists (
    select from limit_policies p where p.carrier_id = $1::bigint and p.policy_number = t.PolicyNumber
      and row(${columns
        .split(', ')
        .map((name) => `p.${name}`)
        .join(', ')}) is not distinct from row(${values}))
  on conflict (carrier_id, policy_number) do update set
    (${columns}) = row(${columns
      .split(', ')
      .map((name) => `excluded.${name}`)
      .join(', ')}), agent_id = excluded.agent_id`
