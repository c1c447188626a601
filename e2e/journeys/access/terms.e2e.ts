import { expectAccessible } from '../../support/screens.ts'
import { expect, test } from '../../support/test-fixtures.ts'

test('AUTH-03 the terms of use are linked where an account begins, and an administrator changes them in both languages', async ({
  page,
  browser,
  signIn,
}) => {
  // Two browsers, and two screens in both themes and widths.
  test.slow()
  const visitor = await browser.newPage({ locale: 'en-US' })
  await visitor.goto('/login/register')
  await visitor.getByRole('link', { name: 'terms of use' }).click()
  await expect(visitor.getByRole('heading', { name: 'Terms of Use', level: 1 })).toBeVisible()
  await expectAccessible(visitor, 'terms', { fullPage: true })
  await visitor.goto('/self-enroll/')
  await visitor.getByRole('link', { name: 'Terms of Use' }).click()
  await expect(visitor).toHaveURL('/terms')

  await signIn('admin')
  await page.goto('/portal/manage/agency')
  const form = page.getByRole('form', { name: 'Terms of use' })
  const mark = `Rule ${Date.now()}`
  await form.getByLabel('Terms in English').pressSequentially('Half ')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Carriers' }).click()
  const leave = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leave.getByRole('button', { name: 'Stay' }).click()
  await expect(leave).toBeHidden()
  await expect(page).toHaveURL(/\/portal\/manage\/agency$/)
  await form.getByLabel('Terms in English').fill(`# ${mark}\nFor all.\n\n- <b>one</b>\n- two`)
  await form.getByLabel('Terms in Spanish').fill('')
  await form.getByRole('button', { name: 'Save terms' }).click()
  await expect(form.getByText('Terms are required in both languages')).toBeVisible()
  await form.getByLabel('Terms in Spanish').fill(`# Regla ${mark}\nPara todos.`)
  await expectAccessible(page, 'terms-form', { fullPage: true })
  await form.getByRole('button', { name: 'Save terms' }).click()
  await expect(page.getByText('Changes saved')).toBeVisible()

  await visitor.reload()
  await expect(visitor.getByRole('heading', { name: mark, level: 2 })).toBeVisible()
  await expect(visitor.getByRole('listitem').filter({ hasText: '<b>one</b>' })).toBeVisible()
  await visitor.getByRole('button', { name: 'Español' }).click()
  await expect(visitor.getByRole('heading', { name: 'Condiciones de uso', level: 1 })).toBeVisible()
  await expect(visitor.getByRole('heading', { name: `Regla ${mark}` })).toBeVisible()
  const earlier = visitor.getByRole('region', { name: 'Versiones anteriores' })
  await earlier.getByRole('button').first().click()
  await expect(visitor.getByRole('button', { name: 'Estas condiciones fueron reemplazadas' })).toBeVisible()
  await expect(visitor.getByRole('heading', { name: `Regla ${mark}` })).toBeHidden()
  await visitor.close()
})
