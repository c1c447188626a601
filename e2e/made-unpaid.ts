import { randomUUID } from 'node:crypto'
import { inDatabase } from './database.ts'

/** A last name that nobody else has. */
export const freshInsured = () => `Unpaid${randomUUID().slice(0, 8)}`

/**
 * Makes policies of one last name that are unpaid or lost in November 2026, of a carrier of their own, whose agent of
 * record is the demo's agent. Their numbers are the name with a figure.
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

/** Lets these leave their list, as a load that says so does. */
export async function settle(variant: 'unpaid' | 'lost', ids: readonly number[]): Promise<void> {
  await inDatabase((connection) =>
    connection.query(`update ${variant}_policies set why = null where id = any($1)`, [[...ids]]),
  )
}

/** Where each variant's screen is, and how it is called. */
export const unpaidScreens = {
  unpaid: { address: '/portal/policies/unpaid-policies', title: 'Unpaid Policies', path: '/api/PolicyNonPaid' },
  lost: { address: '/portal/policies/lost', title: 'Lost', path: '/api/LostPolicy' },
} as const
