import type { Page } from '@playwright/test'
import { inDatabase } from '../../support/database.ts'
import { endAtServer } from '../../support/sign-in.ts'
import { expect, password, test, tokenOf, userNameOf } from '../../support/test-fixtures.ts'

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'
const moment = String.raw`\w{3} \d{1,2}, \d{1,2}:\d\d [AP]M E[SD]T`
const leftPage = '/portal/policies/manage?pageNumber=2'
let made = 0

/** An agent of this test alone, with the demo's password and rights. */
async function newAgent(): Promise<{ id: number; name: string }> {
  const name = `forced-${process.pid}-${++made}@demo.test`
  const { rows } = await inDatabase((connection) =>
    connection.query(
      `with person as (insert into contacts (first_name, last_name) values ('Paz', 'Signout') returning id)
       insert into users (user_name, email, contact_id, password_hash, roles, claims, has_full_agent_access)
       select $1, $1, person.id, u.password_hash, u.roles, u.claims, true from users u, person
       where u.user_name = 'agent@demo.test' returning id`,
      [name],
    ),
  )
  return { id: Number(rows[0].id), name }
}

async function typeLogin(page: Page, user: string): Promise<void> {
  await page.getByLabel('User', { exact: true }).fill('')
  await page.getByLabel('User', { exact: true }).pressSequentially(user)
  await page.getByLabel('Password', { exact: true }).pressSequentially(password)
  await page.keyboard.press('Enter')
}

async function logInOn(page: Page, address: string, user: string): Promise<void> {
  await page.goto('/login')
  await typeLogin(page, user)
  await expect(page).toHaveURL('/portal/customer')
  await page.goto(address)
  await expect(page.getByRole('grid', { name: 'Policies' })).toHaveAttribute('aria-busy', 'false')
}

test('AUTH-13 a login elsewhere names device and time on both sides, and logging in again returns to the page', async ({
  page,
  browser,
}) => {
  const { name } = await newAgent()
  await logInOn(page, leftPage, name)
  const elsewhere = await browser.newContext({ userAgent: phone, baseURL: new URL(page.url()).origin })
  const other = await elsewhere.newPage()
  await test.step('AUTH-13 the question names the browser and the times of the previous session', async () => {
    await other.goto('/login')
    await typeLogin(other, name)
    const question = other.getByRole('alertdialog')
    await expect(question).toHaveAccessibleName('You are already logged in somewhere else. Close the previous session?')
    await expect(question).toContainText(
      new RegExp(`Chrome on Linux, logged in on ${moment}, last active on ${moment}`),
    )
    await other.getByRole('button', { name: 'Yes' }).click()
    await expect(other).toHaveURL('/portal/customer')
  })
  await test.step('the closed session learns on which device and when', async () => {
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('alert')).toHaveText(
      new RegExp(
        `^You were logged out because you logged in on Safari on iPhone on ${moment}\\. If that was not you, `,
      ),
    )
  })
  await test.step('logging in again returns to the page and its filters', async () => {
    await typeLogin(page, name)
    await expect(page.getByRole('alertdialog')).toContainText('Safari on iPhone, logged in on')
    await page.getByRole('button', { name: 'Yes' }).click()
    await expect(page).toHaveURL(leftPage)
    await expect(page.getByRole('grid', { name: 'Policies' })).toBeVisible()
  })
  await elsewhere.close()
})

test('after the rights of a user changed, the login page says so, and a page without the right is not returned to', async ({
  page,
}) => {
  const { id, name } = await newAgent()
  await logInOn(page, leftPage, name)
  const headers = { authorization: `Bearer ${await tokenOf(page, 'security')}` }
  const user = await (await page.request.get(`/api/UserManage/${id}`, { headers })).json()
  const claims = user.claims.filter((claim: string) => !claim.endsWith('.Policy'))
  const saved = await page.request.put(`/api/UserManage/${id}`, { headers, data: { ...user, claims } })
  expect(saved.status(), await saved.text()).toBe(200)
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('alert')).toHaveText(
    new RegExp(`^You were logged out because your rights were changed on ${moment}\\. Log in again to use them\\.$`),
  )
  await typeLogin(page, name)
  await expect(page).toHaveURL('/portal/customer')
})

test('P-85 what was typed on a screen whose right is gone is not offered to be reopened', async ({ page }) => {
  const { id, name } = await newAgent()
  await logInOn(page, '/portal/policies/manage', name)
  await page.goto('/portal/leads')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('dialog').getByLabel('First name').fill('Wilma')
  const headers = { authorization: `Bearer ${await tokenOf(page, 'security')}` }
  const user = await (await page.request.get(`/api/UserManage/${id}`, { headers })).json()
  const claims = user.claims.filter((claim: string) => !claim.endsWith('.Lead'))
  const saved = await page.request.put(`/api/UserManage/${id}`, { headers, data: { ...user, claims } })
  expect(saved.status(), await saved.text()).toBe(200)
  await expect(page).toHaveURL('/login')
  await typeLogin(page, name)
  await expect(page).toHaveURL('/portal/customer')
  await expect(page.getByText('"New Lead" is no longer open to you. Your changes weren\'t saved.')).toBeVisible()
  await expect(page.getByText(/^Reopen/)).toHaveCount(0)
})

test('AUTH-06 another user who logs in on the same page begins at the own start page', async ({ page }) => {
  const { name } = await newAgent()
  await logInOn(page, leftPage, name)
  await endAtServer(name, 'expired')
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('Your session has expired.')).toBeVisible()
  await endAtServer(userNameOf('agent'), 'expired')
  await typeLogin(page, userNameOf('agent'))
  await expect(page).toHaveURL('/portal/customer')
})

test('one tab too many says that too many tabs are open, and what to do', async ({ page }) => {
  const { name } = await newAgent()
  await page.goto('/login')
  await typeLogin(page, name)
  await expect(page).toHaveURL('/portal/customer')
  await test.step('forty sockets of the session, as forty tabs have them', async () => {
    await page.evaluate(async () => {
      const token = localStorage.getItem('token')
      const address = `${location.origin.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`
      const opened = Array.from({ length: 40 }, () => {
        const socket = new WebSocket(address)
        const { promise, resolve } = Promise.withResolvers<void>()
        socket.onmessage = ({ data }) => {
          if (data.startsWith('0')) socket.send('40')
          if (data.startsWith('40'))
            socket.send(`420${JSON.stringify(['create', 'authentication', { accessToken: token }, {}])}`)
          if (data.startsWith('430')) resolve()
          if (data === '2') socket.send('3')
        }
        return promise
      })
      await Promise.all(opened)
    })
  })
  const oneMore = await page.context().newPage()
  await oneMore.goto('/portal/')
  await expect(
    oneMore.getByText('Too many tabs are open, so this one is not updated by itself. Close some of them.'),
  ).toBeVisible()
})
