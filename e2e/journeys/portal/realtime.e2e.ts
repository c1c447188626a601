import { inDatabase } from '../../support/database.ts'
import { loadByApi } from '../../support/load-dialog.ts'
import { signInAsNew } from '../../support/records/own-user.ts'
import { plainFile, uniquePrefix } from '../../support/records/policy-files.ts'
import { logIn } from '../../support/sign-in.ts'
import { expect, test } from '../../support/test-fixtures.ts'

test('P-21 P-22 closing a session from another browser closes its open pages at once, disabling a user closes all of theirs, and no other session ends', async ({
  page,
  browser,
}) => {
  const addresses: string[] = []
  page.on('websocket', (socket) => addresses.push(socket.url()))
  const elsewhere = async () => await (await browser.newContext()).newPage()
  const greeting = { name: /^Welcome/ }

  const person = await signInAsNew(page)
  await page.goto('/portal/customer')
  await expect(page.getByRole('heading', greeting)).toBeVisible()
  await expect.poll(() => addresses.length).toBeGreaterThan(0)
  const secondTab = await page.context().newPage()
  await secondTab.goto('/portal/customer')
  await expect(secondTab.getByRole('heading', greeting)).toBeVisible()
  const bystander = await elsewhere()
  await signInAsNew(bystander)
  await bystander.goto('/portal/customer')
  await expect(bystander.getByRole('heading', greeting)).toBeVisible()

  const other = await elsewhere()
  await logIn(other, person.userName)
  for (const left of [page, secondTab]) {
    await expect(left).toHaveURL('/login')
    await expect(left.getByText(/^You were logged out because you logged in on /)).toBeVisible()
  }
  await expect(other.getByRole('heading', greeting)).toBeVisible()

  await inDatabase((connection) =>
    connection.query('update users set enabled = false where user_name = $1', [person.userName]),
  )
  await expect(other).toHaveURL('/login')
  await expect(other.getByText('You were logged out because your user was disabled. Ask your agency.')).toBeVisible()
  await expect(bystander).toHaveURL('/portal/customer')
  for (const address of addresses) expect(address).not.toContain(person.token)
})

test('P-21 an upload started elsewhere appears among the past uploads of an open page as soon as it is done', async ({
  page,
  signIn,
}) => {
  const token = await signIn('admin')
  const opened = page.waitForEvent('websocket')
  await page.goto('/portal/manage/upload')
  await expect(page.getByRole('grid', { name: 'Past uploads' })).toBeVisible()
  await opened
  const prefix = uniquePrefix('TLD')
  const file = plainFile(`told-${Date.now()}.csv`, prefix, 2)
  // A carrier of its own: a load ends the dry runs of its carrier.
  const carrier = `Told ${prefix}`
  await inDatabase((connection) => connection.query('insert into carriers (name) values ($1)', [carrier]))
  await loadByApi(page, token, { carrier, month: 1, year: 2027, file })
  await expect(page.getByRole('grid', { name: 'Past uploads' }).getByText(file.name)).toBeVisible()
})
