import type { Locator, Page } from '@playwright/test'
import { inDatabase } from '../../support/database.ts'
import {
  clientAnswers,
  type OwnMarketer,
  signInAsMarketer,
  withoutConversationsApp,
} from '../../support/records/own-marketer.ts'
import { signInAsNew } from '../../support/records/own-user.ts'
import { expectAccessible, navigate, onDesktop } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

const app = 'https://conversations.example.com/app'
const secret = 'conversations-of-the-browser-tests-0123456789'

// In sequence: two tests set the agency's postal address.
test.describe.configure({ mode: 'default' })

test('NOTIF-02 NOTIF-03 NOTIF-04 NOTIF-08 the bell counts without reload what is created, patched and removed, also after the socket was gone, and one click marks all as read and leads to Marketing', async ({
  page,
}) => {
  const opened: number[] = []
  let cut: (() => Promise<void>) | undefined
  const lines: string[] = []
  await page.routeWebSocket('**/socket.io/**', (socket) => {
    opened.push(Date.now())
    const server = socket.connectToServer()
    socket.onMessage((message) => {
      lines.push(String(message))
      server.send(message)
    })
    cut = () => socket.close({ code: 1011 })
  })
  await withoutConversationsApp(page)
  const me = await signInAsMarketer(page)
  const headers = { authorization: `Bearer ${me.token}` }
  await page.goto('/portal/dashboard')
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  const bell = (name: string) => sidebar.getByRole('button', { name, exact: true })
  await expect(bell('Notifications')).toBeVisible()
  await expect.poll(() => lines.some((message) => message.includes('authentication'))).toBe(true)
  await clientAnswers(page, me, 'Good morning')
  await expect(bell('Notifications, 1 unread')).toBeVisible()
  await clientAnswers(page, me, 'Are you there?')
  await expect(bell('Notifications, 2 unread')).toBeVisible()
  const { data } = await (await page.request.get('/api/Notifications', { headers })).json()
  expect(data.map(({ text }: { text: string }) => text)).toEqual([
    `${me.client.name} sent a text message`,
    `${me.client.name} sent a text message`,
  ])
  await page.request.put(`/api/Notifications/${data[0].id}`, { headers, data: { read: true } })
  await expect(bell('Notifications, 1 unread')).toBeVisible()
  await page.request.put(`/api/Notifications/${data[0].id}`, { headers, data: { read: false } })
  await expect(bell('Notifications, 2 unread')).toBeVisible()
  await page.request.delete(`/api/Notifications/${data[1].id}`, { headers })
  await expect(bell('Notifications, 1 unread')).toBeVisible()

  const since = Date.now()
  await cut?.()
  await clientAnswers(page, me, 'Hello?')
  await expect.poll(() => opened.length).toBe(2)
  expect((opened[1] ?? 0) - since).toBeGreaterThanOrEqual(950)
  await expect(bell('Notifications, 2 unread')).toBeVisible()
  await expect.poll(() => lines.filter((message) => message.includes('authentication')).length).toBe(2)

  await bell('Notifications, 2 unread').click()
  await expect(page).toHaveURL('/portal/marketing')
  await expect(bell('Notifications')).toBeVisible()
  await expect(page.getByRole('button', { name: `${me.client.name} New` })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your notifications' })).toBeHidden()
  const after = await (await page.request.get('/api/Notifications', { headers })).json()
  for (const one of after.data) expect(one).toMatchObject({ read: true, read_at: expect.any(String) })
})

test('NOTIF-01 SHELL-14 ACCESS-19 P-20 Marketing shows the agency’s conversations app, which is signed in by a token of its own at its own origin', async ({
  page,
}) => {
  const me = await signInAsMarketer(page)
  await page.context().route(`${app}**`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<h1>The conversations app</h1><pre></pre>
        <script>addEventListener('message', ({ data, origin }) => document.querySelector('pre').textContent = JSON.stringify({ ...data, origin }))</script>`,
    }),
  )
  const answer = await page.goto('/portal/dashboard')
  expect(answer?.headers()['content-security-policy']).toContain(' https://conversations.example.com;')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Marketing' }).click()
  await expect(page).toHaveURL('/portal/marketing')
  const received = page.frameLocator('iframe[title="Conversations"]').locator('pre')
  await expect(received).toContainText('token')
  const message = JSON.parse((await received.textContent()) ?? '{}')
  expect(message).toMatchObject({ type: 'coverdesk.sign-in', origin: new URL(page.url()).origin })
  expect(message.token).not.toBe(me.token)
  const redeemed = await page.request.post('/api/HandOff/redeem', {
    data: { audience: 'marketing', secret, token: message.token },
  })
  expect(await redeemed.json()).toMatchObject({ audience: 'marketing', user: { userName: me.userName } })
})

test('NOTIF-01 NOTIF-04 a client is found, written to, answers, and after STOP gets no messages', async ({ page }) => {
  await withoutConversationsApp(page)
  const me = await signInAsMarketer(page)
  await page.goto('/portal/marketing')
  const list = page.getByRole('region', { name: 'Conversations', exact: true })
  await expect(list).toContainText('Start one with New conversation.')
  await list.getByRole('button', { name: 'New conversation' }).click()
  const dialog = page.getByRole('dialog', { name: 'New conversation' })
  const search = dialog.getByRole('textbox', { name: 'Find a contact' })
  await search.fill(`Not${me.client.name}`)
  await expect(dialog.getByRole('status')).toHaveText(`No contacts match "Not${me.client.name}".`)
  await search.fill(me.client.name)
  await search.press('Enter')
  const thread = page.getByRole('region', { name: `Conversation with ${me.client.name}` })
  await expect(thread.getByRole('textbox', { name: 'Message' })).toBeFocused()
  await thread.getByRole('button', { name: 'Send text' }).click()
  await expect(thread.getByText('Message is required')).toBeVisible()
  await thread.getByRole('textbox', { name: 'Message' }).fill('Your plan is active.')
  await thread.getByRole('button', { name: 'Send text' }).click()
  const messages = thread.getByRole('log', { name: 'Messages' })
  await expect(messages.getByRole('article')).toContainText('Your plan is active.')
  await expect(messages.getByRole('article')).toContainText('In the outbox of this demo')
  await expect(thread.getByRole('textbox', { name: 'Message' })).toHaveValue('')

  await clientAnswers(page, me, 'Thank you!')
  await expect(messages.getByRole('article')).toHaveCount(2)
  await expect(list.getByRole('button', { name: new RegExp(`^${me.client.name}.*Thank you!`) })).toBeVisible()
  await thread.getByRole('button', { name: 'Demo: reply as the contact' }).click()
  const answer = page.getByRole('dialog', { name: 'Demo: reply as the contact' })
  await answer.getByRole('textbox', { name: 'Message' }).fill('Stop')
  await answer.getByRole('button', { name: 'Answer', exact: true }).click()
  await expect(answer).toBeHidden()
  await expect(thread.getByText(/This number answered STOP and no longer gets text messages/)).toBeVisible()
  await expect(thread.getByRole('button', { name: 'Send text' })).toHaveCount(0)
  await thread.getByRole('button', { name: /^Write to/ }).click()
  await page.getByRole('option', { name: /^Email/ }).click()
  await thread.getByRole('button', { name: 'Stop emails…' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText(/No one at the agency will be able to email \S+@example\.com\./)
  await question.getByRole('button', { name: 'Stop emails' }).click()
  await expect(thread.getByText('It is noted that this address wants no emails')).toBeVisible()
})

test('P-85 an unsent message is still there after another screen or contact method was open', async ({ page }) => {
  await withoutConversationsApp(page)
  const me = await signInAsMarketer(page)
  await page.goto(`/portal/marketing?contact=${me.client.id}`)
  const thread = page.getByRole('region', { name: `Conversation with ${me.client.name}` })
  const message = thread.getByRole('textbox', { name: 'Message' })
  await message.fill('Your plan is active.')
  await navigate(page, `/portal/customerManage/${me.client.id}`)
  await page.goBack()
  await expect(message).toHaveValue('Your plan is active.')
  await thread.getByRole('button', { name: /^Write to/ }).click()
  await page.getByRole('option', { name: /^Email/ }).click()
  await thread.getByRole('button', { name: /^Write to/ }).click()
  await page.getByRole('option', { name: /^Text/ }).click()
  await message.press('Control+Enter')
  await expect(thread.getByRole('article')).toContainText('Your plan is active.')
  await navigate(page, `/portal/customerManage/${me.client.id}`)
  await page.goBack()
  await expect(message).toHaveValue('')
})

test('NOTIF-01 without the agency’s postal address an email is refused with where to set it', async ({ page }) => {
  await withoutConversationsApp(page)
  const me = await signInAsMarketer(page)
  // The other test that sends an email is in this file too and sets the address itself.
  await inDatabase(async (connection) => {
    await connection.query(`update users set roles = '{agent,administrator}' where user_name = $1`, [me.userName])
    await connection.query('update agency_settings set postal_address = null')
  })
  await page.goto(`/portal/marketing?contact=${me.client.id}`)
  const thread = page.getByRole('region', { name: `Conversation with ${me.client.name}` })
  await writeEmail(page, thread)
  await expect(
    thread.getByText('Emails to contacts must carry the agency’s postal address, and none is set.'),
  ).toBeVisible()
  await expect(thread.getByRole('button', { name: 'Send email' })).toHaveCount(0)
  await thread.getByRole('link', { name: 'Agency settings' }).click()
  await expect(page).toHaveURL('/portal/manage/agency')
  const form = page.getByRole('form', { name: 'Agency' })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Street or PO box is required')).toBeVisible()
  // As the demo's, whose name other tests read.
  await form.getByRole('textbox', { name: 'Agency name' }).fill('Coverdesk')
  await form.getByRole('textbox', { name: 'Phone' }).fill('8005550100')
  await form.getByRole('textbox', { name: 'Email' }).fill('office@coverdesk.example')
  await form.getByRole('textbox', { name: 'Street or PO box' }).fill('8200 NW 36th St')
  await form.getByRole('textbox', { name: 'City' }).fill('Doral')
  await form.getByRole('combobox', { name: 'State' }).fill('Flor')
  await page.getByRole('option', { name: /Florida/ }).click()
  await form.getByRole('textbox', { name: 'ZIP code' }).fill('33166')
  await expectAccessible(page, 'agency', onDesktop)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Changes saved')).toBeVisible()

  await page.goBack()
  await writeEmail(page, thread)
  await expect(thread.getByRole('textbox', { name: 'Subject' })).toBeVisible()
})

test('NOTIF-01 the link in an email stops emails without a sign-in, gives them back, and is seen in the conversation', async ({
  page,
  browser,
}) => {
  await withoutConversationsApp(page)
  const me = await signInAsMarketer(page)
  await inDatabase(async (connection) => {
    // Administrators read the outbox of the demo.
    await connection.query(`update users set roles = '{agent,administrator}' where user_name = $1`, [me.userName])
    await connection.query('update agency_settings set postal_address = $1', [
      JSON.stringify({ street: '8200 NW 36th St', unit: '', city: 'Doral', state: 'FL', zipCode: '33166' }),
    ])
  })
  await page.request.put(`/api/Marketing/conversations/${me.client.id}/optOut`, {
    headers: { authorization: `Bearer ${me.token}` },
    data: { channel: 'sms', address: me.client.phone, optedOut: true },
  })
  await page.goto(`/portal/marketing?contact=${me.client.id}`)
  const thread = page.getByRole('region', { name: `Conversation with ${me.client.name}` })
  // The number wants no texts: a new conversation begins with the email.
  await expect(thread.getByRole('button', { name: /^Write to Email / })).toBeVisible()
  await thread.getByRole('textbox', { name: 'Subject' }).fill('Your plan')
  await thread.getByRole('textbox', { name: 'Message' }).fill('It is active.')
  await thread.getByRole('button', { name: 'Send email' }).click()
  await expect(thread.getByRole('article')).toContainText('In the outbox of this demo')
  const link = await linkInMail(page, me)
  const reader = await (await browser.newContext()).newPage()
  await reader.goto(link.slice(0, -6))
  await expect(reader.getByRole('heading', { name: 'This link is incomplete' })).toBeVisible()
  await reader.goto(link)
  await expect(reader.getByRole('heading', { name: 'Unsubscribe?' })).toBeVisible()
  await expect(reader.getByRole('main')).toContainText('q•••@e•••.com')
  await expect(reader.getByRole('main')).not.toContainText(me.client.name)
  await expectAccessible(reader, 'stop-emails', onDesktop)
  await reader.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(reader.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible()
  await reader.getByRole('button', { name: 'Resubscribe' }).click()
  await expect(reader.getByRole('heading', { name: 'Unsubscribe?' })).toBeVisible()
  await reader.getByRole('button', { name: 'Español' }).click()
  await expect(reader.getByText('Aviso de privacidad')).toBeVisible()
  await reader.getByRole('button', { name: 'No recibir más' }).click()
  await expect(reader.getByRole('heading', { name: 'Ya no recibirá más correos' })).toBeVisible()
  await reader.context().close()

  await page.reload()
  await expect(thread.getByText('This address opted out and no longer gets emails')).toBeVisible()
  await expect(thread.getByText(/^Opted out on .* by the link in ‘Your plan’ of /)).toBeVisible()
  await thread.getByRole('button', { name: 'Resume messages…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Resume messages' })
  await dialog.getByRole('button', { name: 'Resume messages' }).click()
  await expect(dialog.getByText('Reason is required')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Asked for emails by telephone')
  await dialog.getByRole('button', { name: 'Resume messages' }).click()
  await expect(dialog).toBeHidden()
  await expect(thread.getByText(/^Opt-out reversed on .* by .*: Asked for emails by telephone$/)).toBeVisible()
  await expect(thread.getByRole('button', { name: 'Send email' })).toBeVisible()
})

/** Chooses email as the way to write to the contact of a conversation. */
async function writeEmail(page: Page, thread: Locator): Promise<void> {
  await thread.getByRole('button', { name: /^Write to/ }).click()
  await page.getByRole('option', { name: /^Email/ }).click()
}

/** The address of the page behind the link of the email that the client got, as the outbox of the demo shows it. */
async function linkInMail(page: Page, { token, client }: OwnMarketer): Promise<string> {
  const headers = { authorization: `Bearer ${token}` }
  const recipient = `${client.name.split(' ').at(-1)?.toLowerCase()}@example.com`
  const { data } = await (await page.request.get('/api/Outbox', { headers, params: { recipient } })).json()
  const { text } = await (await page.request.get(`/api/Outbox/${data[0].id}`, { headers })).json()
  const { pathname, search } = new URL(/https?:\/\/\S+stop-emails\S+/.exec(text)?.[0] ?? '')
  return pathname + search
}

test('ACCESS-19 ACCESS-20 without view.marketing an agent has no section but a hint in the top bar; with it there is no marketing in the top bar', async ({
  page,
  browser,
}) => {
  const hint = page
    .getByRole('banner')
    .getByText("Marketing isn't enabled for your account, talk to your administrator")
  await signInAsNew(page)
  await page.goto('/portal/dashboard')
  await expect(hint).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Marketing' })).toHaveCount(0)
  // The bell has the other notifications of an agent (decision 307).
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page).toHaveURL('/portal/notifications')
  await navigate(page, '/portal/marketing')
  await expect(page).toHaveURL(/\/portal\/error\?error=insufficient_permissions/)
  const other = await (await browser.newContext()).newPage()
  await signInAsMarketer(other, '{admin.marketing}')
  await other.goto('/portal/dashboard')
  await expect(other.getByRole('button', { name: /^Notifications/ })).toBeVisible()
  await expect(other.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Marketing' })).toBeVisible()
  await expect(other.getByRole('banner').getByText(/marketing/i)).toHaveCount(0)
})
