import { withConnection } from '@coverdesk/server/src/platform/db/connection.ts'
import { policiesOfCarrier, policyNumber } from '../users/file-actions.ts'
import { makeUsers } from '../users/user-accounts.ts'

const carriers = ['Chaos Health', 'Chaos Life']

/** Fills an empty installation with users, an agent with a contract, and carriers with policies. */
export async function makeAgency(ownerUrl: string, users: number): Promise<void> {
  await withConnection(ownerUrl, 'chaos', async (connection) => {
    await makeUsers(connection, users)
    await connection.query(
      `with person as (insert into contacts (first_name, last_name) values ('Ada', 'Agent') returning id),
         hired as (
           insert into agents (contact_id, name, login_email, npn)
           select id, 'Ada Agent', 'ada@agency.test', '60000001' from person returning id
         )
       insert into agent_contracts (agent_id, start_date, basis, percent) select id, '2020-01-01', 'percent', 70 from hired`,
    )
    for (const name of carriers) {
      const { rows } = await connection.query<{ id: string }>(
        'insert into carriers (name, code) values ($1, $2) returning id',
        [name, name.slice(-4)],
      )
      const id = Number(rows[0]?.id)
      await connection.query(
        `insert into policies (carrier_id, policy_number, first_name, last_name, agent_npn, agent_id, agent_since)
         select $1, number, 'Ida', 'Case', '60000001', (select id from agents where npn = '60000001'), '2026-01-01'
         from unnest($2::text[]) number`,
        [id, Array.from({ length: policiesOfCarrier }, (_, at) => policyNumber(id, at))],
      )
    }
  })
}

/** The carriers of the agency with their ids. */
export async function readCarriers(ownerUrl: string): Promise<{ id: number; name: string }[]> {
  return await withConnection(ownerUrl, 'chaos', async (connection) => {
    const { rows } = await connection.query<{ id: string; name: string }>(
      'select id, name from carriers where name = any($1) order by id',
      [carriers],
    )
    return rows.map(({ id, name }) => ({ id: Number(id), name }))
  })
}
