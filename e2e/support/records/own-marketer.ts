import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { inDatabase } from '../database.ts'
import { uniqueName } from './contact-records.ts'
import { type OwnUser, signInAsNew } from './own-user.ts'

export interface OwnMarketer extends OwnUser {
  /** A client of the agent with a phone number and an email address. */
  client: { id: number; name: string; phone: string }
}

/** Creates an agent with Marketing and a client for one test, and signs the agent in on this page. */
export async function signInAsMarketer(page: Page, claims = '{view.marketing,view.customer}'): Promise<OwnMarketer> {
  const person = await signInAsNew(page)
  const phone = `30555${randomInt(10_000, 99_999)}`
  const last = uniqueName('Quiroga')
  const id = await inDatabase(async (connection) => {
    const { rows } = await connection.query<{ id: string }>(
      `with own as (update users set claims = $2 where user_name = $1 returning contact_id),
         agent as (insert into agents (contact_id, name, login_email, npn)
           select contact_id, 'Marisol Echeverría', $1, $3 from own returning id),
         client as (insert into contacts (first_name, last_name, agent_id) select 'Nélida', $4, id from agent returning id),
         number as (insert into contact_phones (contact_id, phone) select id, $5 from client),
         mail as (insert into contact_emails (contact_id, email) select id, lower($4) || '@example.com' from client)
       select id from client`,
      [person.userName, claims, String(randomInt(10_000_000, 99_999_999)), last, phone],
    )
    return Number(rows[0]?.id)
  })
  return { ...person, client: { id, name: `Nélida ${last}`, phone } }
}

/** Simulates an installation without a configured conversations app. */
export async function withoutConversationsApp(page: Page): Promise<void> {
  await page.route('**/api/Configuration', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), marketingUrl: null } })
  })
}

/** Simulates an incoming text of the client through the demo. */
export async function clientAnswers(page: Page, { token, client }: OwnMarketer, body: string): Promise<void> {
  const answer = await page.request.post(`/api/Marketing/conversations/${client.id}/simulate`, {
    headers: { authorization: `Bearer ${token}` },
    data: { channel: 'sms', address: client.phone, body },
  })
  if (!answer.ok()) throw new Error(await answer.text())
}
