import { expect, test } from './people.ts'
import { weightOf } from './weight.ts'

test('sign-in weighs at most 160 kB of script and style, and all that shows a list at most 300 kB', async ({
  browser,
  page,
  signIn,
}) => {
  const visitor = await browser.newContext()
  const { scriptAndStyle } = await weightOf(await visitor.newPage(), '/login')
  expect(scriptAndStyle, 'the promise is 165').toBeLessThanOrEqual(160)
  await signIn('admin')
  const list = await weightOf(page, '/portal/policies/manage')
  expect(list.scriptAndStyle).toBeLessThanOrEqual(300)
  expect(list.everything).toBeLessThanOrEqual(300)
})
