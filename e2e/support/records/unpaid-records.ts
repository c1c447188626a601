import { randomUUID } from 'node:crypto'
import { inDatabase } from '../database.ts'

/** A unique last name. */
export const uniqueInsured = () => `Unpaid${randomUUID().slice(0, 8)}`

/**
 * Creates unpaid or lost policies of November 2026 with one last name, a separate carrier and the demo's agent as agent of
 * record. Their numbers are the name with an index.
 */
export async function makeUnpaid(
  variant: 'unpaid' | 'lost',
  lastName: string,
  firstNames: readonly string[],
): Promise<{ id: number; policyId: number; number: string }[]> {
  return await inDatabase(async (connection) => {
    const { rows } = await connection.query<{ id: string; policyId: string; number: string }>(
      `with carrier as (
         insert into carriers (name, active) values ('Carrier ' || $1, false) returning id),
       policy as (
         insert into policies (carrier_id, policy_number, first_name, last_name, number_of_members, agent_npn, agent_id, state)
         select c.id, $1 || n, first_name, $1, 2, a.npn, a.id, 'FL'
         from carrier c, unnest($2::text[]) with ordinality as f (first_name, n), agents a
         where a.login_email = 'agent@demo.test' returning *)
       insert into ${variant}_policies (policy_id, month, why, carrier_id, policy_number, insured_name, search_name, sort_name,
         number_of_members, at_stake, aor_id)
       select id, '2026-11-01', $3, carrier_id, policy_number, first_name || ' ' || last_name, search_name, sort_name, 2, 20.25, agent_id
       from policy order by id returning id, policy_id as "policyId", policy_number as number`,
      [lastName, [...firstNames], variant === 'unpaid' ? 'premium' : 'missing'],
    )
    return rows.map(({ id, policyId, number }) => ({ id: Number(id), policyId: Number(policyId), number }))
  })
}

/** Removes entries from their list, as an import does. */
export async function settle(variant: 'unpaid' | 'lost', ids: readonly number[]): Promise<void> {
  await inDatabase((connection) =>
    connection.query(`update ${variant}_policies set why = null where id = any($1)`, [[...ids]]),
  )
}

/** Address and title of each variant's screen. */
export const unpaidScreens = {
  unpaid: { address: '/portal/policies/unpaid-policies', title: 'Unpaid Policies', path: '/api/PolicyNonPaid' },
  lost: { address: '/portal/policies/lost', title: 'Lost', path: '/api/LostPolicy' },
} as const
