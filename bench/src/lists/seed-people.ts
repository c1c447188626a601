import type pg from 'pg'

/**
 * Creates `count` people from the insured of the policies, unless they exist: each is a contact with email, phone and
 * address, a customer, a lead and an applicant of each kind. One transaction with triggers off; it also writes the columns
 * that the triggers would copy.
 */
export async function seedPeople(owner: pg.Pool, count: number): Promise<void> {
  const { rows } = await owner.query<{ existing: number }>('select count(*)::int as existing from contacts')
  if ((rows[0]?.existing ?? 0) >= count) return
  const client = await owner.connect()
  const tables = [
    'contacts',
    'contact_emails',
    'contact_phones',
    'contact_addresses',
    'customers',
    'leads',
    'offline_applications',
    'marketplace_applications',
    'internal_applications',
  ]
  try {
    await client.query('begin')
    for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
    await client.query(
      `
      with person as (
        insert into contacts (first_name, last_name, dob, sex, agent_id, main_email, main_phone, main_country_id, main_state_id, created_at)
        select p.first_name, p.last_name, p.dob, case when p.id % 2 = 0 then 'F' else 'M' end, p.agent_id,
          'person' || p.id || '@example.com', lpad((2000000000 + p.id * 7919)::text, 10, '0'), 1, s.id,
          now() - (p.id % 900) * interval '1 day'
        from policies p left join states s on s.code = p.state order by p.id limit $1
        returning id, agent_id, main_email, main_phone, main_state_id, dob, search_name, sort_name, created_at
      ),
      email as (insert into contact_emails (contact_id, email) select id, main_email from person),
      phone as (insert into contact_phones (contact_id, phone) select id, main_phone from person),
      address as (
        insert into contact_addresses (contact_id, address, country_id, state_id, zip_code)
        select id, '12 Palm Avenue', 1, main_state_id, '33101' from person)
      insert into customers (contact_id, status_id, us_citizen, language_speak_id, language_mail_id, created_at, agent_id, email, phone, dob, search_name, sort_name)
      select id, 1 + id % 5, id % 3 = 0, 1 + id % 2, 1 + id % 2, created_at, agent_id, main_email, main_phone, dob, search_name, sort_name
      from person`,
      [count],
    )
    await client.query(`
      insert into leads (ffm_application_id, source, first_name, last_name, dob, sex, phone, address, city, state, zip_code, plan,
        agent_id, contact_id, status_id, status_at, created_at)
      select 'B' || c.id, 'file', c.first_name, c.last_name, c.dob, c.sex, c.main_phone, '12 Palm Avenue', 'Miami', 'FL', '33101', 'Silver 87',
        case when c.id % 7 = 0 then null else c.agent_id end, c.id, nullif(c.id % 9, 0),
        case when c.id % 9 = 0 then null else c.created_at end, c.created_at
      from contacts c where c.main_email like 'person%'`)
    await client.query(`
      insert into offline_applications (agent_id, created_by, created_at, created_on, source_id, first_time_on_marketplace, first_name,
        middle_name, last_name, dob, sex, apply, migratory_status, phone, email, language, address, zip_code, city, state, married,
        accounting_service_requested, employer_name, plan_selected, member_count)
      select c.agent_id, (select min(id) from users), c.created_at, c.created_at::date, 1 + c.id % 6, c.id % 2 = 0, c.first_name,
        '', c.last_name, coalesce(c.dob, '1980-01-01'), c.sex, false, 'resident', c.main_phone, c.main_email, 'en', '12 Palm Avenue', '33101',
        'Miami', 'FL', false, false, '', 'Silver 87', c.id % 4
      from contacts c where c.main_email like 'person%'`)
    // Every fifth application was sold by another agent, so that a search must check both agents of a record.
    await client.query(`
      insert into marketplace_applications (exchange_assigned_id, snapshot_at, user_first_name, user_last_name, user_phone, user_email,
        plan_name, agent_id, sale_agent_id, created_at)
      select (4000000000 + c.id * 37)::text, c.created_at, c.first_name, c.last_name, c.main_phone, c.main_email, 'Silver 87', c.agent_id,
        case when c.id % 5 = 0 then (select agent_id from contacts o where o.id = c.id - 1) end, c.created_at
      from contacts c where c.main_email like 'person%'`)
    await client.query(`
      insert into internal_applications (first_name, last_name, email, phone, carrier, plan_selected, created_by_agent_id, created_by,
        created_at, status_id, marketplace_id)
      select c.first_name, c.last_name, c.main_email, c.main_phone, 'Palm Health', 'Silver 87', c.agent_id, (select min(id) from users),
        c.created_at, case when c.id % 3 = 0 then 3 else 1 end, case when c.id % 3 = 0 then (4000000000 + c.id * 37)::text end
      from contacts c where c.main_email like 'person%'`)
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
    await client.query('commit')
  } finally {
    // Closing the connection rolls back.
    client.release(true)
  }
  for (const table of tables) await owner.query(`vacuum (analyze) ${table}`)
}
