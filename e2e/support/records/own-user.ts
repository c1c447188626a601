import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { inDatabase } from '../database.ts'
import { expect, password } from '../test-fixtures.ts'

export interface OwnUser {
  userName: string
  token: string
}

/** Creates a user for one test, with the demo's password and without claims; returns the user name, an email address. */
export async function makeOwnUser(
  name = { first: 'Marisol', last: 'Echeverría' },
  role: 'agent' | 'consumer' = 'agent',
): Promise<string> {
  const userName = `own-${randomUUID()}@demo.test`
  await inDatabase(async (connection) => {
    await connection.query(
      `with person as (insert into contacts (first_name, last_name) values ($2, $3) returning id)
       insert into users (user_name, email, contact_id, password_hash, roles)
       select $1, $1, person.id, u.password_hash, array[$4] from person, users u where u.user_name = 'admin@demo.test'`,
      [userName, name.first, name.last, role],
    )
  })
  return userName
}

/** Creates a user for one test and signs in on this page. */
export async function signInAsNew(
  page: Page,
  name?: { first: string; last: string },
  role?: 'agent' | 'consumer',
): Promise<OwnUser> {
  const userName = await makeOwnUser(name, role)
  const token = await tokenOfUser(page, userName)
  await page.addInitScript((value) => {
    if (sessionStorage.getItem('signed-in-by-test')) return
    sessionStorage.setItem('signed-in-by-test', 'yes')
    localStorage.setItem('token', value)
  }, token)
  return { userName, token }
}

/** Token from the API; with an older session it is pending until its first use. */
export async function tokenOfUser(page: Page, user: string, pass = password): Promise<string> {
  const answer = await page.request.post('/identity/login', { data: { user, pass } })
  expect(answer.status()).toBe(200)
  return (await answer.json()).token
}
