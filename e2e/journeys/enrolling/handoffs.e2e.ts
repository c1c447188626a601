import { expectAccessible } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

const exchange = 'https://exchange.example.com/redirect'

test('ENROLL-15 ENROLL-16 SHELL-39 ACCESS-25 P-20 the link Marketplace posts a form with a token that the exchange redeems once, and never the session’s', async ({
  page,
  signIn,
}) => {
  const session = await signIn('agent')
  const posts: { address: string; method: string; fields: URLSearchParams }[] = []
  const seen = Promise.withResolvers<void>()
  await page.route(`${exchange}**`, async (route) => {
    const request = route.request()
    posts.push({
      address: request.url(),
      method: request.method(),
      fields: new URLSearchParams(request.postData() ?? ''),
    })
    // Blocks the navigation, so that the interim text stays visible.
    await seen.promise
    await route.fulfill({ contentType: 'text/html', body: '<h1>The exchange</h1>' })
  })
  await page.goto('/portal/')
  const began = Date.now()
  await page.getByRole('banner').getByRole('link', { name: 'Marketplace (DE)' }).click()
  await expect(page.getByRole('heading', { name: 'Taking you to the marketplace' })).toBeVisible()
  await expect.poll(() => posts.length).toBe(1)
  expect(Date.now() - began).toBeGreaterThanOrEqual(1_000)
  seen.resolve()
  await expect(page.getByRole('heading', { name: 'The exchange' })).toBeVisible()
  const [post] = posts
  expect(posts).toHaveLength(1)
  expect(post).toMatchObject({ address: exchange, method: 'POST' })
  const token = post?.fields.get('token') ?? ''
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(token).not.toBe(session)
  expect(post?.fields.get('returnUrl')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#\/mk\/return$/)

  const asExchange = { audience: 'marketplace', secret: 'exchange-of-the-browser-tests-0123456789-abcdef', token }
  const redeem = () => page.request.post('/api/HandOff/redeem', { data: asExchange })
  expect(await (await redeem()).json()).toMatchObject({ audience: 'marketplace', user: { roles: ['agent'] } })
  expect((await redeem()).status()).toBe(401)
  const replayed = await page.request.get('/api/CurrentUser', { headers: { authorization: `Bearer ${token}` } })
  expect(replayed.status()).toBe(401)
})

test('P-20 where an application is not set up, its address says so and leads back', async ({ page, signIn }) => {
  await signIn('agent')
  await page.goto('/portal/ede/redirect')
  await expect(page.getByRole('heading', { name: 'Not set up' })).toBeVisible()
  await expectAccessible(page, 'hand-off-not-set-up')
  await page.getByRole('link', { name: 'Back to the portal' }).click()
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible()
})
