import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { inDatabase } from '../database.ts'
import { expect, password } from '../people.ts'

export interface OwnPerson {
  userName: string
  token: string
}

/** Makes an agent that nobody else uses, with the demo's password and without claims; answers the user name, which is the address, too. */
export async function makePerson(name = { first: 'Marisol', last: 'Echeverría' }): Promise<string> {
  const userName = `own-${randomUUID()}@demo.test`
  await inDatabase(async (connection) => {
    await connection.query(
      `with person as (insert into contacts (first_name, last_name) values ($2, $3) returning id)
       insert into users (user_name, email, contact_id, password_hash, roles)
       select $1, $1, person.id, u.password_hash, '{agent}' from person, users u where u.user_name = 'admin@demo.test'`,
      [userName, name.first, name.last],
    )
  })
  return userName
}

/** Makes such a person and signs in as them on this page. */
export async function signInAsNew(page: Page, name?: { first: string; last: string }): Promise<OwnPerson> {
  const userName = await makePerson(name)
  const token = await tokenOfName(page, userName)
  await page.addInitScript((value) => {
    if (sessionStorage.getItem('signed-in-by-test')) return
    sessionStorage.setItem('signed-in-by-test', 'yes')
    localStorage.setItem('token', value)
  }, token)
  return { userName, token }
}

/** A token by the API; beside an older session it waits until it is first used. */
export async function tokenOfName(page: Page, user: string, pass = password): Promise<string> {
  const answer = await page.request.post('/identity/login', { data: { user, pass } })
  expect(answer.status()).toBe(200)
  return (await answer.json()).token
}
