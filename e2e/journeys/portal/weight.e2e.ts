import { expect, test } from '../../support/test-fixtures.ts'
import { weightOf } from '../../support/weight.ts'

test('sign-in weighs at most 160 kB of script and style in 12 files, and all that shows a list at most 300 kB in 40', async ({
  browser,
  page,
  signIn,
}) => {
  const visitor = await browser.newContext()
  const signInPage = await weightOf(await visitor.newPage(), '/login')
  expect(signInPage.scriptAndStyle, 'the promise is 165').toBeLessThanOrEqual(160)
  expect(signInPage.files, 'web/shared-files.ts').toBeLessThanOrEqual(12)
  await signIn('admin')
  const list = await weightOf(page, '/portal/policies/manage')
  expect(list.scriptAndStyle).toBeLessThanOrEqual(300)
  expect(list.total).toBeLessThanOrEqual(300)
  expect(list.files, 'web/shared-files.ts').toBeLessThanOrEqual(40)
})
