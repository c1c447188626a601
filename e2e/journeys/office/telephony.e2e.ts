import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { inDatabase } from '../../support/database.ts'
import { choose, makeLeads, openLeads, uniqueName } from '../../support/records/lead-records.ts'
import { expectAccessible, navigate, showAt } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

const app = 'https://phone.example.com/app'
const secret = 'phone-app-of-the-browser-tests-0123456789-abcdef'

/** Shows the page as in an installation without a phone app of its own. */
async function withoutApp(page: Page): Promise<void> {
  await page.route('**/api/Configuration', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), telephonyUrl: null } })
  })
}

/** A contact with a number and a unique name. */
async function makeContact(): Promise<string> {
  const last = `Phone${randomUUID().slice(0, 8)}`
  await inDatabase((connection) =>
    connection.query(
      `with person as (insert into contacts (first_name, last_name) values ('Ida', $1) returning id)
       insert into contact_phones (contact_id, phone) select id, '3055550142' from person`,
      [last],
    ),
  )
  return last
}

test('TEL-01 TEL-02 TEL-03 TEL-04 ACCESS-27 P-20 the floating button opens the phone app, which is signed in by a token of its own at its own origin', async ({
  page,
  signIn,
}) => {
  const session = await signIn('admin')
  await page.context().route(`${app}**`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<h1>The phone app</h1><pre></pre><button onclick="parent.postMessage('coverdesk.sign-in?', '*')">Again</button>
        <script>addEventListener('message', ({ data, origin }) => document.querySelector('pre').textContent = JSON.stringify({ ...data, origin }))</script>`,
    }),
  )
  const answer = await page.goto('/portal/dashboard')
  expect(answer?.headers()['content-security-policy']).toContain('frame-src https://phone.example.com ')
  await page.getByRole('button', { name: 'Open the phone' }).click()
  const phone = page.getByRole('region', { name: 'Phone' })
  await expect(phone).toContainText('super')
  const frame = phone.frameLocator('iframe')
  const received = async () => JSON.parse((await frame.locator('pre').textContent()) || '{}')
  await expect(frame.locator('pre')).toContainText('token')
  const first = await received()
  expect(first).toMatchObject({ type: 'coverdesk.sign-in', role: 'super', origin: new URL(page.url()).origin })
  expect(first.token).not.toBe(session)
  const redeemed = await page.request.post('/api/HandOff/redeem', {
    data: { audience: 'telephony', secret, token: first.token },
  })
  expect(await redeemed.json()).toMatchObject({ audience: 'telephony', telephonyRole: 'super' })
  await frame.getByRole('button', { name: 'Again' }).click()
  await expect.poll(async () => (await received()).token).not.toBe(first.token)
  const signedIn = (await received()).token
  await page.getByRole('button', { name: 'Close the phone' }).click()
  await expect(phone).toBeHidden()
  const widget = page.getByRole('banner').getByRole('button', { name: 'Phone, super' })
  await widget.click()
  await expect(phone).toBeVisible()
  // The app was only hidden: a new start would end its call, and sign in again.
  expect((await received()).token).toBe(signedIn)
  await widget.click()
  await expect(phone).toBeHidden()
})

test('TEL-04 without a phone app the pad finds a contact, dials through the device and logs the call with its outcome', async ({
  page,
  signIn,
}) => {
  await withoutApp(page)
  const last = await makeContact()
  await signIn('admin')
  await page.goto('/portal/dashboard')
  await page.getByRole('button', { name: 'Open the phone' }).click()
  const phone = page.getByRole('region', { name: 'Phone', exact: true })
  await phone.getByRole('textbox', { name: 'Find a contact' }).fill(last)
  await phone
    .getByRole('list', { name: 'Contacts' })
    .getByRole('button', { name: `Ida ${last}` })
    .click()
  await phone.getByRole('list', { name: 'Numbers' }).getByRole('button').click()
  await expect(phone.getByRole('group', { name: 'Keypad' }).getByRole('button')).toHaveCount(10)
  await expect(phone.getByRole('textbox', { name: 'Number' })).toHaveValue('(305) 555-0142')
  await expect(phone.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+13055550142')
  await phone.getByRole('button', { name: 'Log call' }).click()
  await expect(phone.getByText('Outcome is required')).toBeVisible()
  await phone.getByRole('combobox', { name: 'Outcome' }).click()
  await page.getByRole('option', { name: 'Left voicemail' }).click()
  await phone.getByRole('button', { name: 'Log call' }).click()
  await expect(page.getByText('Call to (305) 555-0142 logged')).toBeVisible()
  const recent = phone.getByRole('region', { name: 'Recent calls' })
  await expect(recent.getByRole('listitem').filter({ hasText: last })).toContainText('Left voicemail')
  await expect(phone.getByRole('textbox', { name: 'Number' })).toHaveValue('')
})

test('TEL-01 what was typed on the phone pad is still there when the phone is opened again, also a number dialed with its country code', async ({
  page,
  signIn,
}) => {
  await withoutApp(page)
  await signIn('admin')
  await page.goto('/portal/dashboard')
  const open = page.getByRole('button', { name: 'Open the phone' })
  await open.click()
  const phone = page.getByRole('region', { name: 'Phone', exact: true })
  const keypad = phone.getByRole('group', { name: 'Keypad' })
  const placeOf = async (digit: string) => {
    const box = await keypad.getByRole('button', { name: digit }).boundingBox()
    return [box?.x, box?.y]
  }
  // As on every phone: 1 2 3 over 4 5 6 over 7 8 9, and 0 below the 8.
  const [[left, top], [middle], [, bottom]] = [await placeOf('1'), await placeOf('8'), await placeOf('0')]
  expect([await placeOf('3'), await placeOf('7'), await placeOf('0')]).toEqual([
    [expect.any(Number), top],
    [left, expect.any(Number)],
    [middle, bottom],
  ])
  for (const digit of '13055550142') await keypad.getByRole('button', { name: digit }).click()
  await expect(phone.getByRole('textbox', { name: 'Number' })).toHaveValue('(305) 555-0142')
  await expect(phone.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+13055550142')
  await phone.getByRole('textbox', { name: 'Comment' }).fill('Asked about her bill.')
  await page.keyboard.press('Escape')
  await expect(phone).toBeHidden()
  await open.click()
  await expect(phone).toBeFocused()
  await expect(phone.getByRole('textbox', { name: 'Comment' })).toHaveValue('Asked about her bill.')
})

test('TEL-02 ACCESS-27 without TelephonyAgent or TelephonyAdmin there is neither widget nor floating button', async ({
  page,
  signIn,
}) => {
  await signIn('security')
  await page.goto('/portal/security/users')
  await expect(page.getByRole('grid', { name: 'Users' }).getByRole('row').nth(1)).toBeVisible()
  await expect(page.getByRole('button', { name: /phone/i })).toHaveCount(0)
})

test('no accessibility violations on the phone pad on desktop and phone', async ({ page, signIn }) => {
  await withoutApp(page)
  const last = await makeContact()
  await signIn('admin')
  await page.goto('/portal/pto')
  await page.getByRole('button', { name: 'Open the phone' }).click()
  const phone = page.getByRole('region', { name: 'Phone', exact: true })
  await phone.getByRole('textbox', { name: 'Find a contact' }).fill(last)
  await expect(phone.getByRole('list', { name: 'Contacts' })).toContainText(last)
  await expectAccessible(page, 'phone-pad')
})

/** In the page: what the floating button covers of the screen. */
function coveredByFloat(): string[] {
  const float = document.querySelector<HTMLElement>('button[aria-label="Open the phone"]')
  const main = document.getElementById('main')
  if (!float || !main) return ['there is no button or no screen']
  const { left, top, width, height } = float.getBoundingClientRect()
  float.style.pointerEvents = 'none'
  const steps = [0, 0.25, 0.5, 0.75, 1]
  const under = steps.flatMap((x) =>
    steps.map((y) => document.elementFromPoint(left + x * (width - 1), top + y * (height - 1))),
  )
  float.style.pointerEvents = ''
  return under.flatMap((element) => (element && main.contains(element) ? [element.outerHTML] : []))
}

test('TEL-01 TEL-02 on a phone the button of the top bar replaces the floating one: nothing covers rows or takes a band, and the panel closes in itself', async ({
  page,
  signIn,
}) => {
  await withoutApp(page)
  await showAt(page, 390)
  await signIn('admin')
  await page.goto('/portal/policies/unpaid-policies')
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages).toBeVisible()
  await expect(page.getByRole('button', { name: 'Open the phone' })).toHaveCount(0)
  const bottom = await page.locator('#main').evaluate((main) => main.getBoundingClientRect().bottom)
  expect(bottom).toBe(844)
  const bar = page.getByRole('banner')
  await expect(bar.getByRole('button', { name: /^Notifications/ })).toBeVisible()
  await bar.getByRole('button', { name: 'Phone, super' }).click()
  const phone = page.getByRole('region', { name: 'Phone', exact: true })
  await expect(phone.getByRole('textbox', { name: 'Find a contact' })).toBeVisible()
  await phone.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(phone).toBeHidden()
  await expect(bar.getByRole('button', { name: 'Phone, super' })).toBeFocused()
})

test('TEL-01 the panel opens next to the button that was pressed, and gives the focus back to it', async ({
  page,
  signIn,
}) => {
  await withoutApp(page)
  await signIn('admin')
  await page.goto('/portal/customer')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const phone = page.getByRole('region', { name: 'Phone', exact: true })
  for (const button of [
    page.getByRole('button', { name: 'Open the phone' }),
    page.getByRole('banner').getByRole('button', { name: 'Phone, super' }),
  ]) {
    const place = await button.boundingBox()
    await button.click()
    await expect(phone.getByRole('textbox', { name: 'Find a contact' })).toBeVisible()
    const panel = await phone.boundingBox()
    if (!place || !panel) throw new Error('Not visible')
    const across = Math.max(place.x - panel.x - panel.width, panel.x - place.x - place.width)
    const down = Math.max(place.y - panel.y - panel.height, panel.y - place.y - place.height)
    expect(across).toBeLessThan(330)
    expect(down).toBeGreaterThanOrEqual(0)
    expect(down).toBeLessThan(40)
    await phone.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(phone).toBeHidden()
  }
  await expect(page.getByRole('banner').getByRole('button', { name: 'Phone, super' })).toBeFocused()
})

test('TEL-01 the floating button covers nothing of a screen on a desktop, at its beginning and at its end', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/portal/')
  await navigate(page, '/portal/policies/manage?pageSize=100')
  await expect(page.getByRole('grid', { name: 'Policies' }).getByRole('row').nth(20)).toBeVisible()
  for (const top of [0, 100_000]) {
    await expectNothingCovered(page, top, `at ${top}`)
  }
  await navigate(page, '/portal/manage/reports')
  await expect(page.getByRole('button', { name: 'Download Policies by Carrier' })).toBeVisible()
  await expect.poll(() => page.evaluate(coveredByFloat)).toEqual([])
  await page.getByRole('button', { name: 'Close sidebar' }).click()
  await expect(page.getByRole('button', { name: 'Open sidebar' })).toBeVisible()
  await page.getByRole('button', { name: 'Open the phone' }).click({ trial: true })
  await expect.poll(() => page.evaluate(coveredByFloat)).toEqual([])
})

/** Scrolls there and looks, again for as long as what comes late still moves the screen. */
async function expectNothingCovered(page: Page, top: number, where: string): Promise<void> {
  const look = async () => {
    await page.locator('#main').evaluate(scrollAll, top)
    return await page.evaluate(coveredByFloat)
  }
  await expect.poll(look, where).toEqual([])
}

/** In the page: everything that scrolls goes to its beginning or end. */
function scrollAll(main: Element, top: number): void {
  for (const box of [main, ...main.querySelectorAll('*')]) box.scrollTop = top
}

test('TEL-01 in a window of 720 × 450, as at 200 % zoom, the icons end at a line above the floating button, and each can be scrolled to', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 720, height: 450 })
  await signIn('admin')
  await page.goto('/portal/customer')
  const float = await page.getByRole('button', { name: 'Open the phone' }).boundingBox()
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  const strip = await sidebar.evaluate((aside) => {
    const { borderTopWidth, height } = getComputedStyle(aside, '::after')
    return { line: borderTopWidth, top: aside.getBoundingClientRect().bottom - Number.parseFloat(height) }
  })
  expect(strip.line).toBe('1px')
  expect(strip.top).toBeLessThan(float?.y ?? 0)
  const icons = sidebar.getByRole('listitem')
  await icons.last().scrollIntoViewIfNeeded()
  const last = await icons.last().boundingBox()
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(strip.top)
})

test('LEAD-06 LEAD-01 after Do Not Call the phone refuses the number and the list marks it, until it is taken back with a reason; a phone filter of letters finds nothing', async ({
  page,
  signIn,
}) => {
  await withoutApp(page)
  const name = uniqueName()
  const phone = `212${String(Date.now()).slice(-7)}`
  await makeLeads(name, [
    { firstName: 'Ana', phone },
    { firstName: 'Bea', phone },
  ])
  await signIn('admin')
  const blocked = 'This number asked not to be called: a lead with it has the disposition Do Not Call'
  const table = await openLeads(page, name)
  await choose(page, `Ana ${name}`)
  await page.getByRole('button', { name: 'Set Disposition' }).click()
  const dialog = page.getByRole('dialog', { name: /Set Disposition/ })
  await dialog.getByRole('combobox', { name: 'Disposition' }).pressSequentially('Do Not')
  await page.getByRole('option', { name: 'Do Not Call' }).click()
  await dialog.getByRole('button', { name: 'Set Disposition' }).click()
  await expect(dialog).toBeHidden()
  await expect(
    table.getByRole('row', { name: /Bea/ }).getByRole('img', { name: 'This number asked not to be called' }),
  ).toBeVisible()

  await test.step('the phone refuses to dial it', async () => {
    await page.getByRole('button', { name: 'Open the phone' }).click()
    const pad = page.getByRole('region', { name: 'Phone', exact: true })
    await pad.getByRole('textbox', { name: 'Number' }).pressSequentially(phone)
    await expect(pad.getByText(blocked)).toBeVisible()
    await expect(pad.getByRole('button', { name: 'Call', exact: true })).toBeDisabled()
    await page.getByRole('button', { name: 'Close the phone' }).click()
  })

  await test.step('it is taken back with a reason', async () => {
    await page.getByRole('button', { name: 'Clear Disposition' }).click()
    const back = page.getByRole('dialog', { name: 'Clear Disposition' })
    await back.getByRole('button', { name: 'Clear Disposition' }).click()
    await expect(back.getByText('Reason is required')).toBeVisible()
    await back.getByRole('textbox', { name: /^Reason/ }).pressSequentially('Called us and asked for a quote')
    await back.getByRole('button', { name: 'Clear Disposition' }).click()
    await expect(back).toBeHidden()
    await expect(table.getByRole('img', { name: 'This number asked not to be called' })).toHaveCount(0)
  })

  await page.getByRole('textbox', { name: 'Phone' }).pressSequentially('abc')
  await expect(page.getByText('No leads match these filters.')).toBeVisible()
})
