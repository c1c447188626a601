import { randomUUID } from 'node:crypto'
import { inDatabase } from '../database.ts'

/**
 * Creates activity of a customer: a call by the demo's administrator, an incoming text, and a policy under their email
 * address that was unpaid in November 2026, of a separate carrier.
 */
export async function makeCustomerActivity(customer: {
  id: number
  lastName: string
  email: string
  phone: string
}): Promise<void> {
  await inDatabase(async (connection) => {
    await connection.query(
      `insert into phone_calls (user_id, contact_id, phone, outcome, comment)
       select id, $1, $2, 'Answered', 'Wants to pay by card' from users where user_name = 'admin@demo.test'`,
      [customer.id, customer.phone],
    )
    await connection.query(
      `insert into contact_messages (contact_id, direction, channel, address, body, state)
       values ($1, 'in', 'sms', $2, 'Did my payment arrive?', 'received')`,
      [customer.id, customer.phone],
    )
    await connection.query(
      `with carrier as (insert into carriers (name, active) values ('Carrier ' || $1, false) returning id),
       policy as (
         insert into policies (carrier_id, policy_number, first_name, last_name, number_of_members, email, state)
         select id, $1, 'Someone', $2, 1, $3, 'FL' from carrier returning *)
       insert into unpaid_policies (policy_id, month, why, carrier_id, policy_number, insured_name, search_name, sort_name,
         number_of_members, at_stake)
       select id, '2026-11-01', 'premium', carrier_id, policy_number, last_name, search_name, sort_name, 1, 20.25 from policy`,
      [randomUUID().slice(0, 18), customer.lastName, customer.email],
    )
  })
}
